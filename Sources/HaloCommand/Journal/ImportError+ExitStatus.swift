import HaloInterchange

extension ImportError: ReportedError {
  /// The exit status of the error.
  var exitStatus: Int32 { isMissingFile ? EX.noInput : EX.dataError }
}
