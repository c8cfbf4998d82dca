/// The output of the priorities of a wearer's devices.
struct PriorityOutput {
  let choices: [DeviceChoice.Subject: [Device]]
  let wearer: String
  let devices: [Device]

  private var priorities: [(metrics: [String], devices: [Device])] {
    choices.map { (metrics: Self.metrics($0), devices: $1) }.sorted { $0.metrics[0] < $1.metrics[0] }
  }

  /// The JSON object.
  var fields: JSONFields {
    func named(_ devices: [Device]) -> [[String: String]] {
      devices.map { ["name": VisibleText.printable($0.name), "identifier": $0.identifier.text] }
    }
    return [
      "wearer": wearer, "devices": named(devices),
      "priorities": priorities.map { ["metrics": $0.metrics, "devices": named($0.devices)] as JSONFields },
    ]
  }

  private static func metrics(_ subject: DeviceChoice.Subject) -> [String] {
    subject == .sleep
      ? ["sleep"] : Metric.known.filter { DeviceChoice.Subject($0) == subject }.map(\.exportName)
  }

  func text(_ terminal: Terminal) -> String {
    guard !priorities.isEmpty else {
      let rule = Phrase("No device has priority: for each metric, the one with the most data of the day counts.")
      return terminal.fitted(
        Phrase("\(rule) Devices: \(.names(devices.map { VisibleText.printable($0.name) })).").text + "\n")
    }
    return FactRows.draw(
      priorities.map { (.names($0.metrics), .names($0.devices.map { VisibleText.printable($0.name) })) }, on: terminal)
  }
}
