extension ColmiRing {
  /// Packets that belong to one answer, gathered until all are here, whatever their order.
  struct PacketSeries: Sendable {
    private struct Entry {
      let packet: Packet
      let place: UInt8
      let frame: Int
    }

    private var entries: [Entry] = []
    /// Frames that only repeated one that was here already.
    private var repeatedFrames: [Int] = []
    /// The highest place taken, 0 where none is.
    private(set) var highestPlace: UInt8 = 0

    /// Count of different packets.
    var count: Int { entries.count }
    /// The packets in order of arrival.
    var packets: [Packet] { entries.map(\.packet) }
    /// The packet that came first.
    var first: Packet? { entries.first?.packet }

    /// The packet at `place`.
    subscript(place: UInt8) -> Packet? {
      let index = Int(place)
      // Packets nearly always come in order.
      if index < entries.count, entries[index].place == place { return entries[index].packet }
      return entries.first { $0.place == place }?.packet
    }

    /// Takes in a packet, or a notification sent twice. `false` where another packet has the place: a new answer began
    /// before this one was whole.
    mutating func insert(_ packet: Packet, at place: UInt8, frame: Int) -> Bool {
      if place <= highestPlace, let known = self[place] {
        guard known == packet else { return false }
        repeatedFrames.append(frame)
      } else {
        entries.append(Entry(packet: packet, place: place, frame: frame))
        highestPlace = max(highestPlace, place)
      }
      return true
    }

    /// The frames gathered, `nil` where there are none. The series is empty afterwards.
    mutating func takeTrail() -> FrameTrail? {
      guard !entries.isEmpty else { return nil }
      var frames = entries.map(\.frame)
      if !repeatedFrames.isEmpty {
        frames = (frames + repeatedFrames).sorted()
        repeatedFrames.removeAll()
      }
      entries.removeAll(keepingCapacity: true)
      highestPlace = 0
      let last = frames.removeLast()
      return FrameTrail(earlier: frames, last: last)
    }

    /// Says that the answer will not be finished, if one was begun, and forgets it.
    mutating func abandon(_ log: Log, emit: (Message, FrameTrail) -> Void) {
      guard let trail = takeTrail() else { return }
      emit(.incomplete(Incomplete(of: log, frames: trail.earlier.count + 1)), trail)
    }
  }
}
