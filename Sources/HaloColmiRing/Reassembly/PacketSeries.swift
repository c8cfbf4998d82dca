extension ColmiRing {
  /// Packets that belong to one answer, each with its place in it.
  struct PacketSeries: Sendable {
    /// A packet and where it came from.
    struct Entry: Sendable {
      let packet: Packet
      let place: UInt8
      let frame: Int
    }

    /// How often packets may come again before it is another answer. Keeps the memory flat.
    static let mostRepeats = 256

    private var entries: [Entry] = []
    /// Frames that only repeated one that was here already.
    private var repeatedFrames: [Int] = []
    /// The highest place taken, 0 where none is.
    private(set) var highestPlace: UInt8 = 0
    /// Whether each place is above the one before it.
    private(set) var isInOrder = true

    var isEmpty: Bool { entries.isEmpty }
    /// Count of different packets.
    var count: Int { entries.count }
    /// The packets in order of arrival.
    var packets: [Packet] { entries.map(\.packet) }
    /// The packet that came first.
    var first: Packet? { entries.first?.packet }
    /// The place of the packet that came first.
    var firstPlace: UInt8? { entries.first?.place }

    /// The packet at `place`.
    subscript(place: UInt8) -> Packet? {
      guard !entries.isEmpty, place <= highestPlace else { return nil }
      // Packets nearly always come in order from place 1 on.
      let index = Int(place) - 1
      if index >= 0, index < entries.count, entries[index].place == place { return entries[index].packet }
      return entries.first { $0.place == place }?.packet
    }

    /// Takes in a packet, or a notification sent again. `false` where another packet has the place, or it came too often.
    mutating func insert(_ entry: Entry) -> Bool {
      if let known = self[entry.place] {
        guard known == entry.packet, repeatedFrames.count < Self.mostRepeats else { return false }
        repeatedFrames.append(entry.frame)
      } else {
        isInOrder = isInOrder && (entries.isEmpty || entry.place > highestPlace)
        entries.append(entry)
        highestPlace = max(highestPlace, entry.place)
      }
      return true
    }

    /// Moves the packet at `place` behind those of another series.
    mutating func move(_ place: UInt8, to other: inout PacketSeries) {
      guard let index = entries.firstIndex(where: { $0.place == place }) else { return }
      _ = other.insert(entries.remove(at: index))
    }

    /// The frames that were taken in, in order; the series is empty afterwards.
    mutating func takeFrames() -> [Int] {
      var frames = entries.map(\.frame)
      if !repeatedFrames.isEmpty { frames = (frames + repeatedFrames).sorted() }
      entries.removeAll(keepingCapacity: true)
      repeatedFrames.removeAll()
      highestPlace = 0
      isInOrder = true
      return frames
    }
  }
}
