import HaloReports

/// A setting that a device confirmed and does not report.
enum UncheckedSetting {
  /// Writes a notice of it.
  static func report(_ setting: Phrase) {
    StandardError.report(
      """
      the device confirmed the setting '\(setting)', and does not report what it stored. Check its effect on the device.
      """)
  }
}
