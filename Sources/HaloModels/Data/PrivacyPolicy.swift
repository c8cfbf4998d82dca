/// The app's privacy policy, which App Review demands in the app. `docs/privacy.md` has the same sentences.
public enum PrivacyPolicy {
  public static let paragraphs: [Phrase] = [
    Phrase(
      "Halo has no account and no server. The people who make Halo receive nothing: no data, no statistics, no crash reports."
    ),
    Phrase(
      "Halo stores what your devices send, and what it computes from it, in one file on this device. iOS encrypts it until you unlock the device for the first time after a restart. The file is part of this device's backups unless you turn that off under Data and privacy."
    ),
    Phrase(
      "Bluetooth is used only for the devices that you choose. Halo does not use your location, your contacts, or identifiers for advertising."
    ),
    Phrase(
      "If you allow it, Halo writes measurements to Health. It reads nothing from Health. You can remove what it wrote under Settings."
    ),
    Phrase("Data leaves this device only if you export it. An export is not encrypted."),
    Phrase("Under Data and privacy you can erase one device or everything. Erased data cannot be restored."),
  ]
}
