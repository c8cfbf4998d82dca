package import HaloBluetooth

/// The findings on this machine, as plain values, so that the diagnosis can be tested on any machine.
package struct Findings: Sendable {
  /// The radio that this program was built with.
  package enum Radio: Sendable, Hashable {
    /// bluetoothd over D-Bus.
    case bluez
    /// No radio, because the package trait `BlueZ` was turned off.
    case turnedOff
    /// No radio: Halo does not support this system's Bluetooth yet.
    case none
  }

  /// The user who runs the program.
  package struct User: Sendable, Hashable {
    package var name = "you"
    /// The groups of the current session.
    package var groups: Set<String> = []
    /// The groups in the group database, which apply after the next login.
    package var listedGroups: Set<String> = []
    /// True if one of the user's sessions is at the machine's own screen; `nil` if no login manager tracks seats.
    package var isAtSeat: Bool?
  }

  /// The distribution family whose packages this machine uses.
  package enum Distribution: String, Sendable { case debian, ubuntu, fedora, arch }

  /// A wearable that bluetoothd is connected to.
  package struct Link: Sendable, Hashable {
    package var name: String
    package var address: String

    package init(name: String, address: String) { (self.name, self.address) = (name, address) }
  }

  /// The installed bluetoothd.
  package struct Daemon: Sendable, Hashable {
    /// The reported version: `5.66`; `nil` if it reported none.
    package var version: String?
    /// True if the service is masked, so that it cannot be started.
    package var isMasked = false
  }

  /// The state of the kernel's Bluetooth.
  package enum Kernel: Sendable, Hashable {
    /// Bluetooth with these adapters.
    case adapters([String])
    /// The Bluetooth modules are not loaded; the kernel loads them when it finds an adapter.
    case notLoaded
    /// Built without Bluetooth.
    case withoutBluetooth
  }

  /// A kernel switch (rfkill) for Bluetooth.
  package struct Switch: Sendable, Hashable {
    package var name: String
    /// True if a program turned it off.
    package var isSoftBlocked: Bool
    /// True if a hardware switch or key turned it off.
    package var isHardBlocked: Bool
  }

  /// The journal's path and permissions.
  package struct JournalPlace: Sendable, Hashable {
    package var path: String
    /// True if it is the default path, whose folder belongs to Halo.
    package var isStandard = true
    /// The file's permissions; `nil` if it does not exist yet.
    package var fileMode: Int?
    /// The folder's permissions; `nil` if it does not exist yet.
    package var folderMode: Int?
    /// True if the file can be written or created.
    package var isWritable = true
  }

  package var version: String
  package var radio: Radio = .bluez
  /// The system's name and version: `Linux 6.1.0-18-amd64`.
  package var system: String
  package var user = User()
  /// The machine's model, if it reports one: `Raspberry Pi 4 Model B Rev 1.4`.
  package var board: String?
  package var distribution: Distribution?
  /// The distribution's own name: `Debian GNU/Linux 12 (bookworm)`.
  package var distributionName: String?
  /// The container runtime, if this is a container: `docker`.
  package var container: String?
  /// True if this is the Windows Subsystem for Linux (WSL).
  package var isWSL = false
  package var hasSystemd = true
  package var kernel: Kernel = .notLoaded
  /// The names of the USB Bluetooth adapters that are plugged in, whether or not they work.
  package var usbAdapters: [String] = []
  /// The file that turns off a Raspberry Pi's Bluetooth, and the line in it.
  package var boardSetting: (file: String, line: String)?
  /// True if a service attaches a Raspberry Pi's chip, as on older systems.
  package var hasSerialService = false
  package var switches: [Switch] = []
  /// The address of the system bus.
  package var bus = "unix:path=/run/dbus/system_bus_socket"
  package var answer: RadioReport.Answer = .absent
  /// The name of the adapter that is to be used; `nil` for any.
  package var adapter: String?
  package var links: [Link] = []
  /// The installed bluetoothd; `nil` if it is not installed.
  package var daemon: Daemon?
  /// The groups that the bus policy allows to use bluetoothd.
  package var policyGroups: [String] = []
  /// The journal's place; `nil` if there is no home folder.
  package var journal: JournalPlace?

  /// Adds the report of the program's radio; `nil` if it was built without one.
  package mutating func add(_ report: RadioReport?) {
    if let report { (bus, answer) = (report.bus, report.answer) } else if radio == .bluez { radio = .turnedOff }
  }
}
