extension ColmiRing {
  /// Assembles a day's activity or sleep in quarter hours: rows that contain their total number, after a header that may be
  /// missing.
  struct QuarterHourAssembler: Sendable {
    private static let headerMark: UInt8 = 0xF0

    private let log: Log
    private let assemble: @Sendable (_ rows: [Packet], _ header: Packet?) -> Message?
    private var header: PacketSeries.Entry?
    private var rows = PacketSeries()
    /// True if a row arrived after the header. Rows before that may belong to another answer.
    private var hasRowsOfHeader = false

    /// Creates an assembler. `assemble` is called with all rows of an answer, in order of arrival.
    init(_ log: Log, assemble: @escaping @Sendable (_ rows: [Packet], _ header: Packet?) -> Message?) {
      self.log = log
      self.assemble = assemble
    }

    /// Returns whether two rows belong to the same day and answer.
    private static func agree(_ one: Packet, _ other: Packet) -> Bool {
      (1...3).allSatisfy { one[$0] == other[$0] } && one[6] == other[6]
    }

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      switch packet[1] {
      case 0xFF:
        emit(.noData(NoData(of: log)), FrameTrail(last: frame))
      case Self.headerMark where packet[2] == 0:
        emit(.noData(NoData(of: log)), FrameTrail(last: frame))
      case Self.headerMark:
        receiveHeader(packet, frame: frame, emit: emit)
      default:
        receiveRow(packet, frame: frame, emit: emit)
      }
    }

    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      Incomplete.report(takeFrames(), of: log, emit: emit)
    }

    private mutating func receiveHeader(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      // Rows received so far belong to this header only if they have no header and match its number of rows.
      let mayBeLate = header == nil && rows.first.map { $0[6] == packet[2] } ?? true
      if !mayBeLate { finish(emit: emit) }
      header = PacketSeries.Entry(packet: packet, place: 0, frame: frame)
      hasRowsOfHeader = false
    }

    private mutating func receiveRow(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      guard Activity.isRow(packet) else {
        emit(.unknown(Unknown(packet)), FrameTrail(last: frame))
        return
      }
      if let header, header.packet[2] != packet[6] { finish(emit: emit) }
      let entry = PacketSeries.Entry(packet: packet, place: packet[5], frame: frame)
      let isOfSameDay = rows.first.map { Self.agree($0, packet) } ?? true
      if !isOfSameDay || !rows.insert(entry) {
        // A row of another day, or a second row with the same index: rows before a header without rows are left over.
        if hasRowsOfHeader { finish(emit: emit) } else { Incomplete.report(rows.takeFrames(), of: log, emit: emit) }
        _ = rows.insert(entry)
      }
      hasRowsOfHeader = header != nil
      guard rows.count == packet[6] else { return }
      let message = assemble(rows.packets, header?.packet)
      if let message, let trail = FrameTrail(takeFrames()) { emit(message, trail) }
    }

    private mutating func takeFrames() -> [Int] {
      let ofHeader = header.map { [$0.frame] } ?? []
      header = nil
      hasRowsOfHeader = false
      return (ofHeader + rows.takeFrames()).sorted()
    }
  }
}
