import HaloCaptures
import HaloDaemon
import HaloEngine
import HaloInterchange

extension BluetoothError: ReportedError {
  package var exitStatus: Int32 { reason == .inUse ? EX.temporary : EX.unavailable }
  package var advice: Phrase {
    reason == .inUse
      ? Phrase("\(phrase) --take-over takes over the link, and the other program loses it.") : phrase
  }
}

extension WriteRefusal: ReportedError {
  package var exitStatus: Int32 { EX.noPermission }
  package var advice: Phrase {
    isUnknown
      ? Phrase("Not written. \(phrase) 'halo explore' with --unknown-command writes it.")
      : Phrase("Not written. \(phrase)")
  }
}

extension JournalError: ReportedError {
  package var exitStatus: Int32 {
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
  package var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer, .sameJournal: EX.dataError
    case .otherWearers, .severalWearers, .otherWearerOfDevice: EX.usage
    }
  }
}

extension RestoreError: ReportedError {
  package var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer: EX.dataError
    case .journalExists: EX.cannotCreate
    case .inUse: EX.temporary
    }
  }
}

extension ImportError: ReportedError {
  package var exitStatus: Int32 { isMissingFile ? EX.noInput : EX.dataError }
}

extension SignalError: ReportedError {
  package var exitStatus: Int32 {
    switch reason {
    case .data: EX.dataError
    case .request: EX.usage
    case .missing: EX.noInput
    case .reading: EX.ioError
    }
  }
}

extension CaptureError: ReportedError {
  package var exitStatus: Int32 { EX.dataError }
}

extension ExplanationError: ReportedError {
  package var exitStatus: Int32 { EX.dataError }
}

extension PersonalLimits.Refusal: ReportedError {
  package var exitStatus: Int32 { EX.usage }
}

extension SettingsFile.Failure: ReportedError {
  package var exitStatus: Int32 { EX.configuration }
}
