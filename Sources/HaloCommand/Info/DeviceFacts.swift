import HaloReports

/// Facts of a device that it may not report.
enum DeviceFacts {
  /// A text of the device's own.
  static func text(_ text: String?) -> Phrase { text.map { Phrase(verbatim: $0) } ?? Phrase("not said") }

  /// How strong its signal is, in dBm.
  static func signal(_ rssi: Int?) -> Phrase { rssi.map { Phrase(verbatim: "\($0) dBm") } ?? Phrase("not known") }
}
