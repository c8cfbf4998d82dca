/// An error message for users: what failed, on which device, and what to do next.
public struct Problem: Error, Hashable, Sendable {
  /// What failed.
  public let what: Phrase
  /// What to do next.
  public let advice: Phrase

  /// Creates a problem.
  public init(_ what: Phrase, advice: Phrase) {
    self.what = what
    self.advice = advice
  }

  /// Both sentences.
  public var phrase: Phrase { Phrase("\(what) \(advice)") }
}

extension Problem {
  /// Converts an error of the radio, a device, a machine or the journal; `nil` for other errors.
  public init?(known error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as BluetoothError: self.init(bluetooth: error)
    case let error as WearableError: self.init(wearable: error)
    case let error as JournalError: self.init(journal: error)
    case let error as LiveMeasuringError: self.init(live: error)
    case let error as ConfigurableError: self.init(setting: error)
    case let error as ActionError: self.init(error.phrase, advice: Phrase("Enter other values."))
    case let error as MachineError:
      self.init(error.what, advice: error.advice ?? Phrase("Use the buttons on the machine."))
    default: return nil
    }
  }

  private init(bluetooth error: BluetoothError) {
    let device = error.device.map { Phrase(verbatim: $0) } ?? Phrase("The device")
    switch error.reason {
    case .radio(.poweredOff):
      self.init(Phrase("Bluetooth is turned off."), advice: Phrase("Turn it on in the system settings."))
    case .radio(.unauthorized):
      self.init(
        Phrase("Halo is not allowed to use Bluetooth."),
        advice: Phrase("Allow it in the system settings under Privacy."))
    case .radio(.unsupported):
      self.init(
        Phrase("This device does not support Bluetooth LE."), advice: Phrase("Use Halo on a device with Bluetooth LE."))
    case .radio: self.init(Phrase("Bluetooth is not ready."), advice: Phrase("Try again in a moment."))
    case .timedOut where error.operation == .connect:
      self.init(
        Phrase("\(device) did not respond."),
        advice: Phrase(
          "Bring it closer, and close other apps that may be connected to it: a ring connects to only one phone at a time. Placing it on its charger wakes it."
        ))
    case .timedOut:
      self.init(Phrase("\(device) stopped responding."), advice: Phrase("Bring it closer and try again."))
    case .disconnected:
      self.init(
        Phrase("The connection to \(device) was lost."),
        advice: Phrase("Bring it closer and try again. All received data was saved."))
    case .attributeNotFound:
      self.init(
        Phrase("\(device) lacks a required Bluetooth service."),
        advice: Phrase("The device may be another model or have other firmware."))
    case .bondRefused:
      self.init(
        Phrase("\(device) did not pair."),
        advice: Phrase("Remove it in the system's Bluetooth settings, and on phones that it was paired with."))
    case .attribute, .notPermitted, .subscribeInstead, .tooLong, .refused, .inUse:
      self.init(error.what, advice: error.advice)
    }
  }

  private init(wearable error: WearableError) {
    switch error {
    case .notOfFamily(let device, let family):
      self.init(
        Phrase("\(device) is not a \(family.name)."), advice: Phrase("Remove it, and add the correct device."))
    case .silent(let device, let kind):
      self.init(Phrase("\(device) is connected but sends no data."), advice: kind.adviceIfSilent)
    case .newlyBonded(let device):
      self.init(Phrase("\(device) is now paired."), advice: Phrase("Connect again."))
    case .unanswered(let device, let what):
      self.init(
        Phrase("\(device) did not respond to a request for \(what)."),
        advice: Phrase("Bring it closer and try again."))
    case .clockChanged(let device):
      self.init(
        Phrase("\(device) lost its time during the sync."), advice: Phrase("Sync again to set the time."))
    }
  }

  private init(journal error: JournalError) {
    switch error {
    case .full:
      self.init(
        Phrase("This device has no free storage."),
        advice: Phrase("All data received so far was saved. Free some storage and try again."))
    case .readOnly, .cannotOpen:
      self.init(
        Phrase("Halo's journal cannot be opened."),
        advice: Phrase("Unlock this device and start Halo again."))
    case .damaged:
      self.init(
        Phrase("Halo's journal is damaged."),
        advice: Phrase("Nothing in it was changed. Restore a backup."))
    case .newer:
      self.init(
        Phrase("This journal was created by a newer version of Halo."),
        advice: Phrase("Update Halo. Nothing was changed."))
    case .busy: self.init(Phrase("The journal is in use."), advice: Phrase("Try again in a moment."))
    case .cannotWrite(let path, _):
      self.init(Phrase("Cannot write the file \(path)."), advice: Phrase("Choose another location."))
    case .notUpdated:
      self.init(
        Phrase("Halo's journal must be updated, and there is not enough storage for a backup copy."),
        advice: Phrase("Nothing in it was changed. Free some storage on this device and start Halo again."))
    case .otherWearer(let device, let wearer):
      self.init(
        Phrase("The journal already has data of \(device), used by \(wearer)."),
        advice: Phrase("Erase that data first, to keep the data of two people separate."))
    case .nameTaken(let name):
      self.init(Phrase("Another device already has the name \(name)."), advice: Phrase("Choose another name."))
    case .badName:
      self.init(
        Phrase("The name is empty, too long, or contains control characters."), advice: Phrase("Choose another name."))
    case .other(_, let reason):
      self.init(Phrase("Journal error: \(reason)."), advice: Phrase("Try again in a moment."))
    }
  }

  private init(live error: LiveMeasuringError) {
    switch error {
    case .unsupported(let device, _):
      self.init(Phrase("\(device) cannot measure this live."), advice: Phrase("Choose another measurement."))
    case .busy(let device, _):
      self.init(
        Phrase("\(device) measures one thing at a time."), advice: Phrase("Stop the other measurement first."))
    case .refused(let device, let what, let reason):
      self.init(Phrase("\(device) refused the measurement '\(what)'."), advice: reason)
    case .stillStreaming(let device):
      self.init(
        Phrase("\(device) did not stop its raw stream."), advice: Phrase("Put it on its charger and check its LEDs.")
      )
    }
  }

  private init(setting error: ConfigurableError) {
    switch error {
    case .unsupported(let device, let what):
      self.init(Phrase("\(device) has no setting '\(what)'."), advice: Phrase("Choose another setting."))
    case .notStored(let device, let what, let requested, let actual, _):
      self.init(
        Phrase(
          "\(device) did not store '\(what)': \(requested) was requested, and the device still reports \(actual)."),
        advice: Phrase("Choose another value."))
    }
  }
}
