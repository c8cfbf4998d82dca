import HaloDaemon

extension PersonalLimits {
  /// Reads the limits from the settings, with cautious defaults. The variable `HALO_SPEED_LIMIT`, in km/h, can lower
  /// the speed limit.
  ///
  /// - Throws: `SettingsFile.Failure` or ``PersonalLimits/Refusal``.
  init(reading file: SettingsFile) throws {
    self.init(try file.read().machineLimits, path: file.path)
    if let text = EnvironmentVariable.value("HALO_SPEED_LIMIT"), !text.isEmpty {
      guard let value = Double(text) else {
        throw Refusal(Phrase("HALO_SPEED_LIMIT is '\(text)'; it must be a speed in km/h, such as 6."))
      }
      try lower(to: value, "HALO_SPEED_LIMIT")
    }
  }
}
