/// A device with actions that a person can start, such as "find" or "tare". They are entries of `halo do`, buttons on the
/// page and entries in the app.
public protocol Actionable: Wearable {
  /// The actions of the family's devices, in display order.
  static var actions: [DeviceAction] { get }

  /// Performs one of ``actions`` and returns the result in a sentence; `nil` if the device only confirms it.
  ///
  /// The arguments agree with the action's declaration. If the link is lost, Halo connects and calls this function again,
  /// unless the action has a warning.
  ///
  /// - Throws: ``ConfigurableError`` if this device does not support the action.
  func perform(_ request: ActionRequest) async throws -> Phrase?
}

extension Wearable {
  /// Performs an action and returns the result in a sentence. `device` is the device's name for people.
  public func answer(to request: ActionRequest, device: String) async throws -> Phrase {
    guard let driver = self as? any Actionable, type(of: driver).actions.contains(request.action) else {
      throw ConfigurableError.unsupported(device: device, what: request.action.name)
    }
    return try await driver.perform(request) ?? Phrase("\(device) confirmed '\(request.action.name)'.")
  }
}

/// An action with arguments that agree with its declaration; ``DeviceAction/request(_:)`` creates it.
public struct ActionRequest: Sendable, Hashable {
  public let action: DeviceAction
  let values: [String: String]

  /// Returns the value of a number. Throws ``ActionError`` if the action declares no such parameter.
  public func number(_ parameter: String) throws(ActionError) -> Double {
    guard let number = Double(try text(parameter)) else { throw .unknownParameter(parameter, of: action) }
    return number
  }

  /// Returns a text, or the id of a choice. Throws ``ActionError`` if the action declares no such parameter.
  public func text(_ parameter: String) throws(ActionError) -> String {
    guard let text = values[parameter] else { throw .unknownParameter(parameter, of: action) }
    return text
  }

  /// Returns the value of a flag. Throws ``ActionError`` if the action declares no such parameter.
  public func flag(_ parameter: String) throws(ActionError) -> Bool {
    DeviceAction.Parameter.on.contains(try text(parameter))
  }
}

/// The reason why an action was not requested from the device.
public enum ActionError: Error, Sendable, Hashable, PhrasedError {
  /// No device has the action; `known` are the ids of those that exist.
  case unknown(String, known: [String])
  /// The action has no such parameter.
  case unknownParameter(String, of: DeviceAction)
  /// The action needs a value of this parameter.
  case missing(DeviceAction.Parameter, of: DeviceAction)
  /// The parameter does not take the value.
  case invalid(DeviceAction.Parameter)

  /// The error in a sentence or two.
  public var phrase: Phrase {
    switch self {
    case .unknown(let id, let known):
      Phrase(
        "There is no action '\(id)'. Actions: \(Phrase.list(known.map(Phrase.init(verbatim:))) ?? Phrase("none")).")
    case .unknownParameter(let parameter, let action):
      Phrase("'\(action.id)' takes no '\(parameter)'. Values: \(action.usage ?? Phrase("none")).")
    case .missing(let parameter, let action): Phrase("'\(action.id)' needs \(parameter.usage).")
    case .invalid(let parameter):
      Phrase("'\(parameter.id)' (\(parameter.name)) must be \(parameter.words).")
    }
  }
}
