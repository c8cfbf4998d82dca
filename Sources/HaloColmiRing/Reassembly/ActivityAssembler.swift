import HaloWearables

extension ColmiRing {
  /// Puts together a day's activity: rows that know their count, under a header that may be missing.
  struct ActivityAssembler: Sendable {
    private static let headerMark: UInt8 = 0xF0

    private var header: PacketSeries.Entry?
    private var rows = PacketSeries()
    /// Whether a row has come since the header; before, the rows may be left over from another answer.
    private var hasRowsOfHeader = false

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      switch packet[1] {
      case 0xFF:
        emit(.noData(NoData(of: .activity)), FrameTrail(last: frame))
      case Self.headerMark where packet[2] == 0:
        emit(.noData(NoData(of: .activity)), FrameTrail(last: frame))
      case Self.headerMark:
        receiveHeader(packet, frame: frame, emit: emit)
      default:
        receiveRow(packet, frame: frame, emit: emit)
      }
    }

    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      abandon(takeFrames(), emit: emit)
    }

    private mutating func receiveHeader(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      // A header belongs to the rows so far only where they lack one and have its count.
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
      let isOfSameDay = rows.first.map { Activity.agree($0, packet) } ?? true
      if !isOfSameDay || !rows.insert(entry) {
        // Another day's row, or another in the same place: the rows before a header that has none yet are left over.
        if hasRowsOfHeader { finish(emit: emit) } else { abandon(rows.takeFrames(), emit: emit) }
        _ = rows.insert(entry)
      }
      hasRowsOfHeader = header != nil
      guard rows.count == packet[6] else { return }
      let newEnergyScale = header.map { $0.packet[3] == 1 } ?? true
      let activity = Activity(rows: rows.packets, newEnergyScale: newEnergyScale)
      if let activity, let trail = FrameTrail(takeFrames()) { emit(.activity(activity), trail) }
    }

    private mutating func takeFrames() -> [Int] {
      let ofHeader = header.map { [$0.frame] } ?? []
      header = nil
      hasRowsOfHeader = false
      return (ofHeader + rows.takeFrames()).sorted()
    }

    private func abandon(_ frames: [Int], emit: (Message, FrameTrail) -> Void) {
      guard let trail = FrameTrail(frames.sorted()) else { return }
      emit(.incomplete(Incomplete(of: .activity, frames: frames.count)), trail)
    }
  }
}
