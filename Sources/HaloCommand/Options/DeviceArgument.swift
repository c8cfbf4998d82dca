/// An argument that names a device of the journal.
struct DeviceArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The device's name or identifier.", valueName: "device"))
  var device: String

  /// Returns the device. If `all`, unpaired devices are included.
  func find(in journal: Journal, all: Bool = false) throws -> Device {
    try Self.find(device, in: all ? journal.allDevices() : journal.devices())
  }

  /// Returns the device with that name or identifier, otherwise the only one whose name begins with it; `nil` if there is
  /// none.
  static func match(_ name: String, in devices: [Device]) -> Device? {
    let wanted = name.foldedName
    let similar = devices.filter { $0.name.foldedName.hasPrefix(wanted) }
    return devices.first { $0.name == name }
      ?? devices.first { $0.isCalled(name) }
      ?? (similar.count == 1 && !wanted.isEmpty ? similar[0] : nil)
  }

  /// Returns the device that ``match(_:in:)`` finds, of paired devices or of all.
  static func find(_ name: String, in devices: [Device], all: Bool = false) throws -> Device {
    guard let found = match(name, in: devices) else {
      let name = VisibleText.printable(name)
      let names = Phrase.names(devices.map { VisibleText.printable($0.name) })
      let problem: Phrase =
        switch (all, devices.isEmpty) {
        case (true, _): Phrase("no device is called '\(name)'. Devices: \(names).")
        case (false, true): Phrase("no paired device is called '\(name)'. No device is paired.")
        case (false, false): Phrase("no paired device is called '\(name)'. Paired devices: \(names).")
        }
      throw Failure(EX.unavailable, problem)
    }
    return found
  }
}

extension Device {
  /// True if a text is the device's name or identifier.
  func isCalled(_ text: String) -> Bool { [name.foldedName, identifier.text.foldedName].contains(text.foldedName) }
}
