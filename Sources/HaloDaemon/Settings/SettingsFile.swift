import Foundation
import HaloHome
import Yams

/// The user's settings file, in YAML.
package struct SettingsFile: Sendable {
  /// An error in the settings, with a text for the user.
  package struct Failure: PhrasedError {
    package let phrase: Phrase
  }

  /// The file's path.
  package let path: String
  /// True if the user chose the path, so that the file must exist.
  package let isChosen: Bool

  /// Creates a reader of the file `chosen`; by default the service's file if systemd names its folder, otherwise the
  /// user's file.
  package init(_ chosen: String?) {
    isChosen = chosen != nil
    path = chosen ?? Self.standard
  }

  private static var standard: String {
    func variable(_ name: String) -> String? { EnvironmentVariable.value(name).flatMap { $0.isEmpty ? nil : $0 } }
    let folder =
      variable("CONFIGURATION_DIRECTORY")
      ?? (variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" })
      .map { $0 + "/halo" }
    return (folder ?? "/etc/halo") + "/settings.yaml"
  }

  /// Reads the settings. A missing default file gives the default settings.
  ///
  /// - Throws: ``Failure`` with the position in the file.
  package func read() throws(Failure) -> DaemonSettings {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      if !isChosen, !FileManager.default.fileExists(atPath: path) { return DaemonSettings() }
      throw Failure(
        phrase: Phrase(
          "cannot read the settings in \(path). Check that the file exists and that this user can read it."))
    }
    // The parser reports a file with only comments as no mapping.
    let hasContent = text.split(whereSeparator: \.isNewline).contains { line in
      line.drop { $0.isWhitespace }.first.map { $0 != "#" } ?? false
    }
    guard hasContent else { return DaemonSettings() }
    do {
      guard let mapping = try Yams.compose(yaml: text)?.mapping else {
        throw Failure(phrase: Phrase("\(path): expected names and values, as in 'sync: 30m'."))
      }
      // Reject unknown names: a misspelled setting would be ignored silently.
      let known = DaemonSettings.names
      if let key = mapping.keys.map({ $0.string ?? "" }).first(where: { !known.contains($0) }) {
        throw Failure(
          phrase: Phrase(
            "\(path): \(key): unknown setting. The settings are: \(known.sorted().joined(separator: ", "))."))
      }
      func part(_ isWanted: (String) -> Bool) -> Node {
        Node(mapping.filter { isWanted($0.key.string ?? "") }.map { ($0.key, $0.value) })
      }
      var settings = try YAMLDecoder().decode(DaemonSettings.self, from: part(DaemonSettings.daemonNames.contains))
      settings.home = try YAMLDecoder().decode(
        HomeSettings.self, from: part { !DaemonSettings.daemonNames.contains($0) })
      return settings
    } catch let error as Failure {
      throw error
    } catch let error as DecodingError {
      throw Failure(phrase: Phrase("\(path): \(Self.phrase(error))"))
    } catch {
      throw Failure(phrase: Phrase("\(path): \(Self.oneLine("\(error)"))"))
    }
  }

  /// Reads the settings for a daemon that starts now, and checks that it can publish.
  ///
  /// - Throws: ``Failure``, as in ``read()``, or if MQTT is configured and libmosquitto is missing.
  package func readToPublish() throws(Failure) -> DaemonSettings {
    let settings = try read()
    guard settings.home.mqtt != nil else { return settings }
    do { try Home.checkMQTT() } catch { throw Failure(phrase: Phrase("\(path): \(error)")) }
    return settings
  }

  private static func phrase(_ error: DecodingError) -> Phrase {
    func phrase(_ context: DecodingError.Context) -> Phrase {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      // The parser reports a syntax error with its line and column.
      if let error = context.underlyingError as? YamlError { return Phrase(verbatim: Self.oneLine("\(error)")) }
      let reason =
        (context.underlyingError as? any PhrasedError)?.phrase ?? Phrase(verbatim: context.debugDescription)
      let isNamed = path.isEmpty || context.debugDescription.hasPrefix(path)
      return isNamed ? reason : Phrase("\(path): \(reason)")
    }
    return switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): phrase(context)
    case .keyNotFound(let key, let context): Phrase("\(phrase(context)) (\(key.stringValue))")
    @unknown default: Phrase(verbatim: "\(error)")
    }
  }

  /// Returns a YAML error in one line: the parser shows the position on lines of its own.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " } }.filter { $0 != "^" }
      .joined(separator: " ")
  }
}
