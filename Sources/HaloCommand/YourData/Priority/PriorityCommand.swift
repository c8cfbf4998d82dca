import HaloEngine

/// `halo priority`: shows and sets which device counts if several have data of the same time.
struct PriorityCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "priority",
    abstract: "Choose which device counts for a metric if several have data of the same time.",
    discussion: """
      Halo never adds up two devices. Without a priority, the device with the most data of the day counts. A device \
      with priority counts whenever it has data, even if another has more. Imported devices and apps are devices too. \
      Steps, distance and energy share one priority. Computed values follow, and --reset removes a priority.

      \(MetricArgument.recorded)

      EXAMPLES:
        halo priority
        halo priority steps Watch Phone
        halo priority sleep ring
        halo priority steps --reset

      EXIT STATUS: 0; 64 if the metric is unknown, or --wearer is needed; 65 if there is no journal; 69 if there is \
      no such device.
      """)

  @Argument(help: "The metric, or sleep.")
  var metric: String?
  @Argument(help: ArgumentHelp("The devices' names or identifiers, the first one first.", valueName: "device"))
  var devices: [String] = []
  @Flag(help: "Remove the metric's priority.")
  var reset = false
  @Option(help: "The wearer (default: the only one).")
  var wearer: String?
  @OptionGroup var journalOptions: JournalOptions
  @Flag(help: "Print a JSON object.")
  var json = false

  func validate() throws {
    guard metric != nil else {
      try refuse("name the metric whose priority --reset removes.", if: reset)
      return
    }
    try refuse("name the devices, or use --reset.", if: reset != devices.isEmpty)
  }

  func run() throws {
    let journal = try journalOptions.openExisting()
    guard let name = try DaysOptions.wearer(wearer, in: journal) ?? journal.wearers().first else {
      throw Failure(
        EX.dataError,
        "the journal \(journal.path) has no data yet. Pair a device with 'halo pair', then run 'halo sync'.")
    }
    let known = try journal.allDevices().filter { $0.wearer == name }
    if metric != nil {
      let chosen = try devices.map { try DeviceArgument.find($0, in: known, all: true) }
      guard Set(chosen).count == chosen.count else {
        throw Failure(EX.usage, "a device is named twice.")
      }
      let subjects = try subjects
      let progress = ProgressLine()
      progress.show("Computing all values again …")
      defer { progress.clear() }
      for subject in subjects { try journal.prioritize(chosen, for: subject, of: name) }
      try DerivedMetricsUpdater(journal).update(name, since: nil)
    }
    let output = PriorityOutput(choices: try journal.priorities(of: name), wearer: name, devices: known)
    try StandardOutput.write(output.fields, json: json) { output.text($0) }
  }

  /// The data to which the argument belongs.
  private var subjects: [DeviceChoice.Subject] {
    get throws {
      let name = try MetricArgument(metric ?? "", isRecorded: true).metric
      try refuse(
        "\(name.name) is computed from recorded metrics. Give one of them priority, for example heart-rate.",
        unless: name.isSleep || !name.metrics.isEmpty)
      let subjects = name.isSleep ? [.sleep] : name.metrics.map(DeviceChoice.Subject.init)
      return subjects.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
  }
}
