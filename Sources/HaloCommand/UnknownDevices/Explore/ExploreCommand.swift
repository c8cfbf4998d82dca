/// `halo explore`: reads, writes and subscribes to the characteristics of any device.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "List, read, write and subscribe to the characteristics of any Bluetooth LE device.",
    discussion: """
      Without options, Halo reads commands: from a terminal, with Tab completion and a history, or from standard \
      input, one per line. 'help' lists the commands. With options, Halo runs them and exits: it subscribes first, \
      then writes, then reads, then waits.

      Name a characteristic by its handle (#12), its UUID (2A19) or the beginning of its name (battery-level). Write \
      bytes in hexadecimal, and text in quotation marks. docs/explore.md describes the JSON.

      Halo writes what a driver knows to be harmless. --unknown-command also writes other values, after a question if \
      there is a terminal. Halo never writes what starts a machine, replaces a device's firmware, reads or writes its \
      memory, tests or calibrates it, turns it off or erases it.

      EXAMPLES:
        halo explore "Polar H10 12345678"
        halo explore Thermometer --radio simulated --scene lookalikes
        halo explore Thermometer --radio simulated --scene lookalikes --json
        halo explore Thermometer --radio simulated --scene lookalikes \\
          --read battery-level
        halo explore Thermometer --radio simulated --scene lookalikes \\
          --subscribe 2A1C --for 5
        halo explore Thermometer --radio simulated --scene lookalikes \\
          --write "2A21=05 00" --read 2A21
        printf 'read 2A19\\nsubscribe 2A1C\\nwait 3\\n' | halo explore Thermometer --radio simulated --scene lookalikes

      EXIT STATUS: 0; 64 if a command is invalid or failed; 69 if there is no such device, or the link was lost; 77 \
      if a write was refused; 130 after Control-C.
      """)

  @OptionGroup var radioOptions: RadioOptions
  @OptionGroup var journalOptions: JournalFileOption

  @Argument(help: ArgumentHelp("The device's name, the beginning of its name, or its identifier.", valueName: "device"))
  var device: String

  @Option(help: "The duration of the search.")
  var seconds: Int = 5

  @Flag(help: "List all attributes with their values, and exit.")
  var list = false

  @Flag(
    help:
      "List all attributes with their values as one JSON object, and exit. With other options, print one object per value."
  )
  var json = false

  @Flag(inversion: .prefixedNo, help: "Include the values of readable characteristics in lists.")
  var values = true

  @Option(name: .customLong("read"), help: ArgumentHelp("Read this characteristic. Repeatable.", valueName: "x"))
  var reads: [String] = []

  @Option(
    name: .customLong("write"),
    help: ArgumentHelp("Write bytes to a characteristic. Repeatable.", valueName: "x=bytes"))
  var writes: [String] = []

  @Flag(help: "Write values that no driver knows, too. Their effect on the device is not known.")
  var unknownCommand = false

  @Flag(help: "Write without response, if both kinds of write are supported.")
  var withoutResponse = false

  @Option(
    name: .customLong("subscribe"),
    help: ArgumentHelp("Subscribe to this characteristic and print its values. Repeatable.", valueName: "x"))
  var subscriptions: [String] = []

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("The duration of subscriptions (default: 10).", valueName: "seconds"))
  var duration: Double?

  private var orders: [ExploreAction] {
    get throws(ExploreAction.Problem) {
      var orders = subscriptions.map { ExploreAction.subscribe($0) }
      for write in writes {
        guard let sign = write.firstIndex(of: "="), sign != write.startIndex else {
          throw ExploreAction.Problem(
            Phrase("--write needs a characteristic and bytes, such as --write '2A21=05 00'."))
        }
        orders.append(
          .write(
            String(write[..<sign]), try ExploreAction.bytes(String(write[write.index(after: sign)...])),
            withResponse: withoutResponse ? false : nil))
      }
      orders += reads.map { .read($0) }
      if let duration = duration ?? (subscriptions.isEmpty ? nil : 10) { orders.append(.wait(duration)) }
      return orders
    }
  }

  func validate() throws {
    try check("--seconds", seconds, within: 1...600)
    try refuse("Pass the device's name or identifier.", if: device.isEmpty)
    if let duration, !(0...86_400).contains(duration) { throw ValidationError(Phrase("--for must be 0 to 86400.")) }
    do { _ = try orders } catch { throw ValidationError(error.words) }
  }

  func run() async throws {
    let orders = try orders
    let isListing = list || json && orders.isEmpty
    let isTyped = Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardOutput)

    let isShell = !isListing && orders.isEmpty
    let asks = isShell ? isTyped : Terminal.isTerminal(.standardInput) && Terminal.isTerminal(.standardError)
    let unknown = UnknownWrites(isAllowed: unknownCommand, asks: asks)
    // Control-Z would leave the terminal without echo.
    if isShell, isTyped { ProgramContext.current.signals?.ignoreStop() }
    let progress = ProgressLine()
    progress.show("Looking for \(device) …")
    defer { progress.clear() }
    let attempts = LinkAttempts()
    let problems = try await ExploreConnection(
      radioOptions: radioOptions, journalOptions: journalOptions, device: device, seconds: seconds, attempts: attempts
    ).run(
      speed: isShell ? 1 : nil
    ) {
      progress.show("Connecting to \($0.label) …")
    } body: { connection, advertisement, environment in
      let screen =
        isShell && isTyped ? ExploreScreen(prompt: "\(VisibleText.printable(advertisement.name ?? device))> ") : nil
      let output = ExploreOutput(json: json, terminal: Terminal.current(), time: environment.time) { text in
        if let screen { screen.print(text) } else { try StandardOutput.write(text: text + "\n") }
      }
      return try await Explorer.with(
        connection, advertisement, output, environment.clock, unknown: unknown
      ) { explorer in
        progress.clear()
        if isListing {
          let (listing, loss) =
            values
            ? try await DeviceListing.read(advertisement, explorer.services, over: connection)
            : (DeviceListing(advertisement, explorer.services), nil)
          if let loss, loss.reason == .disconnected, !attempts.isLast { throw loss }
          try StandardOutput.write(listing.fields, json: json) { _ in listing.text(on: output.terminal) }
          if let loss {
            // A device may require a bond for some characteristics only.
            guard loss.reason == .bondRefused, listing.hasValues else { throw loss }
            StandardError.report(loss.phrase)
          }
        }
        attempts.end()
        for order in orders { try await explorer.performAsking(order) }
        guard isShell else { return 0 }
        let shell = ExploreShell(explorer: explorer)
        guard let screen else { return try await shell.run(lines: InputLines.stream()) }
        let count = explorer.services.count
        let greeting =
          count == 1
          ? Phrase("\(advertisement.label) has 1 service. 'help' lists the commands.")
          : Phrase("\(advertisement.label) has \(count) services. 'help' lists the commands.")
        screen.print(VisibleText.printable(greeting.text))
        try await shell.run(on: screen)
        return 0
      }
    }
    if problems > 0 { throw Failure(EX.usage) }
  }
}
