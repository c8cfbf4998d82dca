/// A fault that a test causes with ``SimulatedHome/cause(_:)``.
public enum ScriptedFault: Sendable {
  /// The device's link is lost now, as when its firmware restarts.
  case linkLoss(DeviceID)
  /// The device is moved out of the radio's reach. Its link is lost after two seconds. Bring it back with
  /// `SimulatedMedium.move(_:to:)` of HaloSimulatedRadio.
  case outOfRange(DeviceID)
  /// A phone connects to the device as soon as it is not connected. The device then neither advertises nor accepts
  /// connections. Release it with
  /// `SimulatedMedium.setConnectedElsewhere(_:_:)` of HaloSimulatedRadio.
  case heldByPhone(DeviceID)
  /// The radio is turned off, is forbidden to the program, or is on again.
  case radio(RadioState)
  /// A fault of the `number`th packet from now on to which it applies, over all links and in both directions: a
  /// notification is lost, cut off or delivered twice, a request is refused, or the link is lost.
  case packet(PacketFault, number: Int = 1)
  /// Random faults from now on, at the given rates.
  case random(PacketFaultRates)
}
