import HaloBluetooth
import Foundation
import HaloText
import Testing

@testable import HaloDoctor

@Suite("halo doctor: diagnosis from findings")
struct DiagnosisTests {
  /// A machine without problems.
  static let healthy: Findings = {
    var findings = Findings(version: "1.2.3", system: "Linux 6.1.0")
    findings.user = .init(name: "pi", groups: ["pi"], listedGroups: [], isAtSeat: false)
    findings.distribution = .debian
    findings.kernel = .adapters(["hci0"])
    findings.switches = [.init(name: "hci0", isSoftBlocked: false, isHardBlocked: false)]
    findings.daemon = .init(version: "5.66")
    findings.answer = .adapters([adapter("hci0")])
    findings.policyGroups = ["bluetooth"]
    findings.journal = .init(path: "/home/pi/.local/share/halo/journal.sqlite", fileMode: 0o600, folderMode: 0o700)
    return findings
  }()

  private static func adapter(_ name: String, on: Bool = true, roles: [String]? = ["central"]) -> RadioReport.Adapter {
    .init(
      name: name, address: "00:AA:01:00:00:4\(name.last ?? "0")", alias: "kitchen", isPowered: on, isDiscovering: false,
      roles: roles)
  }

  /// A problem and its expected report.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let check: Check.Subject
    /// A part of the check's line.
    let text: String
    /// One of its commands, or `nil`.
    let command: String?
    /// The text after "Bluetooth cannot be used: "; `nil` if Bluetooth can be used.
    let blockingReason: String?
    let change: @Sendable (inout Findings) -> Void

    init(
      _ name: String, _ check: Check.Subject, _ text: String, _ command: String?, _ blockingReason: String?,
      _ change: @escaping @Sendable (inout Findings) -> Void
    ) {
      (testDescription, self.check, self.text, self.command) = (name, check, text, command)
      (self.blockingReason, self.change) = (blockingReason, change)
    }
  }

  static let problems: [Case] = [
    Case(
      "no trait", .halo, "built without the trait BlueZ", "swift build -c release --product halo",
      "this halo was built without Bluetooth"
    ) {
      $0.radio = .turnedOff
    },
    Case(
      "another system", .halo, "is not yet supported on this system", "halo scan --radio simulated",
      "Halo does not support Bluetooth on this system yet"
    ) {
      $0.radio = .none
    },
    Case(
      "no adapter", .kernel, "has no Bluetooth adapter", "lsusb; sudo dmesg | grep -i -e bluetooth -e firmware",
      "the kernel has no adapter"
    ) {
      $0.kernel = .adapters([])
      $0.answer = .adapters([])
    },
    Case(
      "no adapter, and so no bluetoothd", .kernel, "has no Bluetooth adapter",
      "lsusb; sudo dmesg | grep -i -e bluetooth -e firmware", "the kernel has no adapter"
    ) {
      $0.kernel = .notLoaded
      $0.answer = .absent
    },
    Case(
      "no firmware", .kernel, "has no Bluetooth adapter", "sudo dmesg | grep -i -e bluetooth -e firmware",
      "the kernel has no adapter"
    ) {
      $0.kernel = .adapters([])
      $0.answer = .adapters([])
      $0.usbAdapters = ["Realtek Bluetooth Radio"]
    },
    Case("no adapter in a container", .kernel, "has no Bluetooth adapter", nil, "the kernel has no adapter") {
      $0.kernel = .adapters([])
      $0.answer = .adapters([])
      $0.container = "docker"
    },
    Case(
      "turned off in a Raspberry Pi's configuration", .kernel, "has no Bluetooth adapter",
      "sudo nano /boot/firmware/config.txt && sudo reboot", "the kernel has no adapter"
    ) {
      $0.kernel = .notLoaded
      $0.answer = .absent
      $0.board = "Raspberry Pi 4 Model B Rev 1.4"
      $0.boardSetting = ("/boot/firmware/config.txt", "dtoverlay=disable-bt")
    },
    Case(
      "a Raspberry Pi whose chip is attached by a service", .kernel, "has no Bluetooth adapter",
      "systemctl status hciuart", "the kernel has no adapter"
    ) {
      $0.kernel = .adapters([])
      $0.answer = .adapters([])
      $0.board = "Raspberry Pi 3 Model B Plus Rev 1.3"
      $0.hasSerialService = true
    },
    Case(
      "a newer Raspberry Pi", .kernel, "has no Bluetooth adapter", "sudo dmesg | grep -i -e bluetooth -e hci",
      "the kernel has no adapter"
    ) {
      $0.kernel = .adapters([])
      $0.answer = .adapters([])
      $0.board = "Raspberry Pi 5 Model B Rev 1.0"
    },
    Case(
      "Debian's kernel for the cloud", .kernel, "was built without Bluetooth",
      "sudo apt-get install linux-image-$(dpkg --print-architecture)", "this kernel was built without Bluetooth"
    ) {
      $0.kernel = .withoutBluetooth
      $0.answer = .absent
    },
    Case(
      "Ubuntu's kernel for the cloud", .kernel, "was built without Bluetooth",
      "sudo apt-get install linux-modules-extra-$(uname -r)", "this kernel was built without Bluetooth"
    ) {
      $0.kernel = .withoutBluetooth
      $0.answer = .absent
      $0.distribution = .ubuntu
    },
    Case(
      "switched off by a program", .switch, "hci0 is turned off by a program", "sudo rfkill unblock bluetooth",
      "it is blocked by a switch (rfkill)"
    ) {
      $0.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: false)]
      $0.answer = .adapters([adapter("hci0", on: false)])
    },
    Case(
      "switched off by a key", .switch, "hci0 is turned off by a hardware switch or key", "sudo rfkill",
      "it is blocked by a switch (rfkill)"
    ) {
      $0.switches = [.init(name: "hci0", isSoftBlocked: true, isHardBlocked: true)]
      $0.answer = .adapters([adapter("hci0", on: false)])
    },
    Case("no bus", .bus, "No such file", "sudo systemctl start dbus.socket", "the system bus cannot be reached") {
      $0.answer = .noBus("the system bus is unreachable: No such file or directory")
    },
    Case("no bus and no systemd", .bus, "No such file", "sudo service dbus start", "the system bus cannot be reached") {
      $0.answer = .noBus("the system bus is unreachable: No such file or directory")
      $0.hasSystemd = false
    },
    Case(
      "no bus in a container", .bus, "No such file",
      "docker run -v /run/dbus:/run/dbus:ro IMAGE", "the system bus cannot be reached"
    ) {
      $0.answer = .noBus("the system bus is unreachable: No such file or directory")
      $0.container = "podman"
    },
    Case(
      "not installed on Debian", .bluetoothd, "is not installed", "sudo apt-get install bluez",
      "bluetoothd is not installed"
    ) {
      $0.answer = .absent
      $0.daemon = nil
    },
    Case(
      "not installed on Fedora", .bluetoothd, "is not installed", "sudo dnf install bluez",
      "bluetoothd is not installed"
    ) {
      $0.answer = .absent
      $0.daemon = nil
      $0.distribution = .fedora
    },
    Case(
      "not installed on Arch", .bluetoothd, "is not installed", "sudo pacman -S bluez bluez-utils",
      "bluetoothd is not installed"
    ) {
      $0.answer = .absent
      $0.daemon = nil
      $0.distribution = .arch
    },
    Case("not installed elsewhere", .bluetoothd, "is not installed", nil, "bluetoothd is not installed") {
      $0.answer = .absent
      $0.daemon = nil
      $0.distribution = nil
    },
    Case(
      "not running", .bluetoothd, "5.66 is installed but not running", "sudo systemctl enable --now bluetooth",
      "bluetoothd is not running"
    ) {
      $0.answer = .absent
    },
    Case(
      "not running without systemd", .bluetoothd, "not running", "sudo service bluetooth start",
      "bluetoothd is not running"
    ) {
      $0.answer = .absent
      $0.hasSystemd = false
    },
    Case(
      "masked", .bluetoothd, "not running", "sudo systemctl unmask bluetooth && sudo systemctl enable --now bluetooth",
      "bluetoothd is not running"
    ) {
      $0.answer = .absent
      $0.daemon?.isMasked = true
    },
    Case(
      "not running outside the container", .bluetoothd, "on the container's host",
      "sudo systemctl enable --now bluetooth", "bluetoothd is not running"
    ) {
      $0.answer = .absent
      $0.daemon = nil
      $0.container = "docker"
    },
    Case(
      "hanging", .bluetoothd, "does not answer within 5 s", "sudo systemctl restart bluetooth",
      "bluetoothd does not answer"
    ) {
      $0.answer = .silent(.seconds(5))
    },
    Case(
      "answering with an error", .bluetoothd, "org.bluez.Error.Failed: no", "sudo systemctl restart bluetooth",
      "bluetoothd returns an error"
    ) {
      $0.answer = .failed("org.bluez.Error.Failed: no")
    },
    Case(
      "refused, in no group", .permission, "not in the group bluetooth and not signed in at the machine's own screen",
      "sudo usermod -aG bluetooth pi", "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
    },
    Case(
      "refused, with a group of another name", .permission, "not in the group lp", "sudo usermod -aG lp pi",
      "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
      $0.policyGroups = ["lp"]
    },
    Case(
      "refused until the next login", .permission, "only after the next login", "newgrp bluetooth",
      "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
      $0.user.listedGroups = ["bluetooth"]
    },
    Case(
      "refused in spite of the group", .permission, "although the user is in the group bluetooth",
      "sudo systemctl reload dbus",
      "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
      $0.user.groups = ["bluetooth"]
      $0.user.listedGroups = ["bluetooth"]
    },
    Case(
      "refused by a policy without groups", .permission, "allows no group",
      "cat /etc/dbus-1/system.d/bluetooth.conf /usr/share/dbus-1/system.d/bluetooth.conf",
      "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
      $0.policyGroups = []
    },
    Case(
      "refused in a container", .permission, "the host's bus does not allow",
      "docker run --user $(id -u):$(id -g) IMAGE", "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("Rejected send message")
      $0.container = "docker"
    },
    Case(
      "refused by AppArmor", .permission, "AppArmor", "docker run --security-opt apparmor=unconfined IMAGE",
      "the user pi may not use Bluetooth"
    ) {
      $0.answer = .refused("An AppArmor policy prevents this sender from sending this message to this recipient")
      $0.container = "docker"
    },
    Case("off", .adapter, "hci0 (00:AA:01:00:00:40) is off", "bluetoothctl power on", "the adapter is off") {
      $0.answer = .adapters([adapter("hci0", on: false)])
    },
    Case(
      "all of several off", .adapter, "hci1 (00:AA:01:00:00:41) is off",
      "busctl set-property org.bluez /org/bluez/hci1 org.bluez.Adapter1 Powered b true", "the adapter is off"
    ) {
      $0.kernel = .adapters(["hci0", "hci1"])
      $0.answer = .adapters([adapter("hci0", on: false), adapter("hci1", on: false)])
    },
    Case(
      "without Bluetooth LE", .adapter, "does not support Bluetooth LE", nil,
      "the adapter does not support Bluetooth LE"
    ) {
      $0.answer = .adapters([adapter("hci0", roles: [])])
    },
    Case(
      "in the kernel alone", .adapter, "hci0 is known to the kernel but not to bluetoothd",
      "sudo systemctl restart bluetooth", "bluetoothd does not see the adapter"
    ) {
      $0.answer = .adapters([])
    },
  ]

  @Test(arguments: problems)
  func `each problem has its line, its command and its verdict`(_ wrong: Case) throws {
    var findings = Self.healthy
    wrong.change(&findings)
    let diagnosis = Diagnosis(findings)
    let check = try #require(diagnosis.checks.first { $0.check == wrong.check && $0.text.english.contains(wrong.text) })
    #expect(check.outcome == .problem)
    #expect(!check.advice.isEmpty)
    if let command = wrong.command {
      #expect(check.advice.contains { $0.command == command }, "\(check.advice)")
    } else {
      #expect(check.advice.allSatisfy { $0.command == nil })
    }
    #expect(!diagnosis.isReady)
    #expect(diagnosis.verdict.english == "Bluetooth cannot be used: \(wrong.blockingReason ?? "?").")
  }

  static let remarks: [Case] = [
    Case("an old bluetoothd", .bluetoothd, "version 5.55", nil, nil) { $0.daemon?.version = "5.55" },
    Case("Windows", .machine, "WSL", nil, nil) { $0.isWSL = true },
    Case(
      "a second adapter that is off", .adapter, "hci1 (00:AA:01:00:00:41) is off",
      "busctl set-property org.bluez /org/bluez/hci1 org.bluez.Adapter1 Powered b true", nil
    ) {
      $0.kernel = .adapters(["hci0", "hci1"])
      $0.answer = .adapters([adapter("hci0"), adapter("hci1", on: false)])
    },
    Case("a second adapter that is switched off", .switch, "hci1", "sudo rfkill unblock bluetooth", nil) {
      $0.switches = [.init(name: "hci1", isSoftBlocked: true, isHardBlocked: false)]
      $0.answer = .adapters([adapter("hci0"), adapter("hci1", on: false)])
    },
    Case("a second adapter without LE", .adapter, "hci1", nil, nil) {
      $0.answer = .adapters([adapter("hci0"), adapter("hci1", roles: [])])
    },
    Case(
      "a second adapter that bluetoothd does not see", .adapter, "hci1 is known to the kernel",
      "sudo systemctl restart bluetooth", nil
    ) {
      $0.kernel = .adapters(["hci0", "hci1"])
    },
    Case(
      "a link that stayed open", .link, "COLMI R12_0001 (C3:48:9A:10:00:01)",
      "bluetoothctl disconnect C3:48:9A:10:00:01", nil
    ) {
      $0.links = [.init(name: "COLMI R12_0001", address: "C3:48:9A:10:00:01")]
    },
    Case(
      "a journal that others can read", .journal, "can be read by other users",
      "chmod go= '/home/pi/.local/share/halo/journal.sqlite'*", nil
    ) {
      $0.journal?.fileMode = 0o644
    },
    Case(
      "a folder that others can read", .journal, "can be read by other users", "chmod go= '/home/pi/.local/share/halo'",
      nil
    ) {
      $0.journal?.folderMode = 0o755
    },
  ]

  @Test(arguments: remarks)
  func `remarks do not block Bluetooth`(_ worth: Case) throws {
    var findings = Self.healthy
    worth.change(&findings)
    let diagnosis = Diagnosis(findings)
    let check = try #require(diagnosis.checks.first { $0.check == worth.check && $0.text.english.contains(worth.text) })
    #expect(check.outcome == .remark)
    if let command = worth.command { #expect(check.advice.contains { $0.command == command }, "\(check.advice)") }
    #expect(diagnosis.verdict.english == "Ready: Halo can use hci0 (00:AA:01:00:00:40).")
    #expect(diagnosis.adapter?.name == "hci0")
  }

  @Test func `a machine without problems has only good lines`() {
    let diagnosis = Diagnosis(Self.healthy)
    #expect(diagnosis.checks.allSatisfy { $0.outcome == .ok && $0.advice.isEmpty })
    #expect(
      diagnosis.checks.map(\.check)
        == [.halo, .machine, .switch, .kernel, .bus, .bluetoothd, .permission, .adapter, .journal])
    #expect(diagnosis.verdict.english == "Ready: Halo can use hci0 (00:AA:01:00:00:40).")
  }

  @Test func `uses the first adapter that is on`() {
    var findings = Self.healthy
    findings.kernel = .adapters(["hci0", "hci1"])
    findings.answer = .adapters([Self.adapter("hci0", on: false), Self.adapter("hci1")])
    #expect(Diagnosis(findings).adapter?.name == "hci1")
    #expect(Diagnosis(findings).verdict.english == "Ready: Halo can use hci1 (00:AA:01:00:00:41).")
    // An adapter that is on but lacks Bluetooth LE does not block the next one.
    findings.answer = .adapters([Self.adapter("hci0", roles: []), Self.adapter("hci1")])
    #expect(Diagnosis(findings).verdict.english == "Ready: Halo can use hci1 (00:AA:01:00:00:41), with --adapter hci1.")
  }

  @Test func `judges only the adapter that is to be used`() {
    var findings = Self.healthy
    findings.kernel = .adapters(["hci0", "hci1"])
    findings.answer = .adapters([Self.adapter("hci0", on: false), Self.adapter("hci1")])
    findings.adapter = "hci1"
    #expect(Diagnosis(findings).adapter?.name == "hci1")
    findings.adapter = "hci0"
    #expect(Diagnosis(findings).verdict.english == "Bluetooth cannot be used: the adapter is off.")
    findings.answer = .adapters([Self.adapter("hci0"), Self.adapter("hci1", roles: [])])
    findings.adapter = "hci1"
    #expect(
      Diagnosis(findings).verdict.english == "Bluetooth cannot be used: the adapter does not support Bluetooth LE.")
  }

  @Test(arguments: Set(problems.compactMap(\.blockingReason)).sorted())
  func `docs/linux.md lists the verdict of each state`(reason: String) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/linux.md")
    let listed = reason.replacing("the user pi ", with: "the user … ")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("| Bluetooth cannot be used: \(listed) |"))
  }

  @Test func `quotes paths in commands for the shell`() throws {
    var findings = Self.healthy
    findings.journal = .init(path: "/tmp/it's; ls/j.sqlite", isStandard: false, fileMode: 0o644, folderMode: 0o700)
    #expect(Diagnosis(findings).checks.last?.advice.first?.command == #"chmod go= '/tmp/it'\''s; ls/j.sqlite'*"#)
  }

  @Test func `in a container with the host's bus, neither the kernel's list nor bluetoothd's program is needed`() {
    var findings = Self.healthy
    findings.container = "docker"
    findings.kernel = .notLoaded
    findings.switches = []
    findings.daemon = nil
    let diagnosis = Diagnosis(findings)
    #expect(diagnosis.isReady)
    #expect(diagnosis.checks.allSatisfy { $0.outcome == .ok })
  }

  @Test func `adapters without reported roles are accepted`() {
    var findings = Self.healthy
    findings.answer = .adapters([Self.adapter("hci0", roles: nil)])
    #expect(Diagnosis(findings).isReady)
  }

  @Test func `a journal that cannot be written is a problem, but Bluetooth is ready`() throws {
    for journal in [nil, Findings.JournalPlace(path: "/root/j.sqlite", isWritable: false)] {
      var findings = Self.healthy
      findings.journal = journal
      let diagnosis = Diagnosis(findings)
      let check = try #require(diagnosis.checks.last)
      #expect(check.check == .journal && check.outcome == .problem && !check.advice.isEmpty)
      #expect(diagnosis.isReady)
      #expect(diagnosis.verdict.english.hasSuffix("cannot be stored yet; see 'journal'."))
    }
  }

  @Test func `a chosen folder may be readable by others if the journal is not`() throws {
    var findings = Self.healthy
    findings.journal = .init(path: "/tmp/j.sqlite", isStandard: false, fileMode: 0o600, folderMode: 0o1777)
    #expect(Diagnosis(findings).checks.last?.outcome == .ok)
  }

  @Test func `the first problem in the order of dependencies determines the verdict`() {
    var findings = Self.healthy
    findings.kernel = .notLoaded
    findings.answer = .noBus("the system bus is unreachable: No such file or directory")
    findings.daemon = nil
    let diagnosis = Diagnosis(findings)
    #expect(diagnosis.checks.filter { $0.outcome == .problem }.map(\.check) == [.kernel, .bus, .bluetoothd])
    #expect(diagnosis.verdict.english == "Bluetooth cannot be used: the kernel has no adapter.")
  }

  @Test func `a switch that removes the adapter determines the verdict`() throws {
    var findings = Self.healthy
    findings.kernel = .adapters([])
    findings.answer = .adapters([])
    findings.switches = [.init(name: "tpacpi_bluetooth_sw", isSoftBlocked: true, isHardBlocked: false)]
    let diagnosis = Diagnosis(findings)
    #expect(diagnosis.verdict.english == "Bluetooth cannot be used: it is blocked by a switch (rfkill).")
    let kernel = try #require(diagnosis.checks.first { $0.check == .kernel })
    #expect(kernel.outcome == .problem && kernel.advice.allSatisfy { $0.command == nil })
  }
}
