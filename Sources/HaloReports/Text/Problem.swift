import HaloBluetooth
import HaloJournal
import HaloWearables

/// What went wrong, for a person: what happened, to which device, and what to do next.
public struct Problem: Error, Hashable, Sendable {
  /// What happened.
  public let what: Phrase
  /// What to do next.
  public let advice: Phrase

  /// A problem in words.
  public init(_ what: Phrase, advice: Phrase) {
    self.what = what
    self.advice = advice
  }

  /// Both sentences.
  public var phrase: Phrase { Phrase("\(what) \(advice)") }
}

extension Problem {
  /// The words for an error of the radio, a device, a machine or the journal; `nil` for any other.
  public init?(known error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as BluetoothError: self.init(bluetooth: error)
    case let error as WearableError: self.init(wearable: error)
    case let error as JournalError: self.init(journal: error)
    case let error as LiveMeasuringError: self.init(live: error)
    case let error as ConfigurableError: self.init(setting: error)
    case let error as MachineError:
      self.init(error.what, advice: error.advice ?? Phrase("Use the buttons at the machine."))
    default: return nil
    }
  }

  private init(bluetooth error: BluetoothError) {
    let device = error.device.map { Phrase(verbatim: $0) } ?? Phrase("The device")
    switch error.reason {
    case .radio(.poweredOff):
      self.init(Phrase("Bluetooth is turned off."), advice: Phrase("Turn it on in the system's settings."))
    case .radio(.unauthorized):
      self.init(
        Phrase("Halo may not use Bluetooth."), advice: Phrase("Allow it in the system's settings, under Privacy."))
    case .radio(.unsupported):
      self.init(
        Phrase("There is no Bluetooth LE here."), advice: Phrase("Use Halo on a device that has it."))
    case .radio: self.init(Phrase("Bluetooth is not ready."), advice: Phrase("Try again in a moment."))
    case .timedOut where error.operation == .connect:
      self.init(
        Phrase("\(device) did not answer."),
        advice: Phrase(
          "Bring it closer, and close other apps that may hold it: a ring talks to one phone at a time. Its charger wakes it up."
        ))
    case .timedOut:
      self.init(Phrase("\(device) stopped answering."), advice: Phrase("Bring it closer and try again."))
    case .disconnected:
      self.init(
        Phrase("The link with \(device) was lost."),
        advice: Phrase("Bring it closer and try again; nothing that was received is lost."))
    case .attributeNotFound:
      self.init(
        Phrase("\(device) lacks what such devices have."),
        advice: Phrase("It may be another kind of device, or other firmware."))
    case .bondRefused:
      self.init(
        Phrase("\(device) did not pair."),
        advice: Phrase("Forget it in the system's Bluetooth settings, and on phones that it was paired with."))
    case .attribute, .notPermitted, .subscribeInstead, .tooLong, .refused, .inUse:
      self.init(error.what, advice: error.advice)
    }
  }

  private init(wearable error: WearableError) {
    switch error {
    case .notOfFamily(let device, let family):
      self.init(
        Phrase("\(device) is no \(family.name)."), advice: Phrase("Remove it, and add the right device."))
    case .silent(let device):
      self.init(
        Phrase("\(device) is connected and says nothing."),
        advice: Phrase("Put it on its charger for a moment and try again. Forget it on phones that it was paired with.")
      )
    case .newlyBonded(let device):
      self.init(Phrase("\(device) is paired now."), advice: Phrase("Connect once more."))
    case .unanswered(let device, let what):
      self.init(
        Phrase("\(device) did not answer when it was asked for \(what)."),
        advice: Phrase("Bring it closer and try again."))
    case .clockChanged(let device):
      self.init(
        Phrase("\(device) lost its clock while it was read."), advice: Phrase("Sync again: that sets it."))
    }
  }

  private init(journal error: JournalError) {
    switch error {
    case .full:
      self.init(
        Phrase("No room is left on this device."),
        advice: Phrase("Everything received until now is kept. Make room and try again."))
    case .readOnly, .cannotOpen:
      self.init(
        Phrase("Halo's journal cannot be opened."),
        advice: Phrase("Unlock this device and start Halo again."))
    case .damaged:
      self.init(
        Phrase("Halo's journal is damaged."),
        advice: Phrase("Nothing was changed in it. Put a backup in its place."))
    case .newer:
      self.init(
        Phrase("A newer version of Halo made this journal."), advice: Phrase("Update Halo; nothing was changed."))
    case .busy: self.init(Phrase("The journal is in use."), advice: Phrase("Try again in a moment."))
    case .cannotWrite(let path, _):
      self.init(Phrase("The file \(path) cannot be written."), advice: Phrase("Choose another place."))
    case .notUpdated:
      self.init(
        Phrase("Halo's journal is of an earlier version, and there is no room for a copy before it is updated."),
        advice: Phrase("Nothing was changed in it. Make room on this device and start Halo again."))
    case .otherWearer(let device, let wearer):
      self.init(
        Phrase("There are data of \(device), worn by \(wearer)."),
        advice: Phrase("Keep another person's data apart: erase those first."))
    case .nameTaken(let name):
      self.init(Phrase("Another device is called \(name) already."), advice: Phrase("Choose another name."))
    case .badName:
      self.init(
        Phrase("This name is empty, too long or has control characters."), advice: Phrase("Choose another name."))
    case .other(_, let reason):
      self.init(Phrase("The journal says: \(reason)."), advice: Phrase("Try again in a moment."))
    }
  }

  private init(live error: LiveMeasuringError) {
    switch error {
    case .unsupported(let device, _):
      self.init(Phrase("\(device) does not measure that live."), advice: Phrase("Choose something else to measure."))
    case .busy(let device, _):
      self.init(
        Phrase("\(device) measures one thing at a time."), advice: Phrase("Stop the other measurement first."))
    case .stillStreaming(let device):
      self.init(
        Phrase("\(device) did not stop its raw stream."), advice: Phrase("Put it on its charger, and look at its LEDs.")
      )
    }
  }

  private init(setting error: ConfigurableError) {
    switch error {
    case .unsupported(let device, let what):
      self.init(Phrase("\(device) has no setting '\(what)'."), advice: Phrase("Choose another setting."))
    case .notKept(let device, let what, let wished, let actual, _):
      self.init(
        Phrase("\(device) did not store '\(what)': \(wished) was requested, and it still has \(actual)."),
        advice: Phrase("Choose another value."))
    }
  }
}
