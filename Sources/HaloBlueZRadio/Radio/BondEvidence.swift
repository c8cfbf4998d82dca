#if BlueZ && os(Linux)
  /// What links with one device show about the bond that it requires. bluetoothd bonds by itself if an operation requires
  /// it, even one of its own, and reports neither that it does so nor that the device refuses: the link then just ends.
  struct BondEvidence {
    /// True while a bond that bluetoothd's agent was asked for is not complete.
    var isUnderWay = false
    /// True while bluetoothd itself has not read the battery level of the present link's device.
    private var awaitsBattery = false
    /// The operation that was not answered when the latest link was lost, and the number of links in a row that were
    /// lost with it.
    private var unanswered: (operation: BluetoothError.Operation, attribute: BluetoothUUID?)?
    private var losses = 0
    /// True once the loss of the present link was noted: operations after the first that failed are no evidence.
    private var isLost = false

    /// True if the device may have refused a bond that bluetoothd asked for. Then `Pair` shows whether it did.
    var suggestsRefusal: Bool { losses >= 2 }

    /// Notes a new link, with the device's services as bluetoothd knows them.
    mutating func begin(_ services: [String]) {
      isUnderWay = false
      isLost = false
      note(services)
    }

    /// Notes the device's services: bluetoothd reads the battery level before other operations.
    mutating func note(_ services: [String]) {
      awaitsBattery = services.contains { BluetoothUUID($0) == 0x180F }
    }

    /// Notes that bluetoothd has read the battery level.
    mutating func noteBattery() {
      awaitsBattery = false
      note(answer: .read, 0x2A19)
    }

    mutating func note(loss operation: BluetoothError.Operation, _ attribute: BluetoothUUID?) {
      guard !isLost else { return }
      isLost = true
      let (operation, attribute) = awaitsBattery ? (.read, 0x2A19) : (operation, attribute)
      losses = unanswered?.operation == operation && unanswered?.attribute == attribute ? losses + 1 : 1
      unanswered = (operation, attribute)
    }

    /// Notes an answer, or a bond: the operation does not require another.
    mutating func note(answer operation: BluetoothError.Operation, _ attribute: BluetoothUUID?) {
      if unanswered?.operation == operation, unanswered?.attribute == attribute { self = BondEvidence() }
    }
  }
#endif
