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
