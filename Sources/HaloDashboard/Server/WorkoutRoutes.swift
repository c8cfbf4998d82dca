import HTTPTypes
import Hummingbird

extension Routes {
  /// Adds the routes for the current workout and its treadmill.
  func addWorkouts(_ api: RouterGroup<PageContext>) {
    let serverContext = serverContext
    let recorder = serverContext.workouts
    api.post("workouts") { request, context in
      let input = try await body(RequestFields.self, of: request)
      let plan = try await ask(context) { try WorkoutPlan(input, $0, $1, serverContext.engine.registry) }
      return try Response(CurrentWorkoutAnswer(workout: try await recorder.begin(plan)), status: .accepted)
    }
    api.get("workouts/now") { _, context in
      try Wording.$current.withValue(try await wording(context)) {
        try Response(CurrentWorkoutAnswer(workout: recorder.answer))
      }
    }
    api.get("workouts/now/live") { request, context in
      try await stream(request, context) { recorder.watch() }
    }
    api.post("workouts/now/end") { _, _ in try Response(try await recorder.end()) }
    // Stopping requires neither control nor confirmation.
    api.post("workouts/now/stop") { _, _ in
      try await recorder.stop()
      return try Response(words: Phrase("The treadmill has stopped."))
    }
    api.post("workouts/now/control") { request, context in
      let session = try session(context)
      try recorder.checkBelt()
      let limits: PersonalLimits
      do { limits = try serverContext.parts.limits() } catch {
        throw APIError(
          .serviceUnavailable, "noLimits",
          Phrase("Your treadmill limits cannot be read, so the treadmill cannot be controlled: \("\(error)")"),
          advice: Phrase("Correct the settings and try again."))
      }
      return try await stream(request, context) { recorder.control(session: session.id, limits) }
    }
    api.post("workouts/now/belt") { request, context in
      let input = try await body(RequestFields.self, of: request)
      let session = try session(context)
      guard let id = input["control"].text, let order = input["order"].text else {
        throw APIError.wrong("'control' and 'order' are required.")
      }
      let (lease, device) = try recorder.lease(id, session: session.id)
      // The text is worded here, because errors only have the language of the request.
      func text(_ speed: Double) async throws -> String {
        MeasureWording.speed(speed / 3.6).text(in: try await wording(context))
      }
      func number() throws -> Double {
        guard let value = input["value"].double, value.isFinite else {
          throw APIError.wrong("'value' must be a number.")
        }
        return value
      }
      switch order {
      case "here": return try Response(words: Phrase("The connection is active."))
      case "start":
        let speed = try await text(lease.startingSpeed)
        do { try lease.checkStart() } catch { throw APIError(belt: error, lease.limits) }
        try confirm(
          "belt \(id)", input["confirmation"].text, context,
          Phrase(
            "The belt of \(device) will start at \(speed). Stand on the side rails, attach the safety key, and hold the handrail."
          ))
        try await recorder.order(.start(nil), lease)
        return try Response(words: Phrase("The treadmill is running."))
      case "speed":
        let speed = try number()
        guard speed > 0 else { throw APIError.wrong("The speed must be greater than 0. To stop, use 'stop'.") }
        try await recorder.order(.speed(speed), lease)
        let speedText = try await text(speed)
        return try Response(words: Phrase("The speed was set to \(speedText)."))
      case "incline":
        let percent = try number()
        try await recorder.order(.incline(percent), lease)
        return try Response(words: Phrase("The incline was set to \(MeasureWording.number(percent)) %."))
      case "pause":
        try await recorder.order(.pause, lease)
        return try Response(words: Phrase("The treadmill is paused."))
      default:
        throw APIError.wrong("'order' must be start, speed, incline, pause or here. To stop, use /workouts/now/stop.")
      }
    }
  }
}
