#if BlueZ && os(Linux)
  /// A signal, or a call of a method that is served here.
  struct BusMessage: Sendable, Hashable {
    let sender: String
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]
  }
#endif
