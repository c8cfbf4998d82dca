extension ColmiRing {
  /// Packets that belong to one answer, gathered until all are here, whatever their order.
  struct PacketSeries: Sendable {
    private(set) var packets: [Packet] = []
    private var places: [UInt8] = []
    private var frames: [Int] = []

    var isEmpty: Bool { packets.isEmpty }
    /// Count of different packets.
    var count: Int { packets.count }
    /// The highest place taken, 0 where none is.
    var highestPlace: UInt8 { places.max() ?? 0 }

    /// The packet at `place`.
    subscript(place: UInt8) -> Packet? {
      places.firstIndex(of: place).map { packets[$0] }
    }

    /// Takes in a packet, or a notification sent twice. `false` where another packet has the place: a new answer began
    /// before this one was whole.
    mutating func insert(_ packet: Packet, at place: UInt8, frame: Int) -> Bool {
      if let known = self[place] {
        guard known == packet else { return false }
      } else {
        packets.append(packet)
        places.append(place)
      }
      frames.append(frame)
      return true
    }

    /// The frames gathered, `nil` where there are none. The series is empty afterwards.
    mutating func takeTrail() -> FrameTrail? {
      guard let last = frames.popLast() else { return nil }
      let trail = FrameTrail(earlier: frames, last: last)
      packets.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
      frames.removeAll(keepingCapacity: true)
      return trail
    }

    /// Says that the answer will not be finished, if one was begun, and forgets it.
    mutating func abandon(_ log: Log, emit: (Message, FrameTrail) -> Void) {
      guard let trail = takeTrail() else { return }
      emit(.incomplete(Incomplete(of: log, frames: trail.earlier.count + 1)), trail)
    }
  }
}
