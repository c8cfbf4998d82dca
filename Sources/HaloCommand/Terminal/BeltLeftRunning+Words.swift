import HaloEngine
import HaloJournal
import HaloReports

extension BeltLeftRunning {
  /// Warns of belts that ran when an earlier program ended unexpectedly. Nothing is sent to the machines.
  static func warn(in journal: Journal) {
    // A journal that cannot be read is reported by what the command does with it.
    for belt in (try? all(in: journal, HaloProgram.registry)) ?? [] { StandardError.report(belt.words) }
  }

  private var words: Phrase {
    Phrase(
      """
      the belt of \(device) was running at \(short: speed) km/h at \(Words.localTime(moment)), when Halo ended unexpectedly. Halo has not \
      stopped it: use the machine's own Stop key.
      """)
  }
}
