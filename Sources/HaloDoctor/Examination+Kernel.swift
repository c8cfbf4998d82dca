import HaloText

/// Switches and the kernel.
extension Examination {
  /// Whether one of the switches for Bluetooth is off.
  var isSwitchedOff: Bool { findings.switches.contains { $0.isSoftBlocked || $0.isHardBlocked } }

  var switches: [Check] {
    let blocked = findings.switches.filter { $0.isSoftBlocked || $0.isHardBlocked }
    if blocked.isEmpty { return findings.switches.isEmpty ? [] : [.ok(.switch, Phrase("on"))] }
    return blocked.map { blocked in
      let (text, advice) =
        blocked.isHardBlocked
        ? (
          Phrase("\(blocked.name) is turned off by a switch or key of the machine"),
          Check.Advice(
            Phrase("Use that switch or key (on some machines it is in the firmware's set-up); then look again:"),
            "sudo rfkill")
        )
        : (
          Phrase("\(blocked.name) is turned off by a program (rfkill)"),
          Check.Advice(
            Phrase("Turn it on (package rfkill):"), "sudo rfkill unblock bluetooth")
        )
      if !usable.isEmpty { return .remark(.switch, text, [advice]) }
      return .problem(.switch, text, hindrance: Phrase("it is switched off"), [advice])
    }
  }

  var kernel: Check {
    switch findings.kernel {
    case .adapters(let names) where !names.isEmpty:
      return .ok(.kernel, Phrase("has \(names.joined(separator: ", "))"))
    case .adapters, .notLoaded:
      // Within a container the kernel's list may be hidden.
      if !known.isEmpty { return .ok(.kernel, Phrase("its list of adapters cannot be seen from here")) }
      return .problem(
        .kernel, Phrase("sees no Bluetooth adapter"), hindrance: Phrase("the kernel sees no adapter"),
        adviceForNoAdapter)
    case .withoutBluetooth:
      if !known.isEmpty { return .ok(.kernel, Phrase("its list of adapters cannot be seen from here")) }
      let advice: [Check.Advice] =
        switch findings.distribution {
        case .debian:
          [
            .init(
              Phrase("Kernels for the cloud are; take the ordinary one and restart the machine:"),
              "sudo apt-get install linux-image-$(dpkg --print-architecture)")
          ]
        case .ubuntu:
          [
            .init(
              Phrase("Install the rest of its modules and restart the machine:"),
              "sudo apt-get install linux-modules-extra-$(uname -r)")
          ]
        default: [.init(Phrase("Use a kernel that was built with Bluetooth (CONFIG_BT)."))]
        }
      return .problem(
        .kernel, Phrase("was built without Bluetooth"), hindrance: Phrase("this kernel was built without it"),
        findings.isWSL || findings.container != nil ? [] : advice)
    }
  }

  /// What to do where the kernel sees nothing: what is known of this machine first.
  private var adviceForNoAdapter: [Check.Advice] {
    if isSwitchedOff {
      return [.init(Phrase("On some machines a switch takes the adapter away altogether; see 'switch'."))]
    }
    if let setting = findings.boardSetting {
      return [
        .init(
          Phrase("It is turned off in \(setting.file): take the line \(setting.line) out, then restart the machine:"),
          "sudo nano \(setting.file) && sudo reboot")
      ]
    }
    if let usb = findings.usbAdapters.first {
      return [
        .init(
          Phrase(
            "There is one on USB (\(usb)) that no driver brings up; mostly its firmware is missing. The kernel's messages:"
          ),
          "sudo dmesg | grep -i -e bluetooth -e firmware")
      ]
    }
    if findings.isWSL { return [] }
    if findings.container != nil { return [.init(Phrase("Plug one into the machine around this container."))] }
    if findings.board?.hasPrefix("Raspberry Pi") == true {
      let service: [Check.Advice] =
        findings.hasSerialService
        ? [.init(Phrase("The built-in chip is attached by a service; see how it is:"), "systemctl status hciuart")] : []
      return service + [
        .init(Phrase("See the kernel's messages about the built-in chip:"), "sudo dmesg | grep -i -e bluetooth -e hci"),
        .init(Phrase("Models without such a chip (Pi 1, 2, Zero without W) need a Bluetooth LE adapter on USB.")),
      ]
    }
    return [
      .init(
        Phrase("Plug in a Bluetooth LE adapter. If one is plugged in or built in, see the kernel's messages:"),
        "lsusb; sudo dmesg | grep -i -e bluetooth -e firmware")
    ]
  }
}
