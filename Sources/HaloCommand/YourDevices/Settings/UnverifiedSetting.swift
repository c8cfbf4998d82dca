/// A setting that a device confirmed but does not report.
enum UnverifiedSetting {
  /// Prints a notice.
  static func report(_ setting: Phrase) {
    StandardError.report(
      """
      the device confirmed the setting '\(setting)', but does not report its value. Check the result on the device.
      """)
  }
}
