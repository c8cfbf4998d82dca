import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports

/// The output of the priorities of a wearer's devices.
struct PriorityOutput: Encodable {
  private struct Priority: Encodable {
    let metrics: [String]
    let devices: [NamedDevice]
  }

  private struct NamedDevice: Encodable {
    let name: String
    let identifier: String

    init(_ device: Device) { (name, identifier) = (TextFormat.printable(device.name), device.identifier.text) }
  }

  private let wearer: String
  private let priorities: [Priority]
  private let devices: [NamedDevice]

  init(_ priorities: [DeviceChoice.Subject: [Device]], wearer: String, among devices: [Device]) {
    self.wearer = wearer
    self.devices = devices.map(NamedDevice.init)
    self.priorities = priorities.map { subject, devices in
      Priority(metrics: Self.metrics(subject), devices: devices.map(NamedDevice.init))
    }.sorted { $0.metrics[0] < $1.metrics[0] }
  }

  private static func metrics(_ subject: DeviceChoice.Subject) -> [String] {
    subject == .sleep
      ? ["sleep"] : Metric.allCases.filter { DeviceChoice.Subject($0) == subject }.map(\.exportName)
  }

  func text(_ terminal: Terminal) -> String {
    guard !priorities.isEmpty else {
      let rule = Phrase("No device has priority: for each metric, the one with the most data of the day counts.")
      return terminal.fitted(Phrase("\(rule) Devices: \(.names(devices.map(\.name))).").text + "\n")
    }
    return FactRows.draw(
      priorities.map { priority in
        (
          Phrase.names(priority.metrics), Phrase.names(priority.devices.map(\.name))
        )
      }, on: terminal)
  }
}
