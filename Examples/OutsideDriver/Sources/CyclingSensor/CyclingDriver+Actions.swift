import HaloWearables

extension CyclingDriver: Actionable {
  /// The actions of all sensors; one without a wheel, or without a control point, refuses.
  public static let actions = [
    DeviceAction(
      "set-wheel-count", Phrase("Set the wheel's count", in: .cycling),
      parameters: [
        .number("turns", Phrase("Count", in: .cycling), in: 0...4_294_967_295, unit: Phrase("turns", in: .cycling))
      ],
      warning: Phrase("Other programs compute a wrong distance if they are recording a ride.", in: .cycling))
  ]

  /// Sets the count, and waits for the sensor's answer.
  public func perform(_ request: ActionRequest) async throws -> Phrase? {
    guard request.action.id == "set-wheel-count", features.hasWheel,
      let control = services.characteristic(CyclingSensor.GATT.control, in: CyclingSensor.GATT.service)
    else { throw ConfigurableError.unsupported(device: connection.label, what: request.action.name) }
    let turns = Int(try request.number("turns"))
    let answers = try await connection.notifications(of: control)
    try await connection.write(
      CyclingSensor.ControlPoint.setWheelRevolutions(turns).value, to: control, withResponse: true)
    let answer = try await TimeLimit.within(.seconds(5), environment.clock) {
      try await answers.first { _ in true }.flatMap { CyclingSensor.ControlPoint(value: $0.bytes) }
    }
    guard case .answer(request: 1, result: 1, locations: _) = answer ?? nil else {
      throw WearableError.unanswered(device: connection.label, what: request.action.name)
    }
    return Phrase("The wheel's count is \(turns).", in: .cycling)
  }
}
