import HaloText
import HaloWearables
import Testing

@Suite("The actions of a device")
struct DeviceActionTests {
  private static let weight = DeviceAction.Parameter.number(
    "weight", Phrase("Weight"), in: 0...5, step: 0.1, unit: "kg")
  private static let action = DeviceAction(
    "set-limit", Phrase("Set the limit"),
    parameters: [
      weight, .choice("place", "Place", [.init("left", "Left side"), .init("right", "Right side")]),
      .text("label", "Label", maximumLength: 4), .flag("beep", "Beep"),
    ])
  private static let valid = ["weight": "2.5", "place": "left", "label": "Öl", "beep": "yes"]

  private static func request(_ changes: [String: String?]) throws(ActionError) -> ActionRequest {
    try action.request(valid.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key] != .some(nil) })
  }

  @Test func `a request has the values with their types`() throws {
    let request = try Self.request([:])
    #expect(try request.number("weight") == 2.5)
    #expect(try request.text("place") == "left")
    #expect(try request.text("label") == "Öl")
    #expect(try request.flag("beep"))
    #expect(throws: ActionError.unknownParameter("depth", of: Self.action)) { try request.number("depth") }
    #expect(throws: ActionError.unknownParameter("place", of: Self.action)) { try request.number("place") }
  }

  @Test(arguments: [
    ("weight", ["0", "5", "0.3", "5.0", "-0", "4.9"]), ("place", ["right"]), ("label", ["a", "abcd", "👩‍🚒👩‍🚒👩‍🚒👩‍🚒"]),
    ("beep", ["yes", "no", "true", "false"]),
  ])
  func `a parameter takes every declared value`(_ parameter: String, _ values: [String]) {
    for value in values { #expect(throws: Never.self, "\(value)") { try Self.request([parameter: value]) } }
  }

  @Test(arguments: [
    ("weight", ["-0.1", "5.1", "5.0001", "2.55", "nan", "inf", "-inf", "1e300", "", " 2", "2 ", "2,5", "two"]),
    ("place", ["", "Left", "middle"]), ("label", ["", "abcde", "a\nb", "\u{1b}[0m", "a\u{0}"]),
    ("beep", ["", "1", "on"]),
  ])
  func `a parameter takes no other value`(_ parameter: String, _ values: [String]) throws {
    let declared = try #require(Self.action.parameters.first { $0.id == parameter })
    for value in values {
      #expect(throws: ActionError.invalid(declared), "\(value)") { try Self.request([parameter: value]) }
    }
  }

  @Test func `every parameter but a flag is required, and others are refused`() throws {
    for parameter in Self.action.parameters where parameter.type != .flag {
      #expect(throws: ActionError.missing(parameter, of: Self.action)) { try Self.request([parameter.id: nil]) }
    }
    #expect(try !Self.request(["beep": nil]).flag("beep"))
    #expect(throws: ActionError.unknownParameter("depth", of: Self.action)) { try Self.request(["depth": "1"]) }
  }

  @Test func `an error names the range, the unit and the choices`() {
    #expect(ActionError.invalid(Self.weight).phrase.english == "'weight' (Weight) must be 0.0 to 5.0 kg.")
    #expect(
      ActionError.missing(Self.weight, of: Self.action).phrase.english
        == "'set-limit' needs weight=… (Weight: 0.0 to 5.0 kg).")
    #expect(ActionError.unknownParameter("x", of: Self.action).phrase.english.contains("left (Left side)"))
    #expect(ActionError.unknown("fly", known: []).phrase.english == "There is no action 'fly'. Actions: none.")
    #expect(ActionError.unknown("fly", known: ["find", "tare"]).phrase.english.contains("find, tare"))
    #expect(ActionError.invalid(Self.weight).phrase.text(in: Wording(.german)).contains("0,0 bis 5,0 kg"))
  }

  @Test func `whole numbers have no decimals, and an odd range starts at its lowest value`() throws {
    let action = DeviceAction("a", "A", parameters: [.number("n", "N", in: 3...20, step: 5)])
    #expect(action.parameters.first?.words.english == "3 to 20")
    for value in ["3", "8", "18"] { #expect(throws: Never.self) { try action.request(["n": value]) } }
    for value in ["4", "5", "20"] { #expect(throws: ActionError.self) { try action.request(["n": value]) } }
  }
}
