import Foundation
import HaloLibc
import SystemPackage

/// Reads the state of the machine from files below `root`, which tests replace. It changes nothing.
package struct FindingsReader {
  /// The user who runs the program.
  struct Person {
    var name: String
    var id: UInt32
    var groupIDs: [UInt32]

    static func current() -> Person {
      var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
      let count = getgroups(Int32(groups.count), &groups)
      let name = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) }
      return Person(
        name: name ?? "user \(getuid())", id: getuid(), groupIDs: [getegid()] + groups.prefix(max(0, Int(count))))
    }
  }

  /// The root of this machine's files.
  @TaskLocal package static var machine = "/"

  var root = FindingsReader.machine
  var person = Person.current()

  /// Creates a reader of this machine.
  package init() {}

  init(root: String, person: Person = .current()) { (self.root, self.person) = (root, person) }

  /// Reads everything except what the bus reports, for a program of a version. `isStandard`: the journal has its
  /// default path.
  package func read(version: String, journal: String?, isStandard: Bool) -> Findings {
    var findings = Findings(version: version, system: Self.system)
    findings.journal = journal.map { place($0, isStandard: isStandard) }
    #if os(Linux)
      findings.user = user
      let release = text("proc/sys/kernel/osrelease")
      findings.system = "Linux \(release ?? "")"
      findings.board = text("proc/device-tree/model")
      findings.distribution = distribution
      findings.distributionName = value("PRETTY_NAME", in: "etc/os-release")
      findings.container = container
      findings.isWSL = release?.lowercased().contains("microsoft") == true
      findings.hasSystemd = exists("run/systemd/system")
      findings.kernel = kernel(release)
      findings.usbAdapters = usbAdapters
      findings.boardSetting = boardSetting
      findings.hasSerialService = exists("lib/systemd/system/hciuart.service")
      findings.switches = switches
      findings.daemon = daemon
      findings.policyGroups = policyGroups
    #else
      findings.radio = .none
      findings.user.name = person.name
    #endif
    return findings
  }

  private static var system: String { ProcessInfo.processInfo.operatingSystemVersionString }

  // MARK: Files

  private func path(_ name: String) -> String { root.hasSuffix("/") ? root + name : "\(root)/\(name)" }

  private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Returns a small file's text without line ends and zeros around it; `nil` if the file is missing.
  private func text(_ name: String) -> String? {
    guard let handle = FileHandle(forReadingAtPath: path(name)) else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: 1 << 20) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\0").union(.whitespacesAndNewlines))
    return text.isEmpty ? nil : text
  }

  private func lines(_ name: String) -> [String] {
    text(name)?.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
  }

  private func names(in folder: String) -> [String]? {
    (try? FileManager.default.contentsOfDirectory(atPath: path(folder)))?.sorted()
  }

  /// Returns the value of `KEY=value` in a file.
  private func value(_ key: String, in name: String) -> String? {
    lines(name).first { $0.hasPrefix("\(key)=") }.map {
      $0.dropFirst(key.count + 1).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
  }

  // MARK: The machine

  private var user: Findings.User {
    var user = Findings.User(name: person.name)
    for line in lines("etc/group") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 4, let id = UInt32(fields[2]) else { continue }
      if person.groupIDs.contains(id) { user.groups.insert(String(fields[0])) }
      if fields[3].split(separator: ",").contains(Substring(person.name)) {
        user.listedGroups.insert(String(fields[0]))
      }
    }
    // The user's sessions according to logind (sd_uid_get_seats reads the same file).
    if exists("run/systemd/seats") {
      user.isAtSeat = value("SEATS", in: "run/systemd/users/\(person.id)").map { !$0.isEmpty } ?? false
    }
    return user
  }

  private var distribution: Findings.Distribution? {
    let ids = ["ID", "ID_LIKE"].compactMap { value($0, in: "etc/os-release") }
      .flatMap { $0.split(separator: " ").map(String.init) }
    let others: [String: Findings.Distribution] = ["raspbian": .debian, "rhel": .fedora]
    return ids.lazy.compactMap { Findings.Distribution(rawValue: $0) ?? others[$0] }.first
  }

  private var container: String? {
    if exists(".dockerenv") { return "docker" }
    if exists("run/.containerenv") { return "podman" }
    return text("run/systemd/container")
  }

  private func kernel(_ release: String?) -> Findings.Kernel {
    if let names = names(in: "sys/class/bluetooth") {
      // The folder also lists links (hci0:64) and serial lines.
      return .adapters(names.filter { $0.wholeMatch(of: /hci[0-9]+/) != nil })
    }
    // Without the modules folder, as in a container, the available modules are unknown.
    guard let release, exists("lib/modules/\(release)/kernel") else { return .notLoaded }
    return exists("lib/modules/\(release)/kernel/net/bluetooth") ? .notLoaded : .withoutBluetooth
  }

  /// The USB devices with the class of Bluetooth adapters: E0, 01, 01 (USB-IF, "Defined Class Codes").
  private var usbAdapters: [String] {
    (names(in: "sys/bus/usb/devices") ?? []).compactMap { name in
      let device = "sys/bus/usb/devices/\(name)"
      let codes = ["bDeviceClass", "bDeviceSubClass", "bDeviceProtocol"].map { text("\(device)/\($0)") }
      guard codes == ["e0", "01", "01"] else { return nil }
      let words = [text("\(device)/manufacturer"), text("\(device)/product")].compactMap { $0 }
      if !words.isEmpty { return words.joined(separator: " ") }
      return [text("\(device)/idVendor"), text("\(device)/idProduct")].compactMap { $0 }.joined(separator: ":")
    }
  }

  /// The line that turns off a Raspberry Pi's Bluetooth (Raspberry Pi's `overlays/README`, "disable-bt").
  private var boardSetting: (file: String, line: String)? {
    for file in ["boot/firmware/config.txt", "boot/config.txt"] {
      let line = lines(file).first { line in
        line.wholeMatch(of: /dtoverlay=(pi3-)?disable-bt(-pi5)?([,: ].*)?/) != nil
      }
      if let line { return ("/\(file)", line) }
    }
    return nil
  }

  private var switches: [Findings.Switch] {
    (names(in: "sys/class/rfkill") ?? []).compactMap { name in
      let folder = "sys/class/rfkill/\(name)"
      guard text("\(folder)/type") == "bluetooth" else { return nil }
      return Findings.Switch(
        name: text("\(folder)/name") ?? name, isSoftBlocked: text("\(folder)/soft") == "1",
        isHardBlocked: text("\(folder)/hard") == "1")
    }
  }

  // MARK: bluetoothd

  private var daemon: Findings.Daemon? {
    let places = ["usr/libexec/bluetooth/bluetoothd", "usr/lib/bluetooth/bluetoothd", "usr/sbin/bluetoothd"]
    guard let place = places.first(where: { FileManager.default.isExecutableFile(atPath: path($0)) }) else {
      return nil
    }
    let mask = try? FileManager.default.destinationOfSymbolicLink(
      atPath: path("etc/systemd/system/bluetooth.service"))
    return Findings.Daemon(version: version(of: path(place)), isMasked: mask == "/dev/null")
  }

  /// Returns the version that a program prints for `--version`; `nil` if it prints none.
  private func version(of program: String) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = ["--version"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let answer = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    let words = String(decoding: answer ?? Data(), as: UTF8.self).split { $0.isWhitespace }
    return words.last.map(String.init).flatMap { $0.wholeMatch(of: /[0-9]+\.[0-9.]+/) == nil ? nil : $0 }
  }

  /// The groups in BlueZ's bus policies; the local policy comes before the package's.
  private var policyGroups: [String] {
    ["etc/dbus-1/system.d/bluetooth.conf", "usr/share/dbus-1/system.d/bluetooth.conf"].flatMap { file in
      (text(file) ?? "").matches(of: /<policy\s+group="([^"]+)"/).map { String($0.1) }
    }
  }

  // MARK: The journal

  private func place(_ journal: String, isStandard: Bool) -> Findings.JournalPlace {
    func mode(_ path: FilePath) -> Int? {
      (try? FileManager.default.attributesOfItem(atPath: path.string))?[.posixPermissions] as? Int
    }
    let file = FilePath(journal)
    var folder = file.removingLastComponent()
    if folder.isEmpty { folder = "." }
    var place = Findings.JournalPlace(
      path: journal, isStandard: isStandard, fileMode: mode(file),
      folderMode: mode(folder))
    // A missing folder would be created in its nearest existing parent.
    while mode(folder) == nil, folder.removeLastComponent() { if folder.isEmpty { folder = "." } }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: folder.string, isDirectory: &isFolder)
    // SQLite makes files beside the journal.
    place.isWritable =
      isFolder.boolValue && access(folder.string, W_OK) == 0
      && (place.fileMode == nil || access(file.string, R_OK | W_OK) == 0)
    return place
  }
}
