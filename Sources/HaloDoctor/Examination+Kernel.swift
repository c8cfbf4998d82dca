import HaloText

/// Checks of the kernel and of its Bluetooth switches.
extension Examination {
  /// True if a Bluetooth switch is off.
  var isSwitchedOff: Bool { findings.switches.contains { $0.isSoftBlocked || $0.isHardBlocked } }

  var switches: [Check] {
    let blocked = findings.switches.filter { $0.isSoftBlocked || $0.isHardBlocked }
    if blocked.isEmpty { return findings.switches.isEmpty ? [] : [.ok(.switch, Phrase("on"))] }
    return blocked.map { blocked in
      let (text, advice) =
        blocked.isHardBlocked
        ? (
          Phrase("\(blocked.name) is turned off by a hardware switch or key"),
          Check.Advice(
            Phrase("Use that switch or key (on some machines, a firmware setting). Then check again:"),
            "sudo rfkill")
        )
        : (
          Phrase("\(blocked.name) is turned off by a program (rfkill)"),
          Check.Advice(
            Phrase("Turn Bluetooth on (package rfkill):"), "sudo rfkill unblock bluetooth")
        )
      if !usable.isEmpty { return .remark(.switch, text, [advice]) }
      return .problem(.switch, text, blockingReason: Phrase("it is blocked by a switch (rfkill)"), [advice])
    }
  }

  var kernel: Check {
    switch findings.kernel {
    case .adapters(let names) where !names.isEmpty:
      return .ok(.kernel, Phrase("has \(names.joined(separator: ", "))"))
    case .adapters, .notLoaded:
      // In a container, the kernel's adapter list may be hidden.
      if !known.isEmpty { return .ok(.kernel, Phrase("the adapter list is not visible from here")) }
      return .problem(
        .kernel, Phrase("has no Bluetooth adapter"), blockingReason: Phrase("the kernel has no adapter"),
        adviceForNoAdapter)
    case .withoutBluetooth:
      if !known.isEmpty { return .ok(.kernel, Phrase("the adapter list is not visible from here")) }
      let advice: Check.Advice =
        switch findings.distribution {
        case .debian:
          .init(
            Phrase("Cloud kernels have no Bluetooth. Install the standard kernel and restart the machine:"),
            "sudo apt-get install linux-image-$(dpkg --print-architecture)")
        case .ubuntu:
          .init(
            Phrase("Install the extra kernel modules and restart the machine:"),
            "sudo apt-get install linux-modules-extra-$(uname -r)")
        default: .init(Phrase("Use a kernel that was built with Bluetooth (CONFIG_BT)."))
        }
      return .problem(
        .kernel, Phrase("was built without Bluetooth"),
        blockingReason: Phrase("this kernel was built without Bluetooth"),
        findings.isWSL || findings.container != nil ? [] : [advice])
    }
  }

  /// What to do if the kernel has no adapter: known causes on this machine come first.
  private var adviceForNoAdapter: [Check.Advice] {
    if isSwitchedOff {
      return [.init(Phrase("On some machines a hardware switch removes the adapter completely; see 'switch'."))]
    }
    if let setting = findings.boardSetting {
      return [
        .init(
          Phrase(
            "Bluetooth is turned off in \(setting.file). Remove the line \(setting.line), then restart the machine:"),
          "sudo nano \(setting.file) && sudo reboot")
      ]
    }
    if let usb = findings.usbAdapters.first {
      return [
        .init(
          Phrase(
            "A USB adapter (\(usb)) is plugged in, but no driver starts it. Often its firmware is missing. See the kernel's messages:"
          ),
          "sudo dmesg | grep -i -e bluetooth -e firmware")
      ]
    }
    if findings.isWSL { return [] }
    if findings.container != nil { return [.init(Phrase("Plug an adapter into the container's host."))] }
    if findings.board?.hasPrefix("Raspberry Pi") == true {
      let service: [Check.Advice] =
        findings.hasSerialService
        ? [.init(Phrase("A service attaches the built-in chip; check its status:"), "systemctl status hciuart")] : []
      return service + [
        .init(
          Phrase("Check the kernel's messages about the built-in chip:"), "sudo dmesg | grep -i -e bluetooth -e hci"),
        .init(Phrase("Models without a built-in chip (Pi 1, 2, Zero without W) need a USB Bluetooth LE adapter.")),
      ]
    }
    return [
      .init(
        Phrase("Plug in a Bluetooth LE adapter. If the machine has one, check the kernel's messages:"),
        "lsusb; sudo dmesg | grep -i -e bluetooth -e firmware")
    ]
  }
}
