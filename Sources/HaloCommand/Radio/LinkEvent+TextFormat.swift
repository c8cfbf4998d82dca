extension LinkEvent {
  /// The progress message; only for an interruption.
  var words: String? {
    guard case .interrupted(_, let pause) = self, let problem else { return nil }
    return Phrase("\(problem); trying again in \(short: pause / .seconds(1)) s …").text
  }

  /// The reason of an interruption; `nil` for other events.
  var problem: Phrase? {
    guard case .interrupted(let error, _) = self else { return nil }
    return switch error {
    case let error as BluetoothError:
      switch (error.operation, error.reason) {
      case (_, .radio(.poweredOff)): Phrase("Bluetooth is turned off")
      case (_, .radio): Phrase("Bluetooth is not ready")
      case (.connect, _): Phrase("The device does not respond")
      default: Phrase("The link was lost")
      }
    case WearableError.clockChanged: Phrase("The device lost its clock")
    case WearableError.silent, WearableError.unanswered: Phrase("The device sends nothing")
    default: Phrase("The data is incomplete")
    }
  }
}
