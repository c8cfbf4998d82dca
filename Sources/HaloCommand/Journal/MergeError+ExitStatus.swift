import HaloJournal

extension MergeError: ReportedError {
  /// The exit status of the error.
  var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer, .sameJournal: EX.dataError
    case .otherWearers, .severalWearers, .otherWearerOfDevice: EX.usage
    }
  }
}
