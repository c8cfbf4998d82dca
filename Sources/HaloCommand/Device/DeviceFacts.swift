/// Texts for values that a device may not report.
enum DeviceFacts {
  /// Returns a text that the device reported, or "not reported".
  static func text(_ text: String?) -> Phrase { text.map { Phrase(verbatim: $0) } ?? Phrase("not reported") }

  /// Returns the signal strength in dBm.
  static func signal(_ rssi: Int?) -> Phrase { rssi.map { Phrase(verbatim: "\($0) dBm") } ?? Phrase("not known") }
}
