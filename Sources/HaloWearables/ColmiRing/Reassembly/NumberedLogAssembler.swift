extension ColmiRing {
  /// Puts together an answer whose packets are numbered: a header at 0 that says how many they are, then the data.
  struct NumberedLogAssembler: Sendable {
    private let log: Log
    private let assemble: @Sendable (PacketSeries) -> Message?
    private var series = PacketSeries()

    /// `assemble` is called with a series that has a packet at every place.
    init(_ log: Log, assemble: @escaping @Sendable (PacketSeries) -> Message?) {
      self.log = log
      self.assemble = assemble
    }

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      let place = packet[1]
      if place == 0xFF {
        emit(.noData(NoData(of: log)), FrameTrail(last: frame))
        return
      }
      if place == 0 {
        guard let count = Self.packetCount(inHeader: packet) else {
          emit(.unknown(Unknown(packet)), FrameTrail(last: frame))
          return
        }
        // A header after data of an answer that had its own begins the next answer; so does one that is too small.
        let hasHeaderAndData = series[0] != nil && series.count > 1
        if hasHeaderAndData || series.highestPlace >= count { series.abandon(log, emit: emit) }
      } else if let count = expectedCount, place >= count {
        emit(.unknown(Unknown(packet)), FrameTrail(last: frame))
        return
      }
      if !series.insert(packet, at: place, frame: frame) {
        series.abandon(log, emit: emit)
        _ = series.insert(packet, at: place, frame: frame)
      }
      if series.count == expectedCount, let message = assemble(series), let trail = series.takeTrail() {
        emit(message, trail)
      }
    }

    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      series.abandon(log, emit: emit)
    }

    private var expectedCount: Int? {
      series[0].flatMap(Self.packetCount(inHeader:))
    }

    /// How many packets a header announces, itself included; `nil` where there would be no data or no time to a slot.
    private static func packetCount(inHeader packet: Packet) -> Int? {
      packet[2] >= 2 && packet[3] > 0 ? Int(packet[2]) : nil
    }
  }
}
