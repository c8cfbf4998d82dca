/// Exit statuses of `sysexits.h`.
package enum EX {
  /// The command was used incorrectly, or its input has the wrong format.
  package static let usage: Int32 = 64
  /// The input has no usable data.
  package static let dataError: Int32 = 65
  /// An input file cannot be opened.
  package static let noInput: Int32 = 66
  /// An output file cannot be created.
  package static let cannotCreate: Int32 = 73
  /// A required device or radio is not available.
  package static let unavailable: Int32 = 69
  /// A resource is in use; try again later.
  package static let temporary: Int32 = 75
  /// Reading or writing failed.
  package static let ioError: Int32 = 74
  /// The user does not have the permission.
  package static let noPermission: Int32 = 77
  /// Settings cannot be read.
  package static let configuration: Int32 = 78
  /// Control-C was pressed: 128 plus the signal's number.
  package static let interrupted: Int32 = 130
  /// The reader of the output closed the pipe: 128 plus the number of SIGPIPE.
  package static let brokenPipe: Int32 = 141
}
