package import HaloBluetooth

/// What was found on this machine: plain values, so that what follows from them can be tested anywhere.
package struct Findings: Sendable {
  /// The radio that this program was built with.
  package enum Radio: Sendable, Hashable {
    /// bluetoothd over the bus.
    case bluez
    /// None, because the package's trait `BlueZ` was turned off.
    case turnedOff
    /// None yet for this system.
    case none
  }

  /// Who runs the program.
  package struct User: Sendable, Hashable {
    package var name = "you"
    /// The groups of this session.
    package var groups: Set<String> = []
    /// The groups that the machine's list gives, from the next log-in on.
    package var listedGroups: Set<String> = []
    /// Whether one of the user's sessions is at the machine's own screen; `nil` where nobody keeps account of it.
    package var isAtSeat: Bool?
  }

  /// Whose packages this machine takes.
  package enum Distribution: String, Sendable { case debian, ubuntu, fedora, arch }

  /// A wearable that bluetoothd has a link to.
  package struct Link: Sendable, Hashable {
    package var name: String
    package var address: String

    package init(name: String, address: String) { (self.name, self.address) = (name, address) }
  }

  /// The program bluetoothd, as it is installed.
  package struct Daemon: Sendable, Hashable {
    /// What it calls itself: `5.66`; `nil` where it did not say.
    package var version: String?
    /// Whether the service is masked: nothing can start it.
    package var isMasked = false
  }

  /// What the kernel has.
  package enum Kernel: Sendable, Hashable {
    /// Bluetooth, and these adapters.
    case adapters([String])
    /// Its modules for Bluetooth are not loaded, which they are when an adapter is found.
    case notLoaded
    /// It was built without.
    case withoutBluetooth
  }

  /// A switch of the kernel's (rfkill) for Bluetooth.
  package struct Switch: Sendable, Hashable {
    package var name: String
    /// Whether a program turned it off.
    package var isSoftBlocked: Bool
    /// Whether a switch or key of the machine turned it off.
    package var isHardBlocked: Bool
  }

  /// Where the journal is.
  package struct JournalPlace: Sendable, Hashable {
    package var path: String
    /// Whether it is the place by default, whose folder is Halo's own.
    package var isStandard = true
    /// The file's permissions; `nil` where there is none yet.
    package var fileMode: Int?
    /// The folder's permissions; `nil` where there is none yet.
    package var folderMode: Int?
    /// Whether it can be written, or made.
    package var isWritable = true
  }

  package var version: String
  package var radio: Radio = .bluez
  /// The system in a word: `Linux 6.1.0-18-amd64`.
  package var system: String
  package var user = User()
  /// The machine, where it says what it is: `Raspberry Pi 4 Model B Rev 1.4`.
  package var board: String?
  package var distribution: Distribution?
  /// The system as it calls itself: `Debian GNU/Linux 12 (bookworm)`.
  package var distributionName: String?
  /// What this runs in, where it is a container: `docker`.
  package var container: String?
  /// Whether this is Windows' own Linux.
  package var isWSL = false
  package var hasSystemd = true
  package var kernel: Kernel = .notLoaded
  /// Bluetooth adapters that are plugged into USB, by their names, whether or not they work.
  package var usbAdapters: [String] = []
  /// The file that turns a Raspberry Pi's Bluetooth off, and the line in it.
  package var boardSetting: (file: String, line: String)?
  /// Whether a service attaches the chip of a Raspberry Pi, which it does on older systems.
  package var hasSerialService = false
  package var switches: [Switch] = []
  /// The bus' address.
  package var bus = "unix:path=/run/dbus/system_bus_socket"
  package var answer: RadioReport.Answer = .absent
  package var links: [Link] = []
  /// `nil` where bluetoothd is not installed.
  package var daemon: Daemon?
  /// The groups that the bus' policy lets speak with bluetoothd.
  package var policyGroups: [String] = []
  /// `nil` where there is no home.
  package var journal: JournalPlace?
}
