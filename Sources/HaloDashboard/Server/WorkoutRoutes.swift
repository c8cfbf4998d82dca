#if Dashboard
  import HTTPTypes
  import HaloEngine
  import HaloHealth
  import HaloReports
  import HaloWearables
  import Hummingbird

  extension Routes {
    /// Adds the routes for the current workout and its treadmill.
    func addWorkouts(_ api: RouterGroup<PageContext>) {
      let house = house
      let room = house.workouts
      api.post("workouts") { request, context in
        let wish = try await body(WorkoutRequest.self, of: request)
        let plan = try await ask(context) { try WorkoutPlan(wish, $0, $1, house.engine.registry) }
        return Response(["workout": try await room.begin(plan)], status: .accepted)
      }
      api.get("workouts/now") { _, _ in Response(["workout": room.json]) }
      api.get("workouts/now/live") { request, context in
        try house.streams.answer(request, session: session(context).id) { room.watch() }
      }
      api.post("workouts/now/end") { _, _ in Response(try await room.end()) }
      // Stopping requires neither control nor confirmation.
      api.post("workouts/now/stop") { _, _ in
        try await room.stop()
        return Response(["words": .phrase(Phrase("The treadmill has stopped."))])
      }
      api.post("workouts/now/control") { request, context in
        let session = try session(context)
        try room.checkBelt()
        let limits: PersonalLimits
        do { limits = try house.limits() } catch {
          throw APIError(
            .serviceUnavailable, "noLimits",
            Phrase("Your treadmill limits cannot be read, so the treadmill cannot be controlled: \("\(error)")"),
            advice: Phrase("Correct the settings and try again."))
        }
        return try house.streams.answer(request, session: session.id) { room.control(session: session.id, limits) }
      }
      api.post("workouts/now/belt") { request, context in
        let wish = try await body(BeltRequest.self, of: request)
        let session = try session(context)
        guard let id = wish.control.text, let order = wish.order.text else {
          throw APIError.wrong("'control' and 'order' are required.")
        }
        let (lease, device) = try room.lease(id, session: session.id)
        func number() throws -> Double {
          guard let value = wish.value.double, value.isFinite else { throw APIError.wrong("'value' must be a number.") }
          return value
        }
        switch order {
        case "here": return Response(["words": .phrase(Phrase("The connection is active."))])
        case "start":
          let speed = lease.startingSpeed
          do { try lease.checkStart() } catch { throw APIError(belt: error, lease.limits) }
          try confirm(
            "belt \(id)", wish.confirmation, context,
            Phrase(
              "The belt of \(device) will start at \(MeasureWords.number(speed)) km/h. Stand on the side rails, attach the safety key, and hold the handrail."
            ))
          try await room.order(.start(nil), lease)
          return Response(["words": .phrase(Phrase("The treadmill is running."))])
        case "speed":
          let speed = try number()
          guard speed > 0 else { throw APIError.wrong("The speed must be greater than 0. To stop, use 'stop'.") }
          try await room.order(.speed(speed), lease)
          return Response(["words": .phrase(Phrase("The speed was set to \(MeasureWords.number(speed)) km/h."))])
        case "incline":
          let percent = try number()
          try await room.order(.incline(percent), lease)
          return Response(["words": .phrase(Phrase("The incline was set to \(MeasureWords.number(percent)) %."))])
        case "pause":
          try await room.order(.pause, lease)
          return Response(["words": .phrase(Phrase("The treadmill is paused."))])
        default:
          throw APIError.wrong("'order' must be start, speed, incline, pause or here. To stop, use /workouts/now/stop.")
        }
      }
    }
  }
#endif
