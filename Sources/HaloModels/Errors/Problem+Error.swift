extension Problem {
  /// Creates the message for an error of the radio, a device, the engine or the journal.
  public init(_ error: any Error) {
    switch error {
    case let error as EngineError: self.init(engine: error)
    case let error as PickerError: self.init(picker: error)
    case let error as MergeError: self.init(merge: error)
    default:
      self =
        Problem(known: error)
        ?? Problem(Phrase("That did not work: \(error)."), advice: Phrase("Try again. Received data is not lost."))
    }
  }

  private init(engine error: EngineError) {
    switch error {
    case .taken(let device, _), .busy(let device, _):
      self.init(
        Phrase("Halo is already connected to \(device)."), advice: Phrase("Wait until that is done, or stop it."))
    case .unknownFamily(let device, _):
      self.init(Phrase("This version of Halo does not know \(device)."), advice: Phrase("A newer one may."))
    case .cannot:
      self.init(error.phrase, advice: Phrase("Choose another device."))
    }
  }

  private init(merge error: MergeError) {
    switch error {
    case .unreadable(let file, _):
      self.init(
        Phrase("\(file) cannot be read, and nothing was merged."),
        advice: Phrase("Close Halo on the other device and export the journal there again."))
    case .unusable(let file, _):
      self.init(
        Phrase("\(file) is damaged or not a journal of Halo. Nothing was merged."),
        advice: Phrase("Choose another file."))
    case .newer(let file):
      self.init(
        Phrase("\(file) is from a newer version of Halo. Nothing was merged."),
        advice: Phrase("Update Halo on this device."))
    case .sameJournal(let file):
      self.init(Phrase("\(file) is this journal itself. Nothing was merged."), advice: Phrase("Choose another file."))
    case .otherWearers(let file, _, _), .severalWearers(let file, _, _), .otherWearerOfDevice(let file, _, _, _):
      self.init(
        Phrase(
          "\(file) has data of other people. Nothing was merged, because Halo on this device keeps the data of one."),
        advice: Phrase("Choose a journal that has only your data."))
    }
  }

  private init(picker error: PickerError) {
    switch error {
    case .notReady:
      self.init(Phrase("The list of devices is not ready."), advice: Phrase("Try again in a moment."))
    case .unknownKind(let name):
      self.init(Phrase("Halo does not recognize \(name)."), advice: Phrase("Remove it, and add the correct device."))
    case .notRemembered(let name):
      self.init(Phrase("\(name) is no longer paired."), advice: Phrase("Add it again."))
    case .system(let words):
      self.init(Phrase("The system reported: \(words)."), advice: Phrase("Try again in a moment."))
    }
  }
}
