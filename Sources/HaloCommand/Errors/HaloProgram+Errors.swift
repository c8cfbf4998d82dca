import HaloCaptures
import HaloDaemon
import HaloEngine
import HaloInterchange

extension HaloProgram {
  /// The exit status of a command that an error ends. Help and the version are errors to ArgumentParser, too.
  static func exitStatus(of error: any Error) -> Int32 {
    switch error {
    case is CancellationError: EX.interrupted
    case let error as any ReportedError: error.exitStatus
    case let error as ImportError: error.isMissingFile ? EX.noInput : EX.dataError
    case let error as JournalError:
      switch error {
      case .full, .readOnly, .cannotWrite, .notUpdated, .other: EX.ioError
      case .cannotOpen: EX.noInput
      case .damaged, .newer: EX.dataError
      case .otherWearer: EX.unavailable
      case .nameTaken, .badName: EX.usage
      case .busy: EX.temporary
      }
    case let error as MergeError:
      switch error {
      case .unreadable: EX.noInput
      case .unusable, .newer, .sameJournal: EX.dataError
      case .otherWearers, .severalWearers, .otherWearerOfDevice: EX.usage
      }
    case let error as RestoreError:
      switch error {
      case .unreadable: EX.noInput
      case .unusable, .newer: EX.dataError
      case .journalExists: EX.cannotCreate
      case .inUse: EX.temporary
      }
    case is PersonalLimits.Refusal: EX.usage
    case is CaptureError, is ExplanationError: EX.dataError
    case is SettingsFile.Failure: EX.configuration
    case is any PhrasedError: EX.unavailable
    default: current.root.exitCode(for: error).rawValue
    }
  }

  /// Reports an error now, for commands that print more after it, and returns an error with its exit status alone. A drawn
  /// line must be cleared before.
  static func reported(_ error: any Error) -> Failure {
    report(error)
    return Failure(exitStatus(of: error))
  }

  /// Writes why a command ended: an error's phrase, or the parser's message, which may be a help screen.
  static func report(_ error: any Error) {
    switch error {
    case is CancellationError: break
    case let failure as Failure: StandardError.report(failure.phrases)
    case let error as any ReportedError: StandardError.report(error.advice)
    case let error as any PhrasedError: StandardError.report(error.phrase)
    default:
      let message = current.root.fullMessage(for: error, columns: Terminal.current().width)
      guard !message.isEmpty else { break }
      if current.root.exitCode(for: error).isSuccess {
        try? StandardOutput.write(text: HelpScreen.arranged(message) + "\n")
      } else {
        StandardError.write(message + "\n")
      }
    }
  }
}
