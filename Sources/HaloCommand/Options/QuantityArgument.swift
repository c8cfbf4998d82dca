/// A quantity on the command line, among those that the program's drivers can measure in some way.
protocol QuantityArgument: ExpressibleByArgument {
  /// The quantities of a family.
  static func quantities(of family: WearableFamily) -> [Metric]

  init(metric: Metric)
}

extension QuantityArgument {
  private static var known: [Metric] {
    let measured = Set(HaloProgram.registry.drivers.flatMap { quantities(of: $0.family) })
    return Metric.known.filter(measured.contains)
  }

  static var allValueStrings: [String] { known.map(\.shortName) }

  /// Finds a quantity by any name of its metric.
  init?(argument: String) {
    guard let first = MetricName(argument)?.metrics.first,
      let quantity = Self.known.first(where: { $0.charted.contains(first) })
    else { return nil }
    self.init(metric: quantity)
  }
}
