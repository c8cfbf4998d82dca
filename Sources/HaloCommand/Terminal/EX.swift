/// Exit statuses of `sysexits.h`.
enum EX {
  /// The command was used incorrectly, or its input has the wrong format.
  static let usage: Int32 = 64
  /// The input has no usable data.
  static let dataError: Int32 = 65
  /// An input file cannot be opened.
  static let noInput: Int32 = 66
  /// An output file cannot be created.
  static let cannotCreate: Int32 = 73
  /// A required device or radio is not available.
  static let unavailable: Int32 = 69
  /// A resource is in use; try again later.
  static let temporary: Int32 = 75
  /// Reading or writing failed.
  static let ioError: Int32 = 74
  /// The user does not have the permission.
  static let noPermission: Int32 = 77
  /// Settings cannot be read.
  static let configuration: Int32 = 78
  /// Control-C was pressed: 128 plus the signal's number.
  static let interrupted: Int32 = 130
  /// The reader of the output closed the pipe: 128 plus the number of SIGPIPE.
  static let brokenPipe: Int32 = 141
}
