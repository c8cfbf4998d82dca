#if os(Linux)
  import Foundation
  import Testing

  @testable import HaloDoctor

  @Suite("halo doctor: reading a machine")
  final class FindingsReaderTests {
    /// The root folder of the test's machine.
    private let root: URL

    init() throws {
      root = FileManager.default.temporaryDirectory.appending(path: "halo-machine-\(UUID())")
      try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ path: String, _ text: String, mode: Int = 0o644) throws {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path())
    }

    /// Writes a program through another process. A process that another test starts meanwhile inherits every open
    /// descriptor, and a file open for writing cannot be executed (ETXTBSY).
    private func writeProgram(_ path: String, _ script: String) throws {
      try write(path + ".source", script)
      let install = Process()
      install.executableURL = URL(filePath: "/usr/bin/install")
      install.arguments = [
        "-m", "755", root.appending(path: path + ".source").path(), root.appending(path: path).path(),
      ]
      try install.run()
      install.waitUntilExit()
      try #require(install.terminationStatus == 0)
    }

    private func read(journal: String? = nil) -> Findings {
      let person = FindingsReader.Person(name: "pi", id: 1000, groupIDs: [1000, 44])
      return FindingsReader(root: root.path(), person: person).read(
        version: "1.2.3", journal: journal, isStandard: true)
    }

    @Test func `an empty machine gives findings without errors or made-up values`() {
      let findings = read()
      #expect(findings.kernel == .notLoaded)
      #expect(findings.daemon == nil && findings.switches.isEmpty && findings.usbAdapters.isEmpty)
      #expect(findings.board == nil && findings.container == nil && findings.distribution == nil)
      #expect(!findings.isWSL && !findings.hasSystemd && findings.boardSetting == nil && findings.journal == nil)
      #expect(findings.user == .init(name: "pi"))
    }

    @Test func `the kernel's adapters exclude their links`() throws {
      for name in ["hci1", "hci0", "hci0:64", "rfcomm0"] { try write("sys/class/bluetooth/\(name)/uevent", "") }
      #expect(read().kernel == .adapters(["hci0", "hci1"]))
    }

    @Test func `a kernel with modules but none for Bluetooth was built without it`() throws {
      try write("proc/sys/kernel/osrelease", "6.1.0-18-cloud-amd64\n")
      #expect(read().system == "Linux 6.1.0-18-cloud-amd64")
      #expect(read().kernel == .notLoaded)
      try write("lib/modules/6.1.0-18-cloud-amd64/kernel/net/core/x.ko", "")
      #expect(read().kernel == .withoutBluetooth)
      try write("lib/modules/6.1.0-18-cloud-amd64/kernel/net/bluetooth/bluetooth.ko", "")
      #expect(read().kernel == .notLoaded)
    }

    @Test func `reads only the switches for Bluetooth`() throws {
      let states = [
        ("rfkill0", "wlan", "1", "0"), ("rfkill1", "bluetooth", "1", "0"), ("rfkill2", "bluetooth", "0", "1"),
      ]
      for (name, type, soft, hard) in states {
        try write("sys/class/rfkill/\(name)/type", type + "\n")
        try write("sys/class/rfkill/\(name)/name", "\(name)-name\n")
        try write("sys/class/rfkill/\(name)/soft", soft + "\n")
        try write("sys/class/rfkill/\(name)/hard", hard + "\n")
      }
      #expect(
        read().switches == [
          .init(name: "rfkill1-name", isSoftBlocked: true, isHardBlocked: false),
          .init(name: "rfkill2-name", isSoftBlocked: false, isHardBlocked: true),
        ])
    }

    @Test(arguments: ["libexec", "lib"])
    func `finds bluetoothd's version in any of its folders`(place: String) throws {
      try writeProgram("usr/\(place)/bluetooth/bluetoothd", "#!/bin/sh\necho 5.55\n")
      #expect(read().daemon == .init(version: "5.55"))
    }

    @Test func `a bluetoothd without a version is still found, and may be masked`() throws {
      try writeProgram("usr/libexec/bluetooth/bluetoothd", "#!/bin/sh\necho broken >&2\nexit 1\n")
      try write("etc/systemd/system/other", "")
      try FileManager.default.createSymbolicLink(
        atPath: root.appending(path: "etc/systemd/system/bluetooth.service").path(), withDestinationPath: "/dev/null")
      #expect(read().daemon == .init(version: nil, isMasked: true))
    }

    @Test func `reads the user's groups from the session and from the group database, and the seat from logind`() throws
    {
      try write("etc/group", "root:x:0:\nvideo:x:44:\npi:x:1000:\nbluetooth:x:109:anna,pi\naudio:x:29:pierre\n")
      #expect(read().user == .init(name: "pi", groups: ["video", "pi"], listedGroups: ["bluetooth"], isAtSeat: nil))
      try write("run/systemd/seats/seat0", "")
      #expect(read().user.isAtSeat == false)
      try write("run/systemd/users/1000", "# private\nNAME=pi\nSEATS=seat0\n")
      #expect(read().user.isAtSeat == true)
      try write("run/systemd/users/1000", "NAME=pi\nSEATS=\n")
      #expect(read().user.isAtSeat == false)
    }

    @Test func `reads the groups of the bus policy, the local policy first`() throws {
      try write("usr/share/dbus-1/system.d/bluetooth.conf", #"<policy user="root"/><policy group="lp"></policy>"#)
      try write("etc/dbus-1/system.d/bluetooth.conf", #"<busconfig><policy  group="bluetooth"><allow/></policy>"#)
      #expect(read().policyGroups == ["bluetooth", "lp"])
    }

    @Test(
      arguments: [
        ("ID=debian", Findings.Distribution.debian), ("ID=raspbian\nID_LIKE=debian", .debian),
        ("NAME=\"Linux Mint\"\nID=linuxmint\nID_LIKE=\"ubuntu debian\"", .ubuntu), ("ID=\"fedora\"", .fedora),
        ("ID=manjaro\nID_LIKE=arch", .arch), ("ID=nixos", nil),
      ] as [(String, Findings.Distribution?)])
    func `recognizes a distribution by ID or ID_LIKE`(text: String, expected: Findings.Distribution?) throws {
      try write("etc/os-release", text + "\n")
      #expect(read().distribution == expected)
    }

    @Test func `recognizes a Raspberry Pi and the line that turns off its Bluetooth, except in a comment`() throws {
      try write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
      try write("boot/firmware/config.txt", "[all]\n#dtoverlay=disable-bt\ndtoverlay=disable-wifi\n")
      #expect(read().board == "Raspberry Pi 4 Model B Rev 1.4")
      #expect(read().boardSetting == nil)
      try write("boot/config.txt", "dtoverlay=pi3-disable-bt\n")
      #expect(read().boardSetting?.file == "/boot/config.txt")
      try write("boot/firmware/config.txt", "[all]\n  dtoverlay=disable-bt\n")
      #expect(read().boardSetting?.file == "/boot/firmware/config.txt")
      #expect(read().boardSetting?.line == "dtoverlay=disable-bt")
    }

    @Test func `recognizes USB adapters by their class, with names or numbers`() throws {
      func device(_ name: String, _ files: [String: String]) throws {
        for (file, text) in files { try write("sys/bus/usb/devices/\(name)/\(file)", text + "\n") }
      }
      let codes = ["bDeviceClass": "e0", "bDeviceSubClass": "01", "bDeviceProtocol": "01"]
      try device("1-1", codes.merging(["manufacturer": "Realtek", "product": "Bluetooth Radio"]) { $1 })
      try device("1-2", codes.merging(["idVendor": "0a12", "idProduct": "0001"]) { $1 })
      try device("1-3", ["bDeviceClass": "09", "bDeviceSubClass": "00", "bDeviceProtocol": "01", "product": "Hub"])
      #expect(read().usbAdapters == ["Realtek Bluetooth Radio", "0a12:0001"])
    }

    @Test func `recognizes containers and Windows by their traces`() throws {
      try write("run/systemd/container", "lxc\n")
      #expect(read().container == "lxc")
      try write("run/.containerenv", "")
      #expect(read().container == "podman")
      try write(".dockerenv", "")
      #expect(read().container == "docker")
      try write("proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n")
      #expect(read().isWSL)
    }

    @Test func `reads the journal's permissions; a missing journal is checked in its nearest folder`() throws {
      try write("home/halo/journal.sqlite", "", mode: 0o640)
      let folder = root.appending(path: "home/halo").path()
      try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: folder)
      let place = try #require(read(journal: folder + "/journal.sqlite").journal)
      #expect(place.fileMode == 0o640 && place.folderMode == 0o750 && place.isWritable)
      let new = try #require(read(journal: folder + "/a/b/journal.sqlite").journal)
      #expect(new.fileMode == nil && new.folderMode == nil && new.isWritable)
      #expect(!FileManager.default.fileExists(atPath: folder + "/a"))
      // Not even root can create a file below a file.
      for path in ["journal.sqlite/journal.sqlite", "journal.sqlite/a/journal.sqlite"] {
        #expect(try #require(read(journal: "\(folder)/\(path)").journal).isWritable == false)
      }
    }
  }
#endif
