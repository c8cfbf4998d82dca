import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloHealth
import HaloWearables
import SystemPackage

/// `halo raw`: the sensors' readings as they are.
struct RawCommand: AsyncParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv
    case jsonl
  }

  static let configuration = CommandConfiguration(
    commandName: "raw",
    abstract: "Stream the sensors of a ring, or of a Polar strap or armband, as they are.",
    discussion: """
      On a terminal the readings are drawn; into a file or a pipe they go as CSV or as JSON lines, with the time at which each \
      came and, where keys are pressed meanwhile, a line for each key: an event marker. At the end the true rate of every \
      sensor is said. Rings give about one reading a second of each: enough for gestures and for looking, too little for a \
      heart rate.

      A Polar H10, OH1 or Verity Sense gives its electrocardiogram (130 a second), light or acceleration (about 50) with the times \
      at which they were taken, put on this machine's clock. That follows Polar's documentation and was not tried on a device yet.

      The columns: time (when it came, or was taken where the device says so, with the offset in force), seconds (since the first), \
      sensor (ecg, ppg, ppg2, ppg3, ambientLight, redLight, accelerometer or marker), raw (counts of light, or microvolts), \
      maximum and minimum (of a ring's light), x, y and z (acceleration in g), marker.

      EXAMPLES:
        halo raw --radio simulated
        halo raw --accelerometer --for 60 --output walk.csv --radio simulated
        halo raw --ppg --for 20 --format jsonl --radio simulated --speed 0
        halo raw --ecg --for 10 --radio simulated --scene gym --speed 0

      EXIT STATUS: 0; 65 where no reading came; 69 where no device was found, it has no raw sensors, or it was lost; 74 where the file cannot be written; 130 \
      after Control-C.
      """)

  @OptionGroup var ring: RingOptions

  @Flag(help: "The electrocardiogram of a Polar strap.")
  var ecg = false

  @Flag(help: "The light, for the pulse: a ring's green one, or those of a Polar armband.")
  var ppg = false

  @Flag(help: "The red light, for oxygen.")
  var redLight = false

  @Flag(help: "The acceleration. Without any of these four: all of them.")
  var accelerometer = false

  @Option(name: .customLong("for"), help: ArgumentHelp("End after that many seconds.", valueName: "seconds"))
  var duration: Int?

  @Option(name: .shortAndLong, help: ArgumentHelp("Write to a new file.", valueName: "file"))
  var output: String?

  @Option(help: "How to write (default: as the file's name ends, otherwise csv).")
  var format: Format?

  func validate() throws {
    if let duration, duration < 1 { throw ValidationError(Phrase("--for is one second or more.")) }
  }

  func run() async throws {
    let journal = try ring.journalIfThere()
    let isDrawn = output == nil && format == nil && Terminal.isTerminal(.standardOutput)
    let writer = RawWriter(
      to: isDrawn ? .nothing : try output.flatMap { $0 == "-" ? nil : try .newFile($0) } ?? .standardOutput,
      as: format ?? (output?.hasSuffix(".jsonl") == true ? .jsonl : .csv))
    let view = RawView(isShown: isDrawn || Terminal.isTerminal(.standardError), isDrawn: isDrawn)
    let (sensors, duration) = (sensors, duration.map { Duration.seconds($0) })
    defer { view.conclude(writer.rates, markers: writer.markerCount) }
    try await Keys.reading { keys in
      let work = RawSession(sensors: sensors, writer: writer, view: view, duration: duration, keys: keys)
      try await ring.withDevice(
        .raw, recorder: FrameList(), journal: journal, purpose: "raw", speed: 1,
        found: { view.note(Phrase("Connecting to \($0.label) …").text) }, work: work)
    }
    guard writer.count > 0 else {
      StandardError.report(Phrase("no reading came. Measure longer: a ring gives about one a second of each sensor."))
      throw ExitCode(EX.dataError)
    }
  }

  private var sensors: Set<RawReading.Sensor> {
    let wished = [
      (ecg, RawReading.Sensor.ecg), (ppg, .ppg), (ppg, .ppg2), (ppg, .ppg3), (ppg, .ambientLight),
      (redLight, .redLight), (accelerometer, .accelerometer),
    ]
    let chosen = wished.filter(\.0).map(\.1)
    return Set(chosen.isEmpty ? RawReading.Sensor.allCases : chosen)
  }
}

/// The work of `halo raw` over one or several links.
private struct RawSession: DeviceWork {
  let sensors: Set<RawReading.Sensor>
  let writer: RawWriter
  let view: RawView
  let duration: Duration?
  let keys: AsyncStream<String>

  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws {
    let link = LinkWatch()
    try await limited(to: duration, environment) {
      async let marking: Void = mark(keys, environment.time)
      try await session.persistently(progress: { writer.count }) {
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
        // Where the link is gone, the next request says so.
        try Task.checkCancellation()
        try await driver.checkLink()
        throw WearableError.silent(device: advertisement.label)
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
