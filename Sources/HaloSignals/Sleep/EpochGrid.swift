/// Converts epochs of any length to the 30-second epochs of ``SleepStager``, and back.
struct EpochGrid {
  /// The number of original epochs.
  let epochs: Int
  /// The length of an original epoch in seconds.
  let length: Double
  /// The number of 30-second epochs that cover them.
  let slots: Int

  init(epochs: Int, length: Double) {
    self.epochs = epochs
    self.length = length
    slots = Int((Double(epochs) * length / SleepFeatures.epoch).rounded(.up))
  }

  /// Returns the mean over each 30-second epoch, weighted by overlap.
  func averaged(_ values: [Double]) -> [Double] {
    if length == SleepFeatures.epoch { return values }
    return move(values, from: length, count: slots, to: SleepFeatures.epoch)
  }

  /// Returns the mean over each original epoch.
  func spread(_ series: [[Double]]) -> [[Double]] {
    if length == SleepFeatures.epoch { return series }
    return series.map { move($0, from: SleepFeatures.epoch, count: epochs, to: length) }
  }

  private func move(_ values: [Double], from: Double, count: Int, to: Double) -> [Double] {
    (0..<count).map { index in
      let start = Double(index) * to
      let end = Double(index + 1) * to
      var sum = 0.0
      var weight = 0.0
      var position = Int(start / from)
      while position < values.count, Double(position) * from < end {
        let overlap = min(end, Double(position + 1) * from) - max(start, Double(position) * from)
        if overlap > 0, !values[position].isNaN {
          sum += overlap * values[position]
          weight += overlap
        }
        position += 1
      }
      return weight > 0 ? sum / weight : .nan
    }
  }
}
