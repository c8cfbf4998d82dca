package import HaloText
import Foundation
import HaloHome
import Yams

/// The file with a person's settings, in YAML.
package struct SettingsFile: Sendable {
  /// Why settings cannot be read, for people.
  package struct Failure: PhrasedError {
    package let phrase: Phrase
  }

  /// Where it is.
  package let path: String
  /// Whether somebody named it, so that it must be there.
  package let isChosen: Bool

  /// The file `chosen`, otherwise the usual one: of the service where systemd names its folder, otherwise the person's own.
  package init(_ chosen: String?) {
    isChosen = chosen != nil
    path = chosen ?? Self.standard
  }

  private static var standard: String {
    func variable(_ name: String) -> String? { ProcessVariable.value(name).flatMap { $0.isEmpty ? nil : $0 } }
    let folder =
      variable("CONFIGURATION_DIRECTORY")
      ?? (variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" })
      .map { $0 + "/halo" }
    return (folder ?? "/etc/halo") + "/settings.yaml"
  }

  /// What it says; what a file says that is not there.
  ///
  /// - Throws: ``Failure`` with the place in the file.
  package func read() throws(Failure) -> DaemonSettings {
    let text: String
    do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
      if !isChosen, !FileManager.default.fileExists(atPath: path) { return DaemonSettings() }
      throw Failure(
        phrase: Phrase("cannot read the settings in \(path). Is the file there, and may this user read it?"))
    }
    // A file of comments alone is no mapping to the parser.
    let hasContent = text.split(whereSeparator: \.isNewline).contains { line in
      line.drop { $0.isWhitespace }.first.map { $0 != "#" } ?? false
    }
    guard hasContent else { return DaemonSettings() }
    do {
      guard let mapping = try Yams.compose(yaml: text)?.mapping else {
        throw Failure(phrase: Phrase("\(path): expected names and values, as in 'sync: 30m'."))
      }
      // A name that is spelled wrong would do nothing, and nobody would see it.
      let known = DaemonSettings.names
      if let key = mapping.keys.map({ $0.string ?? "" }).first(where: { !known.contains($0) }) {
        throw Failure(
          phrase: Phrase(
            "\(path): \(key): There is no such setting. There are: \(known.sorted().joined(separator: ", "))."))
      }
      func part(_ isWanted: (String) -> Bool) -> Node {
        Node(mapping.filter { isWanted($0.key.string ?? "") }.map { ($0.key, $0.value) })
      }
      var settings = try YAMLDecoder().decode(DaemonSettings.self, from: part(DaemonSettings.ownNames.contains))
      settings.home = try YAMLDecoder().decode(HomeSettings.self, from: part { !DaemonSettings.ownNames.contains($0) })
      return settings
    } catch let error as Failure {
      throw error
    } catch let error as DecodingError {
      throw Failure(phrase: Phrase("\(path): \(Self.phrase(error))"))
    } catch {
      throw Failure(phrase: Phrase("\(path): \(Self.oneLine("\(error)"))"))
    }
  }

  /// The settings, for a daemon that starts now and can publish what they ask for.
  ///
  /// - Throws: ``Failure`` as ``read()``, or because MQTT is configured and libmosquitto is missing.
  package func readToPublish() throws(Failure) -> DaemonSettings {
    let settings = try read()
    guard settings.home.mqtt != nil else { return settings }
    do { try Home.checkMQTT() } catch { throw Failure(phrase: Phrase("\(path): \(error)")) }
    return settings
  }

  private static func phrase(_ error: DecodingError) -> Phrase {
    func phrase(_ context: DecodingError.Context) -> Phrase {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      // A mistake in the text itself: the parser names line and column.
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

  /// A mistake in YAML in one line: the parser shows the place on lines of their own.
  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix { $0 == " " } }.filter { $0 != "^" }
      .joined(separator: " ")
  }
}
