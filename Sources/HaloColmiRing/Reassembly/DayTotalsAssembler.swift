extension ColmiRing {
  /// Assembles the two packets of a day's totals.
  struct DayTotalsAssembler: Sendable {
    private var parts = PacketSeries()

    mutating func receive(_ packet: Packet, frame: Int, emit: (Message, FrameTrail) -> Void) {
      if packet[1] < 2, packet[2] == DayTotals.noDataMark {
        emit(.noData(NoData(of: .dayTotals)), FrameTrail(last: frame))
        return
      }
      guard DayTotals.isPart(packet) else {
        emit(.unknown(Unknown(packet)), FrameTrail(last: frame))
        return
      }
      if let other = parts.first, !DayTotals.agree(other, packet) { finish(emit: emit) }
      let entry = PacketSeries.Entry(packet: packet, place: packet[1], frame: frame)
      if !parts.insert(entry) {
        finish(emit: emit)
        _ = parts.insert(entry)
      }
      if let first = parts[0], let second = parts[1], let totals = DayTotals(first: first, second: second),
        let trail = FrameTrail(parts.takeFrames().sorted())
      {
        emit(.dayTotals(totals), trail)
      }
    }

    mutating func finish(emit: (Message, FrameTrail) -> Void) {
      Incomplete.report(parts.takeFrames(), of: .dayTotals, emit: emit)
    }
  }
}
