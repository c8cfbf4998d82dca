import HaloCaptures
import HaloDoctor

/// `halo doctor`: checks whether Bluetooth can be used, and prints advice if not.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check the Bluetooth setup of this computer, with advice for each problem.",
    discussion: """
      Halo checks the kernel, the radio switches, D-Bus, bluetoothd, permissions, adapters, and the place of the \
      journal. It changes nothing. docs/linux.md describes each check.

      --bundle writes a file for a bug report: versions, these checks, the settings, the paired devices with their \
      latest errors, and the last frames of each. Passwords, addresses and names are replaced, and measured values \
      in frames are made up. Read the file, then attach it to a project issue with the template "My device does not \
      work". Halo uploads nothing.

      EXAMPLES:
        halo doctor
        halo doctor --bundle

      EXIT STATUS: 0 if Bluetooth can be used; 69 if not. With --bundle: 0 if the file was written; 73 if it already exists or \
      cannot be created.
      """)

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  @Flag(help: "Write a file for a bug report, which you can read before you send it.")
  var bundle = false

  @Argument(
    help: ArgumentHelp("With --bundle: the new file (default: halo-bundle.json).", valueName: "file"))
  var file: String?

  func validate() throws {
    try refuse("A file requires --bundle: 'halo doctor --bundle FILE'.", if: file != nil && !bundle)
    try refuse("--bundle writes JSON to a file. Leave out --json.", if: json && bundle)
  }

  func run() async throws {
    if bundle { return try await writeBundle(to: file ?? "halo-bundle.json") }
    let findings = await findings()
    let diagnosis = Diagnosis(findings)
    let report = DoctorReport(findings, diagnosis)
    try StandardOutput.write(report.fields, json: json) { report.text($0) }
    if !diagnosis.isReady { throw Failure(EX.unavailable) }
  }

  /// The path of the journal; `nil` if there is no home folder.
  private var path: String? { JournalOptions.path(journalOptions.journal, isSimulated: journalOptions.isSimulated) }

  private func findings() async -> Findings {
    var findings = FindingsReader().read(
      version: HaloProgram.version, journal: path, isStandard: !JournalOptions.isChosen(journalOptions.journal))
    let report = await HaloProgram.radios.first?.report()
    findings.add(report)
    // Ignore other connected devices, such as keyboards and headphones.
    findings.links = (report?.connected ?? []).filter { HaloProgram.registry.driver(for: $0) != nil }.map {
      Findings.Link(name: $0.name ?? "a wearable", address: $0.device.text)
    }
    return findings
  }

  private func writeBundle(to name: String) async throws {
    let file = try RecordingFile(name)
    do {
      try file.append(Array(ReadableJSON.text(await bundled()).utf8))
    } catch {
      file.remove()
      throw error
    }
    try StandardOutput.write(
      Phrase(
        """
        The bundle is \(name). It contains versions, the checks of 'halo doctor', settings, paired devices with \
        their latest errors, and anonymized frames. Its first lines list what is left out.
        """),
      Phrase(
        """
        Read it first. Then open a project issue with the template "My device does not work", and attach the file.
        """))
  }

  private func bundled() async -> JSONFields {
    let findings = await findings()
    var devices = [Device]()
    var anonymizer = Anonymizer(path: path)
    var journal = BundledJournal.fields(problem: "There is no journal. 'halo pair' creates one.")
    if let path, JournalOptions.exists(path) {
      do {
        let opened = try Journal(path: path)
        devices = (try? opened.devices()) ?? []
        anonymizer = Anonymizer(opened, path: path)
        journal = BundledJournal.fields(opened, anonymizer)
      } catch {
        journal = BundledJournal.fields(problem: anonymizer.text("\(error)"))
      }
    }
    let numbers = Dictionary(uniqueKeysWithValues: devices.enumerated().map { ($1.identifier.text, $0 + 1) })
    return DoctorBundle.fields(
      findings.anonymous, configuration: BundledSettings.fields(),
      daemon: await BundledDaemon.fields(journalOptions, numbers, anonymizer), journal: journal)
  }
}
