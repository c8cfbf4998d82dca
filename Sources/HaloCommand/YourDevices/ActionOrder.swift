/// An action that a person asked for on the command line.
struct ActionOrder: Sendable {
  let id: String
  var arguments: [String: String] = [:]
  /// True if the person confirmed the action.
  var isConfirmed = false

  /// Returns the request of the first family that has the action and takes the arguments.
  ///
  /// - Throws: A usage error if no family does, or if the action has a warning and is not confirmed.
  func request(of families: [WearableFamily]) throws -> ActionRequest {
    let known = families.flatMap { HaloProgram.registry.actions(of: $0.id) }
    let actions = known.filter { $0.id == id }
    do {
      guard let action = actions.first(where: { (try? $0.request(arguments)) != nil }) ?? actions.first else {
        throw ActionError.unknown(id, known: Set(known.map(\.id)).sorted())
      }
      let request = try action.request(arguments)
      guard let warning = request.action.warning, !isConfirmed else { return request }
      throw ValidationError(Phrase("\(warning) Add --yes if you are sure."))
    } catch let error as ActionError {
      throw ValidationError(error.phrase)
    }
  }

  /// Checks the order before a device is searched for: some family must be able to perform it.
  @discardableResult func validate() throws -> DeviceAction {
    try request(of: HaloProgram.registry.drivers.map { $0.family }).action
  }
}

extension DeviceOptions {
  /// A performed action, and its result in a sentence.
  typealias Performed = (words: Phrase, device: Advertisement, action: DeviceAction)

  /// Finds a device that has the action, of a kind if given, and performs it. If the device is paired, the frames are
  /// recorded in the journal.
  func perform(_ order: ActionOrder, on kind: DeviceKind? = nil) async throws -> Performed {
    let journal = try journalIfExists()
    return try await withDevice(
      kind ?? .acting(order.id), journal: journal, purpose: DeviceAction.purpose(of: order.id)
    ) { contact in
      func perform<Driver: SessionReading>(_ driver: Driver.Type) async throws -> Performed {
        let request = try order.request(of: [driver.family])
        return try await contact.run(driver) { session, seen, _ in
          let answer = { (driver: Driver) in try await driver.answer(to: request, device: seen.label) }
          let words =
            try await request.action.warning == nil
            ? session.withReconnection(progress: { 0 }, answer) : session.once(answer)
          return (words, seen, request.action)
        }
      }
      return try await perform(contact.driver())
    }
  }
}
