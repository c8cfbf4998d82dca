import HaloCaptures
import HaloDaemon
import HaloEngine
import HaloInterchange

/// An error that ends a command with its phrase and its own exit status. Any other error with a phrase ends it with
/// `EX.unavailable`.
protocol ReportedError: PhrasedError {
  /// The exit status of the command.
  var exitStatus: Int32 { get }
  /// The phrase, with advice that depends on command options.
  var advice: Phrase { get }
}

extension ReportedError {
  var advice: Phrase { phrase }
}

extension BluetoothError: ReportedError {
  var exitStatus: Int32 { reason == .inUse ? EX.temporary : EX.unavailable }
  var advice: Phrase {
    reason == .inUse
      ? Phrase("\(phrase) --take-over takes over the link, and the other program loses it.") : phrase
  }
}

extension WriteRefusal: ReportedError {
  var exitStatus: Int32 { EX.noPermission }
  var advice: Phrase {
    isUnknown
      ? Phrase("Not written. \(phrase) 'halo explore' with --unknown-command writes it.")
      : Phrase("Not written. \(phrase)")
  }
}

extension JournalError: ReportedError {
  var exitStatus: Int32 {
    switch self {
    case .full, .readOnly, .cannotWrite, .notUpdated, .other: EX.ioError
    case .cannotOpen: EX.noInput
    case .damaged, .newer: EX.dataError
    case .otherWearer: EX.unavailable
    case .nameTaken, .badName: EX.usage
    case .busy: EX.temporary
    }
  }
}

extension MergeError: ReportedError {
  var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer, .sameJournal: EX.dataError
    case .otherWearers, .severalWearers, .otherWearerOfDevice: EX.usage
    }
  }
}

extension RestoreError: ReportedError {
  var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer: EX.dataError
    case .journalExists: EX.cannotCreate
    case .inUse: EX.temporary
    }
  }
}

extension ImportError: ReportedError {
  var exitStatus: Int32 { isMissingFile ? EX.noInput : EX.dataError }
}

extension SignalError: ReportedError {
  var exitStatus: Int32 {
    switch reason {
    case .data: EX.dataError
    case .request: EX.usage
    case .missing: EX.noInput
    case .reading: EX.ioError
    }
  }
}

extension CaptureError: ReportedError {
  var exitStatus: Int32 { EX.dataError }
}

extension ExplanationError: ReportedError {
  var exitStatus: Int32 { EX.dataError }
}

extension PersonalLimits.Refusal: ReportedError {
  var exitStatus: Int32 { EX.usage }
}

extension SettingsFile.Failure: ReportedError {
  var exitStatus: Int32 { EX.configuration }
}
