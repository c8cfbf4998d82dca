import ArgumentParser
import HaloEngine
import HaloReports

/// An error that ends a command with its description and its own exit status.
protocol ReportedError: Error {
  /// The exit status of the command.
  var exitStatus: Int32 { get }
}

extension ReportedError {
  var exitStatus: Int32 { EX.unavailable }
}

/// Runs `body`. Reports known errors on standard error, and throws their `ExitCode`.
func report<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error where isReportable(error) {
    StandardError.report(description(of: error))
    throw ExitCode(exitStatus(of: error))
  }
}

/// Runs `body`. Reports known errors, such as those of the radio or the device, on standard error, and throws their
/// `ExitCode`.
func report<Result>(_ body: () async throws -> Result) async throws -> Result {
  do {
    return try await body()
  } catch let error where isReportable(error) {
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

/// Returns the error's description, followed by advice that depends on command options.
private func description(of error: any Error) -> Phrase {
  if let refusal = error as? WriteRefusal { return refusal.advice }
  guard let error = error as? BluetoothError, error.reason == .inUse else { return Phrase("\(error)") }
  return Phrase("\(error) --take-over takes over the link, and the other program loses it.")
}

private func isReportable(_ error: any Error) -> Bool {
  error is BluetoothError || error is WearableError || error is LiveMeasuringError || error is ConfigurableError
    || error is MachineError || error is TargetRefusal
    || error is WriteRefusal || error is EngineError || error is ImplausibleClock || error is any ReportedError
}
