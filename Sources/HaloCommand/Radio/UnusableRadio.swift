import HaloBluetooth
import HaloReports

/// The error that the real radio cannot be used, with advice to run `halo doctor`.
struct UnusableRadio: ReportedError, CustomStringConvertible {
  private let error: BluetoothError

  /// Returns `nil` for any other error.
  init?(_ error: any Error) {
    guard let error = error as? BluetoothError, case .radio(let state) = error.reason,
      [.poweredOff, .unauthorized, .unsupported, .resetting].contains(state)
    else { return nil }
    self.error = error
  }

  var description: String { Phrase("\(error) 'halo doctor' shows the reason and a fix.").text }
}
