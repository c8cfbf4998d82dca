import HaloJournal

extension JournalError: ReportedError {
  /// The exit status of the error.
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
