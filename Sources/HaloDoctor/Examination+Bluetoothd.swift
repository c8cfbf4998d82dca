import HaloBluetooth

/// Checks of the bus, of bluetoothd, and of the permission to use it.
extension Examination {
  var bus: Check {
    guard case .noBus(let reason) = findings.answer else { return .ok(.bus, Phrase("reachable at \(findings.bus)")) }
    let advice: Check.Advice =
      if findings.container != nil {
        .init(
          Phrase("Mount the host's bus into the container; bluetoothd runs on the host:"),
          "docker run -v /run/dbus:/run/dbus:ro IMAGE")
      } else if findings.hasSystemd {
        .init(Phrase("Start the bus. If that hangs, restart the machine:"), "sudo systemctl start dbus.socket")
      } else if findings.daemon == nil, let command = installation {
        .init(Phrase("Install the bus together with bluetoothd:"), command)
      } else {
        .init(Phrase("Start the bus. If that hangs, restart the machine:"), "sudo service dbus start")
      }
    return .problem(
      .bus, Phrase("\(reason) (\(findings.bus))"), blockingReason: Phrase("the system bus cannot be reached"), [advice])
  }

  /// The command that installs bluetoothd.
  private var installation: String? {
    switch findings.distribution {
    case .debian, .ubuntu: "sudo apt-get install bluez"
    case .fedora: "sudo dnf install bluez"
    case .arch: "sudo pacman -S bluez bluez-utils"
    case nil: nil
    }
  }

  var bluetoothd: Check? {
    let version = findings.daemon?.version.map { Phrase("version \($0)") }
    switch findings.answer {
    case .noBus:
      // In a container or without the bus, only a missing installation can be detected.
      return findings.daemon == nil && findings.container == nil ? notInstalled : nil
    case .absent:
      if findings.container != nil {
        return .problem(
          .bluetoothd, Phrase("is not running on the container's host"),
          blockingReason: Phrase("bluetoothd is not running"),
          [.init(Phrase("Start bluetoothd on the host:"), "sudo systemctl enable --now bluetooth")])
      }
      guard let daemon = findings.daemon else { return notInstalled }
      let text =
        version.map { Phrase("\($0) is installed but not running") }
        ?? Phrase("installed but not running")
      var advice: [Check.Advice] = []
      if !findings.hasSystemd {
        advice.append(.init(Phrase("Start bluetoothd:"), "sudo service bluetooth start"))
      } else if daemon.isMasked {
        advice.append(
          .init(
            Phrase("The bluetooth service is masked. Unmask and start it:"),
            "sudo systemctl unmask bluetooth && sudo systemctl enable --now bluetooth"))
      } else if findings.kernel == .notLoaded || findings.kernel == .withoutBluetooth {
        advice.append(
          .init(
            Phrase("systemd starts bluetoothd when the kernel has an adapter; see 'kernel'. If it does not:"),
            "sudo systemctl enable --now bluetooth"))
      } else {
        advice.append(
          .init(Phrase("Start bluetoothd now and at every boot:"), "sudo systemctl enable --now bluetooth"))
        advice.append(
          .init(Phrase("If bluetoothd exits again, look for the cause:"), "journalctl -u bluetooth -b -n 30"))
      }
      return .problem(.bluetoothd, text, blockingReason: Phrase("bluetoothd is not running"), advice)
    case .silent(let limit):
      return .problem(
        .bluetoothd, Phrase("running, but does not answer within \(Int(limit.components.seconds)) s"),
        blockingReason: Phrase("bluetoothd does not answer"),
        [restart(Phrase("Restart bluetoothd:"))])
    case .failed(let error):
      return .problem(
        .bluetoothd, Phrase("running, but returns the error \(error)"),
        blockingReason: Phrase("bluetoothd returns an error"),
        [restart(Phrase("Restart bluetoothd:"))])
    case .refused, .adapters:
      guard let version, let number = findings.daemon?.version else { return .ok(.bluetoothd, Phrase("runs")) }
      if Self.isOlder(number, than: (5, 62)) {
        return .remark(
          .bluetoothd,
          Phrase(
            """
            running, \(version): versions before 5.62 do not report the MTU, so Halo writes at most 20 bytes at a time
            """))
      }
      return .ok(.bluetoothd, Phrase("running, \(version)"))
    }
  }

  private var notInstalled: Check {
    .problem(
      .bluetoothd, Phrase("is not installed"), blockingReason: Phrase("bluetoothd is not installed"),
      [
        installation.map { .init(Phrase("Install bluetoothd:"), $0) }
          ?? .init(Phrase("Install BlueZ, which contains bluetoothd."))
      ])
  }

  func restart(_ text: Phrase) -> Check.Advice {
    if findings.container != nil {
      return .init(Phrase("\(text) on the container's host:"), "sudo systemctl restart bluetooth")
    }
    return .init(text, findings.hasSystemd ? "sudo systemctl restart bluetooth" : "sudo service bluetooth restart")
  }

  /// True if a version such as `5.61` is older than another; false if the text is not a version.
  static func isOlder(_ version: String, than other: (Int, Int)) -> Bool {
    let parts = version.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let major = parts[0], let minor = parts[1] else { return false }
    return (major, minor) < other
  }

  // MARK: Permission

  var permission: Check? {
    let user = findings.user
    switch findings.answer {
    case .adapters: return .ok(.permission, Phrase("the user \(user.name) may use Bluetooth"))
    case .refused(let message): return refusal(message)
    default: return nil
    }
  }

  private func refusal(_ message: String) -> Check {
    let user = findings.user
    let group = findings.policyGroups.first { $0 == "bluetooth" } ?? findings.policyGroups.first
    let text: Phrase
    let advice: Check.Advice
    if message.contains("AppArmor") {
      text = Phrase("AppArmor does not allow this program to use bluetoothd")
      advice =
        findings.container == nil
        ? .init(Phrase("Find the profile:"), "sudo aa-status")
        : .init(
          Phrase("Start the container without the AppArmor profile:"),
          "docker run --security-opt apparmor=unconfined IMAGE")
    } else if findings.container != nil {
      text = Phrase("the host's bus does not allow the user \(user.name) to use bluetoothd")
      advice = .init(
        Phrase("Run the container as a user who may use Bluetooth on the host:"),
        "docker run --user $(id -u):$(id -g) IMAGE")
    } else if let group, user.groups.contains(group) {
      text = Phrase(
        "the bus does not allow the user \(user.name) to use bluetoothd, although the user is in the group \(group)")
      advice = .init(Phrase("Reload the bus policy:"), "sudo systemctl reload dbus")
    } else if let group, user.listedGroups.contains(group) {
      text = Phrase("the user \(user.name) is in the group \(group), but only after the next login")
      advice = .init(Phrase("Log out and in again, or open a shell with the group:"), "newgrp \(group)")
    } else if let group {
      text =
        user.isAtSeat == false
        ? Phrase(
          """
          the user \(user.name) may not use bluetoothd: the user is not in the group \(group) and \
          not signed in at the machine's own screen
          """)
        : Phrase("the user \(user.name) may not use bluetoothd: the user is not in the group \(group)")
      advice = .init(
        Phrase("Add the user to the group, then log out and in again:"), "sudo usermod -aG \(group) \(user.name)")
    } else {
      text = Phrase(
        "the bus does not allow the user \(user.name) to use bluetoothd, and the bus policy allows no group")
      advice = .init(
        Phrase("Check the bus policy; BlueZ's own policy allows every user:"),
        "cat /etc/dbus-1/system.d/bluetooth.conf /usr/share/dbus-1/system.d/bluetooth.conf")
    }
    return .problem(.permission, text, blockingReason: Phrase("the user \(user.name) may not use Bluetooth"), [advice])
  }
}
