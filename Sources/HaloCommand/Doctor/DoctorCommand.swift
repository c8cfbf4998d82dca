import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo doctor`: whether Bluetooth can be used here, and what to do where it cannot.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say whether Bluetooth can be used here, and what to do about each thing that is wrong.",
    discussion: """
      It looks at this machine from the ground up: kernel, switches, the system's bus, bluetoothd, who may use it, adapters, and where \
      the journal is kept. It changes nothing. docs/linux.md says more about each.

      EXIT STATUS: 0 where Bluetooth can be used; 69 where not.
      """)

  @OptionGroup var journalOptions: JournalOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let journal = journalOptions.journal
    var findings = FindingsReader().read(
      journal: JournalOptions.path(journal, isSimulated: journalOptions.isSimulated),
      isStandard: !JournalOptions.isChosen(journal))
    if let radio = HaloProgram.radios.first {
      let report = await radio.report()
      findings.bus = report.bus
      findings.answer = report.answer
      // Keyboards and headphones do not concern Halo.
      findings.links = report.connected.filter { HaloProgram.registry.driver(for: $0) != nil }.map {
        Findings.Link(name: $0.name ?? "a wearable", address: $0.device.text)
      }
    } else if findings.radio == .bluez {
      findings.radio = .turnedOff
    }
    let diagnosis = Diagnosis(findings)
    let report = DoctorReport(findings, diagnosis)
    if json {
      try StandardOutput.write(json: report)
    } else {
      try StandardOutput.write(text: report.text(Terminal.current()))
    }
    if !diagnosis.isReady { throw ExitCode(EX.unavailable) }
  }
}
