/// Epochs of any length on the epochs of 30 s that ``SleepStager`` thinks in, and back.
struct EpochGrid {
  /// Epochs that came in.
  let epochs: Int
  /// Their length in seconds.
  let length: Double
  /// Epochs of 30 s that cover them.
  let slots: Int

  init(epochs: Int, length: Double) {
    self.epochs = epochs
    self.length = length
    slots = Int((Double(epochs) * length / SleepFeatures.epoch).rounded(.up))
  }

  /// The mean over each 30 s, weighted by how much of them an epoch covers.
  func averaged(_ values: [Double]) -> [Double] {
    if length == SleepFeatures.epoch { return values }
    return move(values, from: length, count: slots, to: SleepFeatures.epoch)
  }

  /// The mean over each epoch that came in.
  func spread(_ series: [[Double]]) -> [[Double]] {
    if length == SleepFeatures.epoch { return series }
    return series.map { move($0, from: SleepFeatures.epoch, count: epochs, to: length) }
  }

  private func move(_ values: [Double], from: Double, count: Int, to: Double) -> [Double] {
    (0..<count).map { index in
      let (start, end) = (Double(index) * to, Double(index + 1) * to)
      var (sum, weight) = (0.0, 0.0)
      var place = Int(start / from)
      while place < values.count, Double(place) * from < end {
        let overlap = min(end, Double(place + 1) * from) - max(start, Double(place) * from)
        if overlap > 0, !values[place].isNaN {
          sum += overlap * values[place]
          weight += overlap
        }
        place += 1
      }
      return weight > 0 ? sum / weight : .nan
    }
  }
}
