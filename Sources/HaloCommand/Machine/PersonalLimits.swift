import HaloDaemon
import ArgumentParser
import HaloEngine
import HaloReports
import HaloWearables

extension PersonalLimits {
  /// The limits of the settings, careful ones where they name none. The variable `HALO_SPEED_LIMIT` may lower the speed, in km/h.
  ///
  /// - Throws: `SettingsFile.Failure` or ``PersonalLimits/Refusal``.
  init(reading file: SettingsFile) throws {
    self.init(try file.read().machineLimits, path: file.path)
    if let text = ProcessVariable.value("HALO_SPEED_LIMIT"), !text.isEmpty {
      guard let value = Double(text) else {
        throw Refusal(Phrase("HALO_SPEED_LIMIT is '\(text)'; it needs a speed in km/h, such as 6."))
      }
      try lower(to: value, "HALO_SPEED_LIMIT")
    }
  }

  /// The same, and the option `--limit` may lower the speed as well.
  ///
  /// - Throws: `ExitCode`, after it was said why.
  init(option: Double?, file: SettingsFile = SettingsFile(nil)) throws {
    self = try Self.saying {
      var limits = try PersonalLimits(reading: file)
      if let option { try limits.lower(to: option, "--limit") }
      return limits
    }
  }

  /// Does `body`, and says why it is refused.
  ///
  /// - Throws: `ExitCode`.
  static func saying<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch {
      StandardError.report("\(error)")
      throw ExitCode(error is Refusal ? EX.usage : EX.configuration)
    }
  }
}
