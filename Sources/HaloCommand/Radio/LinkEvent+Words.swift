import HaloBluetooth
import HaloReports
import HaloWearables

extension LinkEvent {
  /// What a person who waits is told; `nil` where there is nothing to say.
  var words: String? {
    guard case .interrupted(_, let pause) = self, let problem else { return nil }
    return Phrase("\(problem); trying again in \(short: pause / .seconds(1)) s …").text
  }

  /// What interrupted the link; `nil` if nothing did.
  var problem: Phrase? {
    guard case .interrupted(let error, _) = self else { return nil }
    return
      switch error
    {
    case let error as BluetoothError:
      switch (error.operation, error.reason) {
      case (_, .radio(.poweredOff)): Phrase("Bluetooth is turned off")
      case (_, .radio): Phrase("Bluetooth is not ready")
      case (.connect, _): Phrase("It does not answer")
      default: Phrase("The link was lost")
      }
    case WearableError.clockChanged: Phrase("It lost its clock")
    case WearableError.silent, WearableError.unanswered: Phrase("It sends nothing")
    default: Phrase("Not everything came")
    }
  }
}
