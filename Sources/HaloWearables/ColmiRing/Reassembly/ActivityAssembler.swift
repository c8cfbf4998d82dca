extension ColmiRing {
  /// Puts together a day's activity: rows that know their count, under a header that may be missing.
  struct ActivityAssembler: Sendable {
    private static let headerMark: UInt8 = 0xF0

    private var header: Packet?
    private var rows = PacketSeries()
    private var headerFrame: Int?

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
      guard let trail = takeTrail() else { return }
      emit(.incomplete(Incomplete(of: .activity, frames: trail.earlier.count + 1)), trail)
    }

    private mutating func receiveHeader(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      // A header belongs to the rows so far only where they lack one and have its count.
      let isLate = header == nil && rows.first.map { $0[6] == packet[2] } ?? true
      if !isLate { finish(emit: emit) }
      header = packet
      headerFrame = frame
    }

    private mutating func receiveRow(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      guard Activity.isRow(packet) else {
        emit(.unknown(Unknown(packet)), FrameTrail(last: frame))
        return
      }
      let hasOtherCount = header.map { $0[2] != packet[6] } ?? false
      let isOfOtherDay = rows.first.map { !Activity.agree($0, packet) } ?? false
      if hasOtherCount || isOfOtherDay { finish(emit: emit) }
      if !rows.insert(packet, at: packet[5], frame: frame) {
        finish(emit: emit)
        _ = rows.insert(packet, at: packet[5], frame: frame)
      }
      guard rows.count == packet[6] else { return }
      let newEnergyScale = header.map { $0[3] == 1 } ?? true
      if let activity = Activity(rows: rows.packets, newEnergyScale: newEnergyScale), let trail = takeTrail() {
        emit(.activity(activity), trail)
      }
    }

    /// The frames gathered, header included; forgets them all.
    private mutating func takeTrail() -> FrameTrail? {
      let ofHeader = headerFrame
      header = nil
      headerFrame = nil
      let frames = ((rows.takeTrail()?.all ?? []) + (ofHeader.map { [$0] } ?? [])).sorted()
      return frames.last.map { FrameTrail(earlier: [Int](frames.dropLast()), last: $0) }
    }
  }
}
