extension ColmiRing {
  /// The packets of one answer, each with its index.
  struct PacketSeries: Sendable {
    /// A packet with its source.
    struct Entry: Sendable {
      let packet: Packet
      let place: UInt8
      let frame: Int
    }

    /// The maximum number of repeated packets in one answer, which bounds memory.
    static let maximumRepetitions = 256

    private var entries: [Entry] = []
    /// Frames of repeated packets.
    private var repeatedFrames: [Int] = []
    /// The highest index used; 0 for an empty series.
    private(set) var highestPlace: UInt8 = 0
    /// True if the indices are ascending.
    private(set) var isInOrder = true

    var isEmpty: Bool { entries.isEmpty }
    /// The number of different packets.
    var count: Int { entries.count }
    /// The packets in order of arrival.
    var packets: [Packet] { entries.map(\.packet) }
    /// The packet that arrived first.
    var first: Packet? { entries.first?.packet }
    /// The index of the packet that arrived first.
    var firstPlace: UInt8? { entries.first?.place }

    /// The packet at an index.
    subscript(place: UInt8) -> Packet? {
      guard !entries.isEmpty, place <= highestPlace else { return nil }
      // Fast path: packets nearly always arrive in order from index 1.
      let index = Int(place) - 1
      if index >= 0, index < entries.count, entries[index].place == place { return entries[index].packet }
      return entries.first { $0.place == place }?.packet
    }

    /// Adds a packet or its repetition. Returns `false` if another packet has the index, or there are too many
    /// repetitions.
    mutating func insert(_ entry: Entry) -> Bool {
      if let known = self[entry.place] {
        guard known == entry.packet, repeatedFrames.count < Self.maximumRepetitions else { return false }
        repeatedFrames.append(entry.frame)
      } else {
        isInOrder = isInOrder && (entries.isEmpty || entry.place > highestPlace)
        entries.append(entry)
        highestPlace = max(highestPlace, entry.place)
      }
      return true
    }

    /// Moves the packet at `place` to the end of another series.
    mutating func move(_ place: UInt8, to other: inout PacketSeries) {
      guard let index = entries.firstIndex(where: { $0.place == place }) else { return }
      _ = other.insert(entries.remove(at: index))
    }

    /// Returns the frames in order, and empties the series.
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
