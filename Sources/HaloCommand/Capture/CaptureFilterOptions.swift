import ArgumentParser
import HaloBluetooth
import HaloCaptures
import HaloReports

/// Which part of a capture a command is about.
struct CaptureFilterOptions: ParsableArguments {
  enum Direction: String, ExpressibleByArgument, CaseIterable {
    case sent
    case received
  }

  @Option(help: ArgumentHelp("Only this device: its address or name.", valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Only this characteristic: its UUID, as in 2A37, or its handle, as in 0x0012. Can be given again.",
      valueName: "uuid"))
  var characteristic: [String] = []

  @Option(help: "Only what the phone or computer 'sent', or what it 'received'.")
  var direction: Direction?

  @Option(
    help: ArgumentHelp(
      "From then on: seconds from the beginning, or a time here as in 2026-11-20T08:15:30.", valueName: "time"),
    transform: CaptureArguments.Time.init)
  var from: CaptureArguments.Time?

  @Option(help: ArgumentHelp("Until then.", valueName: "time"), transform: CaptureArguments.Time.init)
  var to: CaptureArguments.Time?

  /// The filter, for the devices of a capture.
  func filter(_ survey: CaptureSurvey) throws -> OperationFilter {
    var filter = OperationFilter()
    if let device {
      let found = survey.devices.filter { candidate in
        candidate.name?.lowercased() == device.lowercased()
          || candidate.address?.description.lowercased() == device.lowercased()
      }.compactMap(\.address)
      if let address = DeviceAddress(device) {
        filter.devices = [address]
      } else {
        guard !found.isEmpty else {
          throw ValidationError(
            Phrase("No device '\(device)' takes part in this capture. 'halo capture info' lists them."))
        }
        filter.devices = Set(found)
      }
    }
    for text in characteristic {
      if text.lowercased().hasPrefix("0x"), let handle = CaptureArguments.handle(text) {
        filter.handles.insert(handle)
      } else if let uuid = BluetoothUUID(text) {
        filter.characteristics.insert(uuid)
      } else {
        throw ValidationError(
          Phrase("'\(text)' is no characteristic: write a UUID as in 2A37, or a handle as in 0x0012."))
      }
    }
    filter.direction = direction.map { $0 == .sent ? .sent : .received }
    filter.start = from?.moment(start: survey.firstTime)
    filter.end = to?.moment(start: survey.firstTime)
    return filter
  }
}
