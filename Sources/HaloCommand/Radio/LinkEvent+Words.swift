import HaloBluetooth
import HaloWearables

extension LinkEvent {
  /// What a person who waits is told; `nil` where there is nothing to say.
  var words: String? {
    guard case .interrupted(_, let pause) = self, let problem else { return nil }
    return "\(problem); trying again in \(Words.number(pause / .seconds(1))) s …"
  }

  /// What interrupted the link; `nil` if nothing did.
  var problem: String? {
    guard case .interrupted(let error, _) = self else { return nil }
    return
      switch error
    {
    case let error as BluetoothError:
      switch (error.operation, error.reason) {
      case (_, .radio(.poweredOff)): "Bluetooth is turned off"
      case (_, .radio): "Bluetooth is not ready"
      case (.connect, _): "It does not answer"
      default: "The link was lost"
      }
    case WearableError.clockChanged: "It lost its clock"
    case WearableError.silent, WearableError.unanswered: "It says nothing"
    default: "Not everything came"
    }
  }
}
