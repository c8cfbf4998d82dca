import HaloCaptures
import Synchronization

/// `halo verify-ring`: tests Halo's protocol claims against a real ring.
struct VerifyRingCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-ring",
    abstract: "Test Halo's protocol claims against a real ring, in about ten minutes.",
    discussion: """
      Halo tests the ring's identification, its clock, every history, its settings (one is changed and then \
      restored), the raw sensors while the ring lies on a table, and live measurements on the finger. It asks you to \
      take the ring off and to put it on. Close the vendor's app first.

      The result is one file with the firmware, the verdict on each claim, and all frames. It has no addresses or \
      names, and made-up values replace your measurements. With --submit the file is ring-report.json: read it, then \
      attach it to a project issue with the template "My device works". Without --submit it is a capture for 'halo \
      capture info', 'halo capture show' or Wireshark. Halo uploads nothing.

      The test starts and ends a walk of 20 seconds on the ring. The vendor's app may list this walk.

      EXAMPLES:
        halo verify-ring --submit
        halo verify-ring --radio simulated --yes
        halo capture info ring-report.pcapng

      EXIT STATUS: 0, whatever the verdicts are; 69 if no ring was found; 73 if the file already exists or cannot be \
      created; 130 after Control-C, with the results so far in the file.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Write a JSON report for the project, as described by docs/schemas/verify-ring-report.json.")
  var submit = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The new file to write (default: ring-report.json with --submit, otherwise ring-report.pcapng).",
      valueName: "file"))
  var output: String?

  @Flag(help: "Do not wait for Return when you put the ring on or take it off. You have a few seconds for it.")
  var yes = false

  @Flag(help: "Skip the tests for which you put the ring on or take it off.")
  var handsOff = false

  @Flag(
    help: """
      Keep your measured values in the file. They are needed to understand a ring that differs from Halo's claims. \
      The file then contains your health data.
      """)
  var keepValues = false

  func validate() throws {
    try refuse("--submit writes a report without your values. Leave out --keep-values.", if: submit && keepValues)
  }

  func run() async throws {
    let output = output ?? (submit ? "ring-report.json" : "ring-report.pcapng")
    let file = try RecordingFile(output)
    let recording = Recording()
    let view = VerifyRingView(terminal: .current())
    let simulated = SimulatedRingWearer()
    var failure: Failure?
    do {
      try await SimulatedRingWearer.$current.withValue(simulated) { try await verify(recording, view, simulated) }
    } catch {
      failure = HaloProgram.reported(error)
    }
    guard let test = recording.test, !recording.bytes.isEmpty else {
      file.remove()
      if let failure { throw failure }
      return
    }
    let results = test.verification.results
    do {
      try file.append(contents(recording.bytes, test))
    } catch {
      file.remove()
      throw error
    }
    try StandardOutput.write(
      text: view.summary(results)
        + (submit
          ? view.submission(file: output, isSimulated: ring.radioOptions.isSimulated)
          : view.advice(file: output, keepsValues: keepValues)))
    if let failure { throw failure }
  }

  private func verify(_ recording: Recording, _ view: VerifyRingView, _ finger: SimulatedRingWearer) async throws {
    // A person needs real time to put a ring on, even if the ring is simulated.
    try await ring.radioOptions.withRadio(speed: yes || handsOff ? nil : 1) { radio, environment in
      let writer = CaptureWriter(time: environment.time) { recording.append($0) }
      let capturing = CapturingCentral(radio, writer)
      let finder = DeviceFinder(radio: capturing, clock: environment.clock, seconds: ring.seconds)
      let found = try await finder.device(
        .verifiable, ring.device, knownAs: ring.identifier(in: ring.journalIfExists()))
      view.begin(found.label)
      let frames = FrameList()
      let owner = VerificationOwner(
        ask: { posture in
          guard !handsOff else { return false }
          view.ask(posture, waits: !yes)
          if !yes {
            _ = await InputLines.next()
            try Task.checkCancellation()
          }
          finger.set(posture)
          if yes { try await environment.clock.sleep(for: .seconds(5)) }
          return true
        }, showTest: { view.show(trial: $0, of: $1, $2) }, showRemark: { view.show(remark: $0) },
        showFinding: { view.show($0) })
      func begin<Driver: Verifiable>(_: Driver.Type) -> any DeviceVerification {
        let session = WearableSession<Driver>(
          radio: capturing, device: found.device, label: found.label, environment: environment, recorder: frames)
        return Driver.verification(session, environment, frames: frames, owner: owner)
      }
      // Some rings advertise nothing that identifies their family.
      let drivers = [HaloProgram.registry.driver(for: found)].compactMap(\.self) + HaloProgram.registry.drivers
      guard let driver = drivers.lazy.compactMap({ $0 as? any Verifiable.Type }).first else {
        throw ConfigurableError.unsupported(device: found.label, what: Phrase("verification"))
      }
      let verification = begin(driver)
      recording.begin((verification, driver.family.id, found.name))
      try await verification.run()
    }
  }

  /// Returns the contents of the file: the anonymized capture and the verdicts.
  private func contents(_ bytes: [UInt8], _ test: Recording.Test) throws -> [UInt8] {
    let copy = Recording()
    var anonymizer = CaptureAnonymizer(
      try CaptureSurvey(CaptureReader(bytes), registry: HaloProgram.registry),
      values: keepValues ? .kept : .madeUp)
    _ = try anonymizer.run(open: { try CaptureReader(bytes) }, write: { copy.append($0) })
    guard submit else {
      return try PcapngWriter.file(CaptureReader(copy.bytes), comment: Self.comment(test.verification.results))
    }
    let identity = test.verification.identity
    let device = AnonymousModel(
      HaloProgram.registry, family: test.family, advertisedName: test.name, hardware: identity?.hardware,
      firmware: identity?.firmware)
    let report = try RingReport(
      copy.bytes, of: device, test.verification.results, isSimulated: ring.radioOptions.isSimulated)
    return try [UInt8](ReadableJSON.text(report).utf8)
  }

  private static func comment(_ results: [ClaimFinding]) -> String {
    var comment = "halo verify-ring \(HaloProgram.version)\n"
    for result in results {
      comment += "\(result.verdict.rawValue): \(result.claim): \(result.statement.english)"
      comment += result.seen.map { " Seen: \($0.english)\n" } ?? "\n"
    }
    return comment
  }
}

/// The recorded frames, the verification and the ring that was tested.
private final class Recording: Sendable {
  /// A verification, and the family and the advertised name of its ring.
  typealias Test = (verification: any DeviceVerification, family: String, name: String?)

  private let state = Mutex<(bytes: [UInt8], test: Test?)>(([], nil))

  var bytes: [UInt8] { state.withLock { $0.bytes } }

  var test: Test? { state.withLock { $0.test } }

  func begin(_ test: Test) { state.withLock { $0.test = test } }

  func append(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
}
