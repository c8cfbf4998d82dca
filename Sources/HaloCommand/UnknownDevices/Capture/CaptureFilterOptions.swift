import HaloCaptures

/// Options that select a part of a capture.
struct CaptureFilterOptions: ParsableArguments {
  enum Direction: String, ExpressibleByArgument, CaseIterable {
    case sent
    case received
  }

  @Option(help: ArgumentHelp("Only this device, by address or name.", valueName: "device"))
  var device: String?

  @Option(
    help: ArgumentHelp(
      "Only this characteristic, by UUID, such as 2A37, or by handle, such as 0x0012. Repeatable.",
      valueName: "uuid"))
  var characteristic: [String] = []

  @Option(help: "Only frames that the phone or computer 'sent', or that it 'received'.")
  var direction: Direction?

  @Option(
    help: ArgumentHelp(
      "The start: seconds from the beginning, or a local time, such as 2026-11-20T08:15:30.", valueName: "time"),
    transform: CaptureArguments.Time.init)
  var from: CaptureArguments.Time?

  @Option(help: ArgumentHelp("The end.", valueName: "time"), transform: CaptureArguments.Time.init)
  var to: CaptureArguments.Time?

  /// Returns the filter for a capture. Throws a `ValidationError` if the device or a characteristic is not valid.
  func filter(_ survey: CaptureSurvey) throws -> OperationFilter {
    var filter = OperationFilter()
    if let device {
      let found = survey.devices.filter { candidate in
        candidate.name?.foldedName == device.foldedName
          || candidate.address?.description.foldedName == device.foldedName
      }.compactMap(\.address)
      if let address = DeviceAddress(device) {
        filter.devices = [address]
      } else {
        try refuse("This capture has no device '\(device)'. 'halo capture info' lists its devices.", if: found.isEmpty)
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
          Phrase("'\(text)' is not a characteristic. Write a UUID, such as 2A37, or a handle, such as 0x0012."))
      }
    }
    filter.direction = direction.map { $0 == .sent ? .sent : .received }
    filter.start = from?.moment(start: survey.firstTime)
    filter.end = to?.moment(start: survey.firstTime)
    return filter
  }
}
