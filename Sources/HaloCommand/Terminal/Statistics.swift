/// The minimum, mean and maximum of values.
struct Statistics {
  let minimum: Double
  let average: Double
  let maximum: Double

  /// `nil` if there are no values.
  init?(_ values: [Double]) {
    guard let minimum = values.min(), let maximum = values.max() else { return nil }
    self.minimum = minimum
    self.maximum = maximum
    average = (values.reduce(0, +) / Double(values.count) * 100).rounded() / 100
  }
}
