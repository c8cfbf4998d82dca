/// The names of a device's attributes, and lookup of a characteristic by text.
struct AttributeNames: Sendable {
  /// The error that no characteristic, or more than one, was found.
  struct Problem: ReportedError {
    let phrase: Phrase
    var exitStatus: Int32 { EX.usage }

    init(_ problem: Phrase, _ advice: Phrase) { phrase = Phrase("\(problem) \(advice)") }
  }

  private let characteristics: [Characteristic]

  init(_ services: [Service]) { characteristics = services.flatMap(\.characteristics) }

  /// Returns the name of a service, descriptor or characteristic of `service`, if it has one.
  static func name(_ uuid: BluetoothUUID, in service: BluetoothUUID? = nil) -> String? {
    uuid.assignedName ?? HaloProgram.registry.purpose(of: uuid, in: service)
      ?? FirmwareUpdate.maker(ofService: uuid).map { "Firmware Update (\($0))" }
  }

  /// Returns the name of a characteristic, if it has one.
  static func name(_ characteristic: Characteristic) -> String? {
    name(characteristic.uuid, in: characteristic.service)
  }

  /// Returns the text to type for a characteristic: its name as one word if that is unique, otherwise its handle.
  func word(_ characteristic: Characteristic) -> String {
    guard let word = Self.name(characteristic).map({ Self.word($0) }),
      characteristics.count(where: { $0.uuid == characteristic.uuid || Self.name($0).map({ Self.word($0) }) == word })
        == 1
    else { return "#\(characteristic.instance)" }
    return word
  }

  /// Returns the texts to type for the characteristics that satisfy `isMatch`: one for each if `short`, otherwise all
  /// names, UUIDs and handles.
  func words(short: Bool, _ isMatch: (Characteristic) -> Bool) -> [String] {
    let meant = characteristics.filter(isMatch)
    let words = meant.map { word($0) }
    if short { return words }
    var all = words.filter { !$0.hasPrefix("#") }
    for uuid in meant.map(\.uuid.description) where !all.contains(uuid) { all.append(uuid) }
    return all + meant.map { "#\($0.instance)" }
  }

  /// Returns the characteristic with a handle (`#12` or `12`), a UUID (`2A19`), or a name or its beginning
  /// (`battery`).
  func find(_ text: String) throws(Problem) -> Characteristic {
    if text.hasPrefix("#") || (text.count < 4 && Int(text) != nil) {
      let handle = Int(text.drop { $0 == "#" })
      if let found = characteristics.first(where: { $0.instance == handle }) { return found }
      throw Problem(Phrase("There is no characteristic with the handle \(text)."), Self.hint)
    }
    let found: [Characteristic]
    if let uuid = BluetoothUUID(text) {
      found = characteristics.filter { $0.uuid == uuid }
    } else {
      let wanted = Self.word(text)
      func words(_ isMatch: (String) -> Bool) -> [Characteristic] {
        characteristics.filter { Self.name($0).map { isMatch(Self.word($0)) } ?? false }
      }
      let exact = words { $0 == wanted }
      found = exact.isEmpty ? words { $0.hasPrefix(wanted) } : exact
    }
    guard let first = found.first else {
      throw Problem(Phrase("There is no characteristic '\(text)'."), Self.hint)
    }
    guard found.count == 1 else {
      let names = found.map { "#\($0.instance) (\(Self.name($0) ?? $0.uuid.description))" }.joined(separator: ", ")
      throw Problem(Phrase("'\(text)' is ambiguous: \(names)."), Phrase("Choose one by its handle."))
    }
    return first
  }

  private static let hint = Phrase("'services' lists them. Use a handle, a UUID or a name.")

  private static func word(_ name: String) -> String {
    String(name.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
  }
}
