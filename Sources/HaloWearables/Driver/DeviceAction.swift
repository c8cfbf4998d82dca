/// Something that a person can ask a device to do, with the texts for people and the parameters that it takes.
///
/// A package of its own gives the texts with their translations: `Phrase("Tare", in: catalog)`.
public struct DeviceAction: Sendable, Hashable, Identifiable, Encodable {
  /// The action's id in commands and in the page's API: `set-limit`.
  public let id: String
  /// The action's name on buttons: `Set the limit`.
  public let name: Phrase
  /// What a person must know before confirming the action, in sentences; `nil` if it needs no confirmation.
  public let warning: Phrase?
  /// The parameters, in display order.
  public let parameters: [Parameter]

  /// Creates an action. People must confirm an action with a warning.
  public init(_ id: String, _ name: Phrase, parameters: [Parameter] = [], warning: Phrase? = nil) {
    self.id = id
    self.name = name
    self.parameters = parameters
    self.warning = warning
  }

  /// Returns the purpose of an action's session in the journal. No other session has such a purpose.
  public static func purpose(of id: String) -> String { "do \(id)" }

  /// The parameters and their values: `weight=… (Weight: 0 to 5,000 g)`; `nil` without parameters.
  public var usage: Phrase? { Phrase.list(parameters.map(\.usage)) }

  /// Creates a request, with the values of the parameters by id as text. A flag that is not given is off.
  ///
  /// This is the only check of arguments: front ends pass what a person entered, and drivers receive the request.
  public func request(_ texts: [String: String] = [:]) throws(ActionError) -> ActionRequest {
    if let unknown = texts.keys.sorted().first(where: { id in !parameters.contains { $0.id == id } }) {
      throw .unknownParameter(unknown, of: self)
    }
    var values = texts
    for parameter in parameters {
      guard let text = texts[parameter.id] ?? (parameter.type == .flag ? "no" : nil) else {
        throw .missing(parameter, of: self)
      }
      guard parameter.accepts(text) else { throw .invalid(parameter) }
      values[parameter.id] = text
    }
    return ActionRequest(action: self, values: values)
  }

  /// A parameter of an action.
  public struct Parameter: Sendable, Hashable, Identifiable, Encodable {
    /// The type of a parameter's values. The raw value is its name in JSON.
    public enum Kind: String, Sendable, Hashable, Encodable {
      /// A number in a range.
      case number
      /// One of several choices.
      case choice
      /// A line of text.
      case text
      /// Yes or no.
      case flag
    }

    /// One of the values of a ``Kind/choice``.
    public struct Choice: Sendable, Hashable, Identifiable, Encodable {
      /// The value in commands and in the page's API.
      public let id: String
      /// The name for people.
      public let name: Phrase

      /// Creates a choice.
      public init(_ id: String, _ name: Phrase) {
        self.id = id
        self.name = name
      }
    }

    static let on = ["yes", "true"]

    /// The parameter's id in commands and in the page's API.
    public let id: String
    /// The name for people.
    public let name: Phrase
    /// The type of its values.
    public let type: Kind
    /// The values that it takes, for people: `0 to 5,000 g`.
    public let words: Phrase
    /// The unit of a number; `nil` without one.
    public private(set) var unit: Phrase?
    /// The smallest value of a number.
    public private(set) var minimum: Double?
    /// The largest value of a number.
    public private(set) var maximum: Double?
    /// The distance between two values of a number, counted from the smallest.
    public private(set) var step: Double?
    /// The choices; `nil` for other types.
    public private(set) var choices: [Choice]?
    /// The largest number of characters of a text.
    public private(set) var maximumLength: Int?

    /// Creates a parameter for a number in a range; whole numbers unless `step` is smaller.
    public static func number(
      _ id: String, _ name: Phrase, in range: ClosedRange<Double>, step: Double = 1, unit: Phrase? = nil
    ) -> Parameter {
      let digits = step == step.rounded() ? 0 : "\(step)".split(separator: ".").last?.count ?? 0
      func words(_ value: Double) -> Phrase { Phrase("\(value, digits: digits)") }
      let low = words(range.lowerBound)
      let high = words(range.upperBound)
      return Parameter(
        id: id, name: name, type: .number,
        words: unit.map { Phrase("\(low) to \(high) \($0)") } ?? Phrase("\(low) to \(high)"), unit: unit,
        minimum: range.lowerBound, maximum: range.upperBound, step: step)
    }

    /// Creates a parameter for one of several choices.
    public static func choice(_ id: String, _ name: Phrase, _ choices: [Choice]) -> Parameter {
      let list = Phrase.list(choices.map { Phrase("\($0.id) (\($0.name))") }) ?? Phrase("none")
      return Parameter(id: id, name: name, type: .choice, words: Phrase("one of \(list)"), choices: choices)
    }

    /// Creates a parameter for a line of text.
    public static func text(_ id: String, _ name: Phrase, maximumLength: Int) -> Parameter {
      Parameter(
        id: id, name: name, type: .text, words: Phrase("1 to \(maximumLength) characters"), maximumLength: maximumLength
      )
    }

    /// Creates a parameter for yes or no.
    public static func flag(_ id: String, _ name: Phrase) -> Parameter {
      Parameter(id: id, name: name, type: .flag, words: Phrase("yes or no"))
    }

    /// The parameter on the command line, with its values: `weight=… (Weight: 0 to 5,000 g)`.
    public var usage: Phrase { Phrase("\(id)=… (\(name): \(words))") }

    /// True if a text is a value of the parameter.
    func accepts(_ text: String) -> Bool {
      switch type {
      case .number:
        guard let number = Double(text), let minimum, let maximum, let step, (minimum...maximum).contains(number)
        else { return false }
        let steps = (number - minimum) / step
        return abs(steps - steps.rounded()) < 1e-6
      case .choice: return choices?.contains { $0.id == text } ?? false
      case .text:
        let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isPlain && !text.isEmpty && text.count <= maximumLength ?? 0
      case .flag: return Self.on.contains(text) || ["no", "false"].contains(text)
      }
    }
  }
}
