import HaloHealth
import HaloInterchange
import HaloText

/// A receiver that keeps everything, without bounds.
final class CollectingReceiver: ImportReceiver {
  private(set) var sources: [ImportSource] = []
  private(set) var entries: [(entry: ImportedEntry, source: String, place: Int)] = []
  private(set) var refused: [(problem: DataBounds.Problem, place: String)] = []
  private(set) var leftOut: [String: Int] = [:]
  private(set) var notes: [String] = []
  private(set) var isDamaged = false
  private(set) var fractions: [Double] = []
  /// Ends the reading at that part of the file.
  var cancelAt: Double?

  func add(_ source: ImportSource) -> Int? {
    guard DataBounds.isIdentifier(source.identifier), DataBounds.isName(source.name) else { return nil }
    if let known = sources.firstIndex(of: source) { return known }
    sources.append(source)
    return sources.count - 1
  }

  func take(_ entry: ImportedEntry, of source: Int, place: Int) { entries.append((entry, sources[source].name, place)) }

  func refuse(_ problem: DataBounds.Problem, in part: ImportPart, place: Int) {
    refused.append((problem, part.place(place)))
  }

  func leaveOut(_ kind: String, count: Int) { leftOut[kind, default: 0] += count }

  func note(_ sentence: Phrase, isDamage: Bool) {
    notes.append(sentence.english)
    isDamaged = isDamaged || isDamage
  }

  func progress(_ fraction: Double) throws {
    fractions.append(fraction)
    if let cancelAt, fraction >= cancelAt { throw CancellationError() }
  }

  /// The samples of a metric as text: "2024-01-02T08:00:00+01:00 72.0".
  func samples(_ metric: Metric) -> [String] {
    entries.compactMap { entry in
      guard case .sample(metric, let value, let start, let length, _, _) = entry.entry else { return nil }
      return "\(start) \(value)" + (length == 0 ? "" : " for \(length / 1000) s")
    }
  }

  /// The sleeps as text: "night 2024-01-02T23:00:00+01:00 light 30, deep 20, in bed 60 from 22:45".
  var sleeps: [String] {
    entries.compactMap { entry in
      guard case .sleep(let kind, let start, let stages, _, let inBed) = entry.entry else { return nil }
      let bed = inBed.map {
        "in bed \(($0.upperBound - $0.lowerBound).wholeMinutes) from \($0.lowerBound.wallClock.time)"
      }
      return "\(kind) \(start) "
        + (stages.map { "\($0.word) \($0.minutes)" } + [bed].compactMap(\.self)).joined(separator: ", ")
    }
  }

  /// The workouts.
  var workouts: [Workout] {
    entries.compactMap { if case .workout(let workout) = $0.entry { workout } else { nil } }
  }
}
