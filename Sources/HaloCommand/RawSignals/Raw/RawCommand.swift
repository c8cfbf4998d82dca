/// `halo raw`: streams raw sensor readings.
struct RawCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "raw",
    abstract: "Stream the raw sensor readings of a ring, or of a Polar strap or armband.",
    discussion: """
      On a terminal the readings are drawn. Into a file or a pipe they are written as CSV or JSON lines, each with \
      its time of arrival. Each key that you press adds a line with an event marker. At the end Halo prints the \
      measured rate of every sensor. Rings send about one reading per second of each sensor: enough for gestures and \
      for inspection, too few for a heart rate.

      A Polar H10, OH1 or Verity Sense sends its ECG (130 samples per second), PPG or acceleration (about 50 per \
      second) with sample times, converted to this computer's clock. This follows Polar's documentation and has not \
      been tested on a device yet.

      The columns: time (of arrival, or of sampling if the device reports it, with the UTC offset), seconds (since \
      the first), sensor (ecg, ppg, ppg2, ppg3, ambientLight, redLight, accelerometer or marker), raw (light in \
      counts, or microvolts), maximum and minimum (of a ring's light), x, y and z (acceleration in g), marker.

      EXAMPLES:
        halo raw --radio simulated
        halo raw --accelerometer --for 60 --output walk.csv --radio simulated
        halo raw --ppg --for 20 --format jsonl --radio simulated --speed 0
        halo raw --ecg --for 10 --radio simulated --scene gym --speed 0

      EXIT STATUS: 0; 65 if there was no reading; 69 if no device was found, it does not stream raw readings, or the \
      link was lost; 74 if the file cannot be written; 130 after Control-C.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Stream the ECG of a Polar strap.")
  var ecg = false

  @Flag(help: "Stream the PPG: a ring's green light, or the lights of a Polar armband.")
  var ppg = false

  @Flag(help: "Stream the red light, which measures SpO₂.")
  var redLight = false

  @Flag(help: "Stream the acceleration. Without any of these four flags, all sensors are streamed.")
  var accelerometer = false

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write to a new file.", valueName: "file"))
  var output: String?

  @Option(help: "The output format (default: from the file extension, otherwise csv).")
  var format: LineFormat?

  func validate() throws {
    if let duration, duration < 1 { throw ValidationError(Phrase("--for must be one second or more.")) }
  }

  func run() async throws {
    let journal = try ring.journalIfExists()
    let isDrawn = output == nil && format == nil && Terminal.isTerminal(.standardOutput)
    let writer = RawWriter(
      to: isDrawn ? .nothing : try output.flatMap { $0 == "-" ? nil : try .newFile($0) } ?? .standardOutput,
      as: format ?? (output?.hasSuffix(".jsonl") == true ? .jsonl : .csv))
    let view = RawView(isShown: isDrawn || Terminal.isTerminal(.standardError), isDrawn: isDrawn)
    defer {
      view.conclude(writer.rates, markers: writer.markerCount)
      for problem in writer.problems { StandardError.report(problem) }
    }
    try await Keys.reading { keys in
      let work = RawWork(
        sensors: sensors, writer: writer, view: view, duration: duration.map { .seconds($0) }, keys: keys)
      try await ring.withDevice(
        .raw, journal: journal, purpose: "raw", speed: 1,
        found: { view.note(Phrase("Connecting to \($0.label) …").text) }, work: work)
    }
    guard writer.count > 0 else {
      let reason = Phrase("no reading was received. Wear the device with skin contact, and measure longer.")
      throw Failure(EX.dataError, writer.problems.isEmpty ? [reason] : [])
    }
  }

  private var sensors: Set<RawReading.Sensor> {
    let requested = [
      (ecg, RawReading.Sensor.ecg), (ppg, .ppg), (ppg, .ppg2), (ppg, .ppg3), (ppg, .ambientLight),
      (redLight, .redLight), (accelerometer, .accelerometer),
    ]
    let chosen = requested.filter(\.0).map(\.1)
    return Set(chosen.isEmpty ? RawReading.Sensor.allCases : chosen)
  }

  var clientFile: ClientFile? {
    output.map { .record($0, format: format == nil && $0.hasSuffix(".jsonl") ? ["--format", "jsonl"] : []) }
  }
}

/// Runs `halo raw`, reconnecting after a lost link.
private struct RawWork: DeviceWork {
  let sensors: Set<RawReading.Sensor>
  let writer: RawWriter
  let view: RawView
  let duration: Duration?
  let keys: AsyncStream<String>

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws {
    let link = LinkMonitor()
    try await withTimeLimit(to: duration, environment) {
      async let marking: Void = mark(keys, environment.time)
      try await session.withReconnection(progress: { writer.count }) {
        link.note($0)
        view.note($0)
      } _: { driver in
        guard let sensor = driver as? any RawStreaming else {
          throw LiveMeasuringError.unsupported(device: advertisement.label, what: Phrase("its raw sensors"))
        }
        try await sensor.withRawStream { readings in
          for await reading in readings where sensors.contains(reading.sensor) {
            try writer.write(reading, at: environment.time)
            view.show(reading, writer.rates)
          }
        }
        // If the link was lost, the next request throws the error.
        try Task.checkCancellation()
        try await driver.checkLink()
        throw WearableError.silent(device: advertisement.label, type(of: driver).family.kind)
      }
      await marking
    }
    try link.check()
  }

  private func mark(_ keys: AsyncStream<String>, _ time: WallTime) async {
    for await key in keys {
      try? writer.write(marker: key, at: time)
      view.mark(key)
    }
  }
}
