import HaloWearables

extension ColmiRing {
  /// Puts together an answer whose packets are numbered: a header at 0 that says how many they are, then the data.
  ///
  /// Data that came before the header may be of the same answer, out of order, or left over from one whose end or beginning was
  /// lost. A link does not change the order of packets, so data in order before *and* after a header may be two answers: such a
  /// log waits for what comes next, and a different packet for a place that is taken proves it.
  struct NumberedLogAssembler: Sendable {
    private let log: Log
    private let assemble: @Sendable ([Packet]) -> Message?
    private var header: PacketSeries.Entry?
    /// How many packets the header announces, itself included.
    private var expectedCount = 0
    /// Data that came before the header.
    private var older = PacketSeries()
    /// Data that came after it.
    private var newer = PacketSeries()
    private var repeatedHeaders: [Int] = []

    /// `assemble` is called with all packets of an answer in order, the header first.
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

    /// Ends the answer, with a message if all of it is here.
    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      // Nothing has come to prove that these are two answers.
      if isWhole {
        complete(emit: emit)
      } else {
        abandonOlder(emit: emit)
        abandonNewer(emit: emit)
      }
    }

    private mutating func receiveHeader(_ entry: PacketSeries.Entry, emit: (Message, FrameTrail) -> Void) {
      guard let count = Self.packetCount(inHeader: entry.packet) else {
        emit(.unknown(Unknown(entry.packet)), FrameTrail(last: entry.frame))
        return
      }
      if let header {
        if header.packet == entry.packet, newer.isEmpty, repeatedHeaders.count < PacketSeries.mostRepeats {
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
        // The same again says nothing; anything else says that the older data are of another answer.
        if known == entry.packet { older.move(entry.place, to: &newer) } else { abandonOlder(emit: emit) }
      }
      if !newer.insert(entry) {
        // Another packet in the same place after the same header: the next answer, and its header was lost.
        finish(emit: emit)
        _ = older.insert(entry)
      }
      completeIfWhole(emit: emit)
    }

    private var isWhole: Bool { header != nil && expectedCount == 1 + older.count + newer.count }

    /// Whether the data could be the end of one answer before the beginning of the next.
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
      for place in 1..<UInt8(expectedCount) {
        if let packet = newer[place] ?? older[place] { packets.append(packet) }
      }
      var frames = [header.frame] + newer.takeFrames()
      if !older.isEmpty || !repeatedHeaders.isEmpty {
        frames = (frames + older.takeFrames() + repeatedHeaders).sorted()
      }
      forgetHeader()
      guard let trail = FrameTrail(frames) else { return }
      guard let message = assemble(packets) else {
        for packet in packets { emit(.unknown(Unknown(packet)), trail) }
        return
      }
      emit(message, trail)
    }

    private mutating func abandonOlder(emit: (Message, FrameTrail) -> Void) {
      abandon(older.takeFrames(), emit: emit)
    }

    private mutating func abandonNewer(emit: (Message, FrameTrail) -> Void) {
      guard let header else { return }
      let frames = [header.frame] + repeatedHeaders + newer.takeFrames()
      forgetHeader()
      abandon(frames, emit: emit)
    }

    private mutating func forgetHeader() {
      header = nil
      repeatedHeaders.removeAll()
    }

    private func abandon(_ frames: [Int], emit: (Message, FrameTrail) -> Void) {
      guard let trail = FrameTrail(frames.sorted()) else { return }
      emit(.incomplete(Incomplete(of: log, frames: frames.count)), trail)
    }

    /// How many packets a header announces, itself included; `nil` where there would be no data or no time to a slot.
    private static func packetCount(inHeader packet: Packet) -> Int? {
      packet[2] >= 2 && packet[3] > 0 ? Int(packet[2]) : nil
    }
  }
}
