extension EverestW311 {
  /// Commands that the watch only confirms.
  ///
  /// ```
  /// → BE 06 0F ED
  /// → BE 01 0D ED
  /// ```
  enum Instructions {
    /// Makes the watch vibrate.
    static let findWatch = SimpleRequest(Command(6, 0x0F), "findDevice", key: "name", type: "command")
    /// Erases the data and the settings of the watch.
    static let factoryReset = SimpleRequest(Command(1, 0x0D), "factoryReset", key: "name", type: "command")
  }
}
