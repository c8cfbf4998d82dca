/// The counters of one data characteristic during a workout, compared with its speed and with other characteristics.
struct MachineCounts: Sendable {
  private var counts: [MachineQuantity: CumulativeCount] = [
    .meters: .meters, .kilocalories: .kilocalories, .elapsedSeconds: .elapsedSeconds,
  ]
  /// What the other characteristics had counted when this one began.
  private let before: [MachineKind: [MachineQuantity: Double]]
  /// The distance that the speeds add up to, and the counted distance while they were known.
  private var metersBySpeed = 0.0
  private var metersWithSpeed = 0.0
  private var last: (seconds: Double, speed: Double?, meters: Double?)?

  init(beside others: [MachineKind: MachineCounts]) {
    before = others.mapValues { other in other.counts.compactMapValues(\.total) }
  }

  /// The counted figure; `nil` if the characteristic does not have it.
  func total(_ quantity: MachineQuantity) -> Double? { counts[quantity]?.total }

  mutating func take(_ record: MachineRecord, at time: Moment) {
    let seconds = Double(time.milliseconds) / 1000
    for (quantity, _) in counts {
      if let value = record[quantity] { counts[quantity]?.take(value, at: seconds) }
    }
    let speed = record.derived.contains(.speed) ? nil : record[.speed].map { $0 / 3.6 }
    let meters = total(.meters)
    if let last, let speed, let before = last.speed, let meters, let counted = last.meters,
      0...Self.longestPause ~= seconds - last.seconds
    {
      metersBySpeed += (speed + before) / 2 * (seconds - last.seconds)
      metersWithSpeed += meters - counted
    }
    last = (seconds, speed, meters)
  }

  /// Returns what speaks against a figure of the characteristic of `kind`, and the figure according to that. `end` is the
  /// end of a workout that ended without a connection.
  func doubt(
    _ quantity: MachineQuantity, beside others: [MachineKind: MachineCounts], _ kind: MachineKind, until end: Moment?
  ) -> (doubt: WorkoutCount.Doubt, other: Double?)? {
    guard let count = counts[quantity], let total = count.total else { return nil }
    let tolerance = quantity == .meters ? Self.tolerance : Self.energyTolerance
    func differ(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) > max(tolerance, Self.share * max(one, other))
    }
    let bySpeed = total - metersWithSpeed + metersBySpeed
    if quantity == .meters, metersBySpeed > 0, differ(metersWithSpeed, metersBySpeed) { return (.speed, bySpeed) }
    // Only what both counted is compared, because one may have begun later.
    for (other, second) in others.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      guard let theirs = second.total(quantity), theirs > 0 else { continue }
      let alone = second.before[kind]?[quantity] ?? 0
      let both = theirs - (before[other]?[quantity] ?? 0)
      if differ(total - alone, both) { return (.secondCount, alone + both) }
    }
    // A count that is higher after a restart looks as if it had gone on, unless another shows that.
    let restarted = counts.values.contains { $0.wasRestartedInPause }
    var unseen = restarted ? max(count.unseen, count.expectedInPauses) : count.unseen
    if let clock = counts[.elapsedSeconds], clock.total == nil || clock.hidden > 0 { unseen += count.hidden }
    if let end, let last, last.speed != 0 {
      let seconds = Double(end.milliseconds) / 1000
      unseen += count.expectedGrowth(until: seconds)
      // Without growth there is no estimate.
      if total == 0, unseen == 0, seconds - last.seconds > Self.longestPause { return (.unseen, nil) }
    }
    if unseen > tolerance { return (.unseen, total + unseen) }
    // The speeds confirm the count without the jump, if they are known.
    let isConfirmed = quantity == .meters && metersBySpeed > 0
    return count.jumps > tolerance && !isConfirmed ? (.jump, total + count.jumps) : nil
  }

  /// Machines send their speed every second or two; over a longer time it does not determine the distance.
  private static let longestPause = 10.0
  /// What rounding explains: a machine that counts tens of meters, or kilocalories.
  private static let tolerance = 15.0
  private static let energyTolerance = 2.0
  private static let share = 0.015
}
