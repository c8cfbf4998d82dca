/// A record of the days written to Apple Health: repeating a sync writes nothing, and a changed day is replaced. What
/// Health refused is left out until it changes. A lost ledger causes unnecessary writes and no duplicates.
public struct HealthLedger: Sendable, Hashable, Codable {
  private var days: [CalendarDate: UInt64] = [:]
  /// The reasons of the refused parts of each day, by their digests.
  private var refused: [CalendarDate: [UInt64: String]] = [:]

  /// Creates an empty ledger.
  public init() {}

  /// Returns whether Health must be changed to contain exactly `day`. An empty day that was never written needs nothing.
  public func needs(_ day: HealthDay) -> Bool {
    guard let written = days[day.date] else { return !day.isEmpty }
    return written != Self.digest(day)
  }

  /// Records that `day` was written to Health. Call it after the write.
  public mutating func note(_ day: HealthDay) { days[day.date] = Self.digest(day) }

  /// Writes `day` if Health must be changed. `retrying` also writes a day of which something was refused, with that.
  ///
  /// - Returns: The parts of the day that are missing in Health, because it refused them now or earlier.
  /// - Throws: The error if the day could not be written; it is written next time.
  public mutating func write(_ day: HealthDay, to store: some HealthStore, retrying: Bool = false) async throws
    -> [HealthRefusal]
  {
    let parts = day.parts.map { (part: $0, digest: Self.digest($0)) }
    let known = retrying ? [:] : refused[day.date] ?? [:]
    if needs(day) || (retrying && refused[day.date] != nil) {
      try await store.remove(day.date)
      var reasons: [UInt64: String] = [:]
      for (part, digest) in parts {
        if let reason = known[digest] { reasons[digest] = reason } else { reasons[digest] = try await store.save(part) }
      }
      refused[day.date] = reasons.isEmpty ? nil : reasons
      note(day)
    }
    return parts.compactMap { part, digest in refused[day.date]?[digest].map { HealthRefusal(part: part, reason: $0) } }
  }

  /// Computes FNV-1a, because Swift's own hashes differ from run to run.
  private static func digest(_ day: HealthDay) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ text: String) {
      for byte in "\(text);".utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
    func add(_ record: HealthRecord) {
      add("\(record.kind) \(record.start.milliseconds) \(record.end.milliseconds) \(record.device?.name ?? "")")
    }
    day.records.forEach(add)
    for workout in day.workouts {
      let values = workout.workout
      add("\(values.kind) \(values.start.milliseconds) \(values.length) \(values.meters ?? -1)")
      workout.heartRates.forEach(add)
    }
    return hash
  }
}
