import Foundation
import Yams

/// The file with a person's settings, in YAML.
struct SettingsFile: Sendable {
  /// Why settings cannot be read, for people.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Where it is.
  let path: String
  /// Whether somebody named it, so that it must be there.
  let isChosen: Bool

  /// The file `chosen`, otherwise the usual one: of the service where systemd names its folder, otherwise the person's own.
  init(_ chosen: String?) {
    isChosen = chosen != nil
    path = chosen ?? Self.standard
  }

  private static var standard: String {
    func variable(_ name: String) -> String? { Terminal.environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let folder =
      variable("CONFIGURATION_DIRECTORY")
      ?? (variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" })
      .map { $0 + "/halo" }
    return (folder ?? "/etc/halo") + "/settings.yaml"
  }

  /// What it says; what a file says that is not there.
  ///
  /// - Throws: ``Failure`` with the place in the file.
  func read() throws(Failure) -> DaemonSettings {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      if !isChosen, !FileManager.default.fileExists(atPath: path) { return DaemonSettings() }
      throw Failure(description: "cannot read the settings in \(path). Is the file there, and may this user read it?")
    }
    // A file of comments alone is no mapping to the parser.
    let hasContent = text.split(whereSeparator: \.isNewline).contains { line in
      line.drop { $0.isWhitespace }.first.map { $0 != "#" } ?? false
    }
    guard hasContent else { return DaemonSettings() }
    do {
      return try YAMLDecoder().decode(DaemonSettings.self, from: text)
    } catch let error as DecodingError {
      throw Failure(description: "\(path): \(Self.words(error))")
    } catch {
      throw Failure(description: "\(path): \(error)")
    }
  }

  private static func words(_ error: DecodingError) -> String {
    func words(_ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      // A mistake in the text itself: the parser names line and column.
      if let error = context.underlyingError as? YamlError { return "\(error)" }
      return (path.isEmpty ? "" : path + ": ") + context.debugDescription
    }
    return switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): words(context)
    case .keyNotFound(let key, let context): words(context) + " (\(key.stringValue))"
    @unknown default: "\(error)"
    }
  }
}
