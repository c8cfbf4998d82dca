extension ColmiRing {
  /// Assembles an answer of numbered packets: a header at 0 with their number, then the data.
  ///
  /// Data before the header may belong to the same answer, out of order, or to a previous one that lost its end or its
  /// beginning. A link keeps packets in order, so data in order before *and* after a header may be two answers. Such a
  /// log is not completed until the next packet: a different packet with a used index proves that there are two
  /// answers.
  struct NumberedLogAssembler: Sendable {
    private let log: Log
    private let assemble: @Sendable ([Packet]) -> Message?
    private var header: PacketSeries.Entry?
    /// The number of packets that the header announces, including itself.
    private var expectedCount = 0
    /// Data before the header.
    private var older = PacketSeries()
    /// Data after the header.
    private var newer = PacketSeries()
    private var repeatedHeaders: [Int] = []

    /// Creates an assembler. `assemble` is called with all packets of an answer in order, the header first.
    init(_ log: Log, assemble: @escaping @Sendable ([Packet]) -> Message?) {
      self.log = log
      self.assemble = assemble
    }

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      let entry = PacketSeries.Entry(packet: packet, place: packet[1], frame: frame)
      switch entry.place {
      case 0xFF: emit(.noData(NoData(of: log)), FrameTrail(last: frame))
      case 0: receiveHeader(entry, emit: emit)
      default: receiveData(entry, emit: emit)
      }
    }

    /// Ends the answer, and emits its message if it is complete.
    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      // No packet proved that these are two answers.
      if isWhole {
        complete(emit: emit)
      } else {
        abandonOlder(emit: emit)
        abandonNewer(emit: emit)
      }
    }

    private mutating func receiveHeader(_ entry: PacketSeries.Entry, emit: (Message, FrameTrail) -> Void) {
      let count = Int(entry.packet[2])
      guard count >= 2, entry.packet[3] > 0 else {
        emit(.unknown(Unknown(entry.packet)), FrameTrail(last: entry.frame))
        return
      }
      if let header {
        if header.packet == entry.packet, newer.isEmpty, repeatedHeaders.count < PacketSeries.maximumRepetitions {
          repeatedHeaders.append(entry.frame)
          return
        }
        finish(emit: emit)
      }
      header = entry
      expectedCount = count
      if older.highestPlace >= count { abandonOlder(emit: emit) }
      completeIfWhole(emit: emit)
    }

    private mutating func receiveData(_ entry: PacketSeries.Entry, emit: (Message, FrameTrail) -> Void) {
      if header == nil {
        if !older.insert(entry) {
          abandonOlder(emit: emit)
          _ = older.insert(entry)
        }
        return
      }
      if entry.place >= expectedCount {
        emit(.unknown(Unknown(entry.packet)), FrameTrail(last: entry.frame))
        return
      }
      if let known = older[entry.place] {
        // A repeated packet proves nothing; a different one proves that the older data belong to another answer.
        if known == entry.packet { older.move(entry.place, to: &newer) } else { abandonOlder(emit: emit) }
      }
      if !newer.insert(entry) {
        // A different packet with the same index after the same header: this is the next answer, whose header was lost.
        finish(emit: emit)
        _ = older.insert(entry)
      }
      completeIfWhole(emit: emit)
    }

    private var isWhole: Bool { header != nil && expectedCount == 1 + older.count + newer.count }

    /// True if the data may be the end of one answer followed by the beginning of the next.
    private var mayBeTwoAnswers: Bool {
      !older.isEmpty && older.isInOrder && newer.isInOrder && (newer.isEmpty || newer.firstPlace == 1)
    }

    private mutating func completeIfWhole(emit: (Message, FrameTrail) -> Void) {
      if isWhole, !mayBeTwoAnswers { complete(emit: emit) }
    }

    private mutating func complete(emit: (Message, FrameTrail) -> Void) {
      guard let header else { return }
      var packets = [header.packet]
      packets.reserveCapacity(expectedCount)
      for index in 1..<UInt8(expectedCount) {
        if let packet = newer[index] ?? older[index] { packets.append(packet) }
      }
      var frames = [header.frame] + newer.takeFrames()
      if !older.isEmpty || !repeatedHeaders.isEmpty {
        frames = (frames + older.takeFrames() + repeatedHeaders).sorted()
      }
      dropHeader()
      guard let trail = FrameTrail(frames) else { return }
      guard let message = assemble(packets) else {
        for packet in packets { emit(.unknown(Unknown(packet)), trail) }
        return
      }
      emit(message, trail)
    }

    private mutating func abandonOlder(emit: (Message, FrameTrail) -> Void) {
      Incomplete.report(older.takeFrames(), of: log, emit: emit)
    }

    private mutating func abandonNewer(emit: (Message, FrameTrail) -> Void) {
      guard let header else { return }
      let frames = [header.frame] + repeatedHeaders + newer.takeFrames()
      dropHeader()
      Incomplete.report(frames, of: log, emit: emit)
    }

    private mutating func dropHeader() {
      header = nil
      repeatedHeaders.removeAll()
    }
  }
}
