import HTTPTypes

/// The devices, sport and wearer of a workout to record.
struct WorkoutPlan: Sendable {
  let kind: Workout.Kind?
  let machine: Device?
  let heart: Device?
  let wearer: String
  /// Heart rate zones; `nil` if the profile has too little data for them.
  let zones: HeartRateZones?

  /// Validates a request.
  init(_ input: RequestFields, _ wearer: WearerContext, _ journal: Journal, _ registry: DriverRegistry) throws {
    func device(_ value: RequestField, _ name: String, _ role: WorkoutRole) throws -> Device? {
      if value.isEmpty { return nil }
      guard let id = value.text else { throw APIError.wrong("'\(name)' must be the number of a device, or null.") }
      let device = try journal.device(numbered: id)
      guard registry.workoutRole(of: device.family) == role else {
        throw APIError(
          .badRequest, "deviceCannot",
          role == .machine
            ? Phrase("\(device.name) is not a fitness machine.")
            : Phrase("\(device.name) cannot measure heart rate live."))
      }
      return device
    }
    machine = try device(input["machine"], "machine", .machine)
    heart = try device(input["heart"], "heart", .heart)
    guard machine != nil || heart != nil else {
      throw APIError(
        .badRequest, "wrongRequest",
        Phrase("Select a machine or a heart rate device to record a workout."))
    }
    kind = try input["sport"].choice("sport")
    let own = heart?.wearer ?? machine?.wearer ?? wearer.name
    if !input["wearer"].isEmpty {
      guard let name = input["wearer"].text, try journal.wearers().contains(name) || [own, wearer.name].contains(name)
      else {
        throw APIError(.badRequest, "noWearer", Phrase("There is no wearer with this name."))
      }
      self.wearer = name
    } else {
      self.wearer = own
    }
    zones = try journal.profile(of: self.wearer).zones(in: wearer.today.year)
  }

  /// The message that the workout is being recorded. The only wearer of a journal has the name "me".
  var words: Phrase {
    wearer == "me" ? Phrase("A workout is being recorded.") : Phrase("A workout of \(wearer) is being recorded.")
  }

  var devices: [Device] { [machine, heart].compactMap(\.self) }
}
