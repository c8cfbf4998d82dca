/// `halo do`: lists and performs the actions of devices.
struct DoCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "do",
    abstract: "Perform an action of a device; without one, list the actions.",
    discussion: """
      Without an action, lists those of the paired devices, or of --device, with the values that they take. An action \
      that erases or turns off a device requires --yes and --device.

      EXAMPLES:
        halo do find --radio simulated
        halo do power-off --device "COLMI R12_0001" --yes --radio simulated

      EXIT STATUS: 0; 64 if no device has the action, it does not take the values, or --yes or --device is missing; 69 \
      if no device was found or it did not perform the action.
      """)

  @Argument(help: ArgumentHelp("The action's name.", valueName: "action"))
  var action: String?
  @Argument(help: ArgumentHelp("The values of the action: 'weight=500'.", valueName: "name=value"))
  var values: [String] = []
  @OptionGroup var ring: DeviceOptions
  @Flag(help: "Confirm an action that erases or turns off a device.")
  var yes = false
  @Flag(help: "Print a JSON object; a list has one per action, or [] without actions.")
  var json = false

  private func order(_ action: String) throws -> ActionOrder {
    var order = ActionOrder(id: action, isConfirmed: yes)
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      try refuse(
        "Write each value once, as name=value: '\(value)'.",
        unless: parts.count == 2 && order.arguments.updateValue(parts[1], forKey: parts[0]) == nil)
    }
    return order
  }

  func validate() throws {
    guard let action, try order(action).validate().warning != nil, ring.device == nil else { return }
    throw ValidationError(Phrase("Name the device with --device."))
  }

  func run() async throws {
    guard let action else { return try list() }
    let (words, device, performed) = try await ring.perform(order(action))
    guard json else { return try StandardOutput.write(words) }
    try StandardOutput.write(
      json: ["device": device.name, "identifier": device.device.text, "action": performed, "words": words] as JSONFields
    )
  }

  private func list() throws {
    let journal = try ring.journalOptions.openExisting(isSimulated: ring.radioOptions.isSimulated)
    let paired = try journal.devices()
    let devices = try ring.device.map { [try DeviceArgument.find($0, in: paired)] } ?? paired
    let listed = devices.map { ($0, HaloProgram.registry.actions(of: $0.family)) }
    if json {
      return try StandardOutput.write(
        jsonList: listed.flatMap { device, actions in
          actions.map { ["device": device.name, "identifier": device.identifier.text, "action": $0] as JSONFields }
        })
    }
    if listed.allSatisfy({ $0.1.isEmpty }) { StandardError.report("no paired device has actions.") }
    for (device, actions) in listed where !actions.isEmpty {
      try StandardOutput.write(Phrase(verbatim: device.name))
      let rows = actions.map { action -> (label: Phrase, value: Phrase) in
        let facts =
          [action.name] + action.parameters.map(\.usage) + (action.warning == nil ? [] : [Phrase("needs --yes")])
        return (Phrase(verbatim: action.id), Phrase.list(facts) ?? action.name)
      }
      try StandardOutput.write(text: FactRows.draw(rows, on: Terminal.current(), indentation: 2))
    }
  }
}
