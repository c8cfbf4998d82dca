import HaloDaemon
import HaloBluetooth

/// What was found on this machine: plain values, so that what follows from them can be tested anywhere.
struct Findings: Sendable {
  /// The radio that this program was built with.
  enum Radio: Sendable, Hashable {
    /// bluetoothd over the bus.
    case bluez
    /// None, because the package's trait `BlueZ` was turned off.
    case turnedOff
    /// None yet for this system.
    case none
  }

  /// Who runs the program.
  struct User: Sendable, Hashable {
    var name = "you"
    /// The groups of this session.
    var groups: Set<String> = []
    /// The groups that the machine's list gives, from the next log-in on.
    var listedGroups: Set<String> = []
    /// Whether one of the user's sessions is at the machine's own screen; `nil` where nobody keeps account of it.
    var isAtSeat: Bool?
  }

  /// Whose packages this machine takes.
  enum Distribution: String, Sendable { case debian, ubuntu, fedora, arch }

  /// A wearable that bluetoothd has a link to.
  struct Link: Sendable, Hashable {
    var name: String
    var address: String
  }

  /// The program bluetoothd, as it is installed.
  struct Daemon: Sendable, Hashable {
    /// What it calls itself: `5.66`; `nil` where it did not say.
    var version: String?
    /// Whether the service is masked: nothing can start it.
    var isMasked = false
  }

  /// What the kernel has.
  enum Kernel: Sendable, Hashable {
    /// Bluetooth, and these adapters.
    case adapters([String])
    /// Its modules for Bluetooth are not loaded, which they are when an adapter is found.
    case notLoaded
    /// It was built without.
    case withoutBluetooth
  }

  /// A switch of the kernel's (rfkill) for Bluetooth.
  struct Switch: Sendable, Hashable {
    var name: String
    /// Whether a program turned it off.
    var isSoftBlocked: Bool
    /// Whether a switch or key of the machine turned it off.
    var isHardBlocked: Bool
  }

  /// Where the journal is.
  struct JournalPlace: Sendable, Hashable {
    var path: String
    /// Whether nobody chose the place, so that the folder is Halo's own.
    var isStandard = true
    /// The file's permissions; `nil` where there is none yet.
    var fileMode: Int?
    /// The folder's permissions; `nil` where there is none yet.
    var folderMode: Int?
    /// Whether it can be written, or made.
    var isWritable = true
  }

  var version: String
  var radio: Radio = .bluez
  /// The system in a word: `Linux 6.1.0-18-amd64`.
  var system: String
  var user = User()
  /// The machine, where it says what it is: `Raspberry Pi 4 Model B Rev 1.4`.
  var board: String?
  var distribution: Distribution?
  /// The system as it calls itself: `Debian GNU/Linux 12 (bookworm)`.
  var distributionName: String?
  /// What this runs in, where it is a container: `docker`.
  var container: String?
  /// Whether this is Windows' own Linux.
  var isWSL = false
  var hasSystemd = true
  var kernel: Kernel = .notLoaded
  /// Bluetooth adapters that are plugged into USB, by their names, whether or not they work.
  var usbAdapters: [String] = []
  /// The file that turns a Raspberry Pi's Bluetooth off, and the line in it.
  var boardSetting: (file: String, line: String)?
  /// Whether a service attaches the chip of a Raspberry Pi, which it does on older systems.
  var hasSerialService = false
  var switches: [Switch] = []
  /// The bus' address.
  var bus = "unix:path=/run/dbus/system_bus_socket"
  var answer: RadioReport.Answer = .absent
  var links: [Link] = []
  /// `nil` where bluetoothd is not installed.
  var daemon: Daemon?
  /// The groups that the bus' policy lets speak with bluetoothd.
  var policyGroups: [String] = []
  /// `nil` where there is no home.
  var journal: JournalPlace?
}
