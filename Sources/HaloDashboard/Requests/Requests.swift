import Foundation

/// The bodies of requests. Members that a type does not have are ignored, except in ``SettingsRequest``.

/// `POST /session`: a link's token, and a name for the browser.
struct SignInRequest: Decodable, Sendable {
  let token: RequestField
  let name: RequestField

  /// Maximum size of such a request, in bytes: a token has 43, a name at most a few hundred.
  static let most = 1 << 10
}

/// `POST /wearers`: the wearer whose data a browser shows.
struct WearerRequest: Decodable, Sendable {
  let name: RequestField
}

/// `POST /devices`: a discovered device and how to pair it.
struct PairRequest: Decodable, Sendable {
  let id: RequestField
  let name: RequestField
  let wearer: RequestField
}

/// `PATCH /devices/{id}`: a device's new name, and facts that its owner knows.
struct DeviceChangeRequest: Decodable, Sendable {
  let name: RequestField
  /// The unit of a machine's speeds; `null` if its model decides.
  let speedUnit: RequestField
  /// The wearer's number on a scale or cuff, 0…254.
  let user: RequestField
}

/// `DELETE /devices/{id}`.
struct ForgetRequest: Decodable, Sendable {
  let keepData: RequestField
  let confirmation: RequestField
}

/// `PUT /devices/{id}/settings`: one setting of a device.
struct DeviceSettingRequest: Decodable, Sendable {
  let id: RequestField
  let value: RequestField
}

/// `POST /devices/{id}/actions/{action}`: the values of the action's parameters.
struct ActionRequestBody: Decodable, Sendable {
  private let arguments: [String: RequestField]?
  let confirmation: RequestField

  /// Returns the values as text. `null` is no value.
  func texts() throws -> [String: String] {
    try (arguments ?? [:]).filter { !$0.value.isEmpty }.mapValues { value in
      let number = value.integer.map(String.init) ?? value.double.map { "\($0)" }
      if let text = value.text ?? number ?? value.flag.map({ "\($0)" }) { return text }
      throw APIError.wrong("'arguments' must have numbers, texts, true or false.")
    }
  }
}

/// `POST /imports/{number}/undo`: only the confirmation.
struct ConfirmedRequest: Decodable, Sendable {
  let confirmation: RequestField
}

/// `POST /erase`.
struct EraseRequest: Decodable, Sendable {
  let what: RequestField
  let id: RequestField
  let confirmation: RequestField
}

/// `POST /workouts`: the devices, sport and wearer of a workout to record.
struct WorkoutRequest: Decodable, Sendable {
  let machine: RequestField
  let heart: RequestField
  let sport: RequestField
  let wearer: RequestField
}

/// `POST /workouts/now/belt`: a treadmill command.
struct BeltRequest: Decodable, Sendable {
  let control: RequestField
  let order: RequestField
  let value: RequestField
  let confirmation: RequestField
}

extension Decodable {
  /// Decodes a request's body in time linear in its size. An empty body is an empty object.
  ///
  /// - Throws: ``APIError`` if the body is not a JSON object, or nests deeper than ``JSONShape/maxDepth``.
  init(request bytes: [UInt8]) throws(APIError) {
    let bytes = bytes.isEmpty ? [UInt8]("{}".utf8) : bytes
    guard JSONShape.isShallowObject(bytes), let value = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw .wrong("The request's body is not a JSON object.")
    }
    self = value
  }
}
