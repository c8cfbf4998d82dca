import HaloEngine

extension BeltLeftRunning {
  /// Warns of belts that an earlier process left running. Sends nothing to the machines.
  static func warn(in journal: Journal) {
    // Ignore errors here: the command itself reports a journal that cannot be read.
    for belt in (try? all(in: journal, HaloProgram.registry)) ?? [] { StandardError.report(belt.words) }
  }

  private var words: Phrase {
    let time = TextFormat.localTime(moment)
    let state = speed.map {
      Phrase("the belt of \(device) was running at \(MeasureWording.speed($0 / 3.6)) at \(time)")
    }
    return Phrase(
      """
      \(state ?? Phrase("the belt of \(device) was started at \(time)")), and Halo has not seen it stop since. Use the \
      Stop key of the machine.
      """)
  }
}
