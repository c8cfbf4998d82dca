import HaloEngine
import HaloJournal
import HaloReports

extension BeltLeftRunning {
  /// Warns of belts that were running when an earlier process ended unexpectedly. Sends nothing to the machines.
  static func warn(in journal: Journal) {
    // Ignore errors here: the command itself reports a journal that cannot be read.
    for belt in (try? all(in: journal, HaloProgram.registry)) ?? [] { StandardError.report(belt.words) }
  }

  private var words: Phrase {
    Phrase(
      """
      the belt of \(device) was running at \(short: speed) km/h at \(TextFormat.localTime(moment)), when Halo ended \
      unexpectedly. Halo has not stopped it. Use the Stop key of the machine.
      """)
  }
}
