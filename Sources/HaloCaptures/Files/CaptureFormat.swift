public import HaloText

/// How a capture is kept in a file (`docs/captures.md`).
public enum CaptureFormat: Hashable, Sendable {
  /// btsnoop, as Android and BlueZ write it.
  case btsnoop(Btsnoop.Content)
  /// Apple's PacketLogger; the first version is big-endian.
  case packetLogger(isBigEndian: Bool)
  /// pcap, as tcpdump and Wireshark write it.
  case pcap
  /// pcapng, Wireshark's own.
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

/// Why a file cannot be read as a capture.
public enum CaptureError: Error, Hashable, Sendable, PhrasedError {
  /// It is in none of the formats.
  case unknownFormat
  /// It holds nothing.
  case empty
  /// It is a capture of something else: what, in words.
  case notBluetoothHost(Phrase)

  public var phrase: Phrase {
    switch self {
    case .unknownFormat:
      Phrase(
        """
        This is no capture that Halo knows: not btsnoop (an Android or BlueZ log), not PacketLogger (.pklg), not pcap or pcapng. \
        A bug report of Android is a zip file with the log in it: unpack it and look for btsnoop_hci.log.
        """)
    case .empty: Phrase("The file is empty. Was Bluetooth logging on, and Bluetooth turned off and on after that?")
    case .notBluetoothHost(let what):
      Phrase(
        """
        This capture is of \(what), not of what a host and its Bluetooth controller said to each other (HCI). Record on the phone \
        itself, or export from the sniffer's program as HCI.
        """)
    }
  }
}
