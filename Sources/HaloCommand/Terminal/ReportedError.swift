import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloReports
import HaloWearables

/// An error that ends a command with its description and a status of its own.
protocol ReportedError: Error {
  /// The exit status of the command.
  var exitStatus: Int32 { get }
}

extension ReportedError {
  var exitStatus: Int32 { EX.unavailable }
}

/// Runs `body`; what went wrong goes to standard error in words.
func report<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error where isOfDevice(error) {
    StandardError.report(description(of: error))
    throw ExitCode(exitStatus(of: error))
  }
}

/// Runs `body`; what went wrong with the radio or the device goes to standard error in words.
func report<Result>(_ body: () async throws -> Result) async throws -> Result {
  do {
    return try await body()
  } catch let error where isOfDevice(error) {
    StandardError.report(description(of: error))
    throw ExitCode(exitStatus(of: error))
  }
}

private func exitStatus(of error: any Error) -> Int32 {
  switch error {
  case let error as any ReportedError: error.exitStatus
  case is WriteRefusal: EX.noPermission
  case let error as BluetoothError where error.reason == .inUse: EX.temporary
  default: EX.unavailable
  }
}

/// The error, with what a command offers beside the error's own advice.
private func description(of error: any Error) -> Phrase {
  guard let error = error as? BluetoothError, error.reason == .inUse else { return Phrase("\(error)") }
  return Phrase("\(error) --take-over takes its link, and that program loses it.")
}

private func isOfDevice(_ error: any Error) -> Bool {
  error is BluetoothError || error is WearableError || error is LiveMeasuringError || error is ConfigurableError
    || error is MachineError || error is TargetRefusal
    || error is WriteRefusal || error is EngineError || error is ImplausibleClock || error is any ReportedError
}
