import HaloEngine
import HaloJournal

extension BeltLeftRunning {
  /// Warns of belts that ran when an earlier program ended unexpectedly. Nothing is sent to the machines.
  static func warn(in journal: Journal) {
    // A journal that cannot be read is reported by what the command does with it.
    for belt in (try? all(in: journal, HaloProgram.registry)) ?? [] { StandardError.write("halo: \(belt.words)\n") }
  }

  var words: String {
    """
    the belt of \(Words.printable(device)) was running at \(Words.number(speed)) km/h at \(Words.localTime(moment)), when Halo ended \
    unexpectedly. Halo has not stopped it: use the machine's own Stop key.
    """
  }
}
