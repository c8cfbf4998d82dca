#if Dashboard
  import HTTPTypes
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// What a workout is to be recorded with, and whose it is.
  struct WorkoutPlan: Sendable {
    let kind: Workout.Kind?
    let machine: Device?
    let heart: Device?
    let wearer: String
    /// The zones that heart rates are in; `nil` where they cannot be worked out.
    let zones: HeartRateZones?

    /// What a request wishes.
    init(_ wish: WorkoutRequest, _ wearer: Wearer, _ journal: Journal, _ registry: DriverRegistry) throws {
      func device(_ value: RequestField, _ name: String, _ role: String) throws -> Device? {
        if value.isEmpty { return nil }
        guard let id = value.text else { throw APIError.wrong("'\(name)' is the number of a device, or null.") }
        let device = try DevicesPage.find(id, journal)
        guard DevicesPage.workoutRole(of: device.family, registry) == role else {
          throw APIError(
            .badRequest, "deviceCannot",
            role == "machine"
              ? Phrase("\(device.name) is nothing that people train on.")
              : Phrase("\(device.name) is nothing that measures a heart rate while one watches."))
        }
        return device
      }
      machine = try device(wish.machine, "machine", "machine")
      heart = try device(wish.heart, "heart", "heart")
      guard machine != nil || heart != nil else {
        throw APIError(
          .badRequest, "wrongRequest",
          Phrase("Without a machine and without a strap, ring or watch nothing is measured."))
      }
      if !wish.sport.isEmpty {
        guard let kind = wish.sport.text.flatMap(Workout.Kind.init) else {
          throw APIError.wrong(
            "'sport' is one of \(Workout.Kind.allCases.map(\.rawValue).joined(separator: ", ")), or null.")
        }
        self.kind = kind
      } else {
        kind = nil
      }
      let own = heart?.wearer ?? machine?.wearer ?? wearer.name
      if !wish.wearer.isEmpty {
        guard let name = wish.wearer.text, try journal.wearers().contains(name) || [own, wearer.name].contains(name)
        else {
          throw APIError(.badRequest, "noWearer", Phrase("No wearer has that name here."))
        }
        self.wearer = name
      } else {
        self.wearer = own
      }
      zones = try journal.profile(of: self.wearer).zones(in: wearer.today.year)
    }

    /// That it is recorded. The only wearer of a journal is called "me".
    var words: Phrase {
      wearer == "me" ? Phrase("A workout is being recorded.") : Phrase("A workout of \(wearer) is being recorded.")
    }

    var devices: [Device] { [machine, heart].compactMap(\.self) }
  }
#endif
