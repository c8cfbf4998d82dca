/// Exit statuses of `sysexits.h`.
enum EX {
  /// The command was used wrongly, or its input was not what it takes.
  static let usage: Int32 = 64
  /// The input holds nothing of use.
  static let dataError: Int32 = 65
  /// An input file cannot be opened.
  static let noInput: Int32 = 66
  /// An output file cannot be made.
  static let cannotCreate: Int32 = 73
  /// A device or radio that is needed is not there.
  static let unavailable: Int32 = 69
  /// Something is in use; later it may not be.
  static let temporary: Int32 = 75
  /// Reading or writing failed.
  static let ioError: Int32 = 74
  /// This person may not do that.
  static let noPermission: Int32 = 77
  /// Settings cannot be read.
  static let configuration: Int32 = 78
  /// A person pressed Control-C: 128 and the signal's number.
  static let interrupted: Int32 = 130
  /// Nobody reads the output any more: 128 and the number of SIGPIPE.
  static let brokenPipe: Int32 = 141
}
