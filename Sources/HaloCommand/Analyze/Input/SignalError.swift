/// Why a recording cannot be read.
struct SignalError: Error, CustomStringConvertible {
  let description: String
  /// The exit status that fits.
  let status: Int32

  init(_ description: String, status: Int32 = EX.dataError) {
    self.description = description
    self.status = status
  }
}
