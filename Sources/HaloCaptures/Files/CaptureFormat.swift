/// The file format of a capture (`docs/captures.md`).
public enum CaptureFormat: Hashable, Sendable {
  /// btsnoop, written by Android and BlueZ.
  case btsnoop(Btsnoop.Content)
  /// Apple's PacketLogger; version 1 is big-endian.
  case packetLogger(isBigEndian: Bool)
  /// pcap, written by tcpdump and Wireshark.
  case pcap
  /// pcapng, Wireshark's default format.
  case pcapng

  /// The format's name.
  public var name: String {
    switch self {
    case .btsnoop(.h4): "btsnoop (Android, H4)"
    case .btsnoop(.unencapsulated): "btsnoop (HCI without encapsulation)"
    case .btsnoop(.monitor): "btsnoop (Linux monitor)"
    case .packetLogger(true): "PacketLogger (big-endian)"
    case .packetLogger(false): "PacketLogger (little-endian)"
    case .pcap: "pcap"
    case .pcapng: "pcapng"
    }
  }
}

/// An error that prevents reading a file as a capture.
public enum CaptureError: Error, Hashable, Sendable, PhrasedError {
  /// The file is in none of the supported formats.
  case unknownFormat
  /// The file is empty.
  case empty
  /// The file is a capture of something other than a Bluetooth host, described by the phrase.
  case notBluetoothHost(Phrase)

  /// The error message.
  public var phrase: Phrase {
    switch self {
    case .unknownFormat:
      Phrase(
        """
        This file is not a supported capture: btsnoop (an Android or BlueZ log), PacketLogger (.pklg), pcap or pcapng. \
        An Android bug report is a zip file that contains the log: unpack it and look for btsnoop_hci.log.
        """)
    case .empty: Phrase("The file is empty. Turn on Bluetooth logging, then turn Bluetooth off and on.")
    case .notBluetoothHost(let what):
      Phrase(
        """
        This capture is from \(what), not from the link between a host and its Bluetooth controller (HCI). Record on the \
        phone itself, or export the sniffer's recording as HCI.
        """)
    }
  }
}
