import HaloHealth
public import HaloJournal

extension [StoredSample] {
  /// Of several devices the one that knows most: two on one wearer are not two hearts. By five minutes, because an hour of training with
  /// a value each second is not more of the night than a ring's values.
  public var ofDeviceThatCounts: [StoredSample] {
    let byDevice = Dictionary(grouping: self, by: \.device)
    guard byDevice.count > 1 else { return self }
    func reach(_ device: Int, _ samples: [StoredSample]) -> (Int, Int, Int) {
      (Set(samples.map { $0.start.milliseconds / 300_000 }).count, samples.count, -device)
    }
    return byDevice.max { reach($0.key, $0.value) < reach($1.key, $1.value) }?.value ?? []
  }
}
