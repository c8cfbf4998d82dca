import HaloBluetooth
import HaloReports

/// The real radio of this machine cannot be used; who wants to know why has a command for that.
struct UnusableRadio: ReportedError, CustomStringConvertible {
  private let error: BluetoothError

  /// `nil` where the error is another one.
  init?(_ error: any Error) {
    guard let error = error as? BluetoothError, case .radio(let state) = error.reason,
      [.poweredOff, .unauthorized, .unsupported, .resetting].contains(state)
    else { return nil }
    self.error = error
  }

  var description: String { Phrase("\(error) 'halo doctor' says why, and what to do.").text }
}
