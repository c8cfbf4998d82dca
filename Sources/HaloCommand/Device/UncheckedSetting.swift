/// A setting that a device confirmed and does not report.
enum UncheckedSetting {
  /// The notice for standard error.
  static func notice(_ setting: String) -> String {
    "halo: the device confirmed the setting '\(setting)', and does not report what it stored. Check its effect on the device.\n"
  }
}
