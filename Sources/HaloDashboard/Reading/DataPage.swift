import Synchronization

/// The Data page: the contents of the journal.
final class DataPage: Sendable {
  private struct State {
    var facts: JournalFacts?
    var time: ContinuousClock.Instant?
    /// Number of invalidations. A count that began before the latest one is discarded.
    var age = 0
    var isCounting = false
    /// Duration of the last count.
    var cost = Duration.zero
  }

  private let state = Mutex(State())

  /// True if a new count is due (every five minutes) and no count is running. If true, the caller must call
  /// ``count(_:)``.
  func reserveCount() -> Bool {
    state.withLock { state in
      guard !state.isCounting, state.time.map({ ContinuousClock.now - $0 > .seconds(300) }) ?? true else {
        return false
      }
      state.isCounting = true
      return true
    }
  }

  /// Counts the journal's contents. This takes a second or more after years of data.
  func count(_ journal: Journal) throws {
    defer { state.withLock { $0.isCounting = false } }
    let (time, age) = state.withLock { ($0.time, $0.age) }
    // Skip if another caller has just counted.
    if let time, ContinuousClock.now - time < .seconds(300) { return }
    let begun = ContinuousClock.now
    let counted = try journal.facts()
    state.withLock { state in
      guard state.age == age else { return }
      state.facts = counted
      state.time = .now
      state.cost = .now - begun
    }
  }

  /// True if a request must wait for a new count: if the cache is empty, or the last count is outdated and took less than
  /// 100 ms. Large journals show the last count.
  var mustCount: Bool {
    state.withLock { $0.facts == nil || ($0.time == nil && $0.cost < .milliseconds(100)) }
  }

  /// Marks the last count as outdated, because new data has arrived.
  func age() {
    state.withLock { state in
      state.time = nil
      state.age += 1
    }
  }

  /// The page's answer, with the latest count.
  func answer(_ wearer: WearerContext, _ journal: Journal) throws -> DataAnswer {
    let facts = try state.withLock { $0.facts } ?? journal.facts()
    let days = try journal.knownDays(of: wearer.name)
    var counts: [(Phrase, Int)] = [(Phrase("Frames"), facts.frames)]
    counts += Metric.known.compactMap { metric in
      facts.samples[metric].map { (Phrase("\(metric.title), values"), $0) }
    }
    counts += [
      (Phrase("Nights and naps"), facts.sleeps), (Phrase("Workouts"), facts.workouts),
      (Phrase("Computed values"), facts.derived),
      (Phrase("Minutes of raw data"), facts.rawMinutes),
    ]
    let devices = try journal.allDevices()
    let wearers = try journal.wearers().map { name in
      let span = try journal.knownDays(of: name)
      let days = span.map { $0.upperBound.daysSince1970 - $0.lowerBound.daysSince1970 + 1 } ?? 0
      return DataAnswer.Wearer(id: name, name: name, days: days, devices: devices.count { $0.wearer == name })
    }
    return DataAnswer(
      size: facts.bytes, sizeWords: MeasureWording.size(bytes: facts.bytes),
      words: days.map { Phrase("From \($0.lowerBound, .long) to \($0.upperBound, .long).") },
      oldest: days?.lowerBound, newest: days?.upperBound,
      counts: counts.filter { $0.1 > 0 }.map { DataAnswer.Count(name: $0.0, count: $0.1) }, wearers: wearers)
  }

  /// Discards the last count.
  func forget() {
    state.withLock { state in
      state.facts = nil
      state.time = nil
      state.age += 1
    }
  }
}
