#if BlueZ && os(Linux)
  /// A signal, or a call of a served method.
  struct BusMessage: Sendable, Hashable {
    let sender: String
    let path: String
    let interface: String
    let member: String
    let arguments: [BusValue]
  }
#endif
