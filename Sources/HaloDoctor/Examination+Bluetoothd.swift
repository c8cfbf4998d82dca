import HaloBluetooth
import HaloText

/// The bus, bluetoothd, and who may speak with it.
extension Examination {
  var bus: Check {
    guard case .noBus(let reason) = findings.answer else { return .ok(.bus, Phrase("reachable at \(findings.bus)")) }
    let advice: Check.Advice =
      if findings.container != nil {
        .init(
          Phrase("Hand the machine's bus in; bluetoothd runs outside:"),
          "docker run -v /run/dbus:/run/dbus:ro IMAGE")
      } else if findings.hasSystemd {
        .init(Phrase("Start it; where it hangs, restart the machine:"), "sudo systemctl start dbus.socket")
      } else if findings.daemon == nil, let command = installation {
        .init(Phrase("Install it together with bluetoothd:"), command)
      } else {
        .init(Phrase("Start it; where it hangs, restart the machine:"), "sudo service dbus start")
      }
    return .problem(
      .bus, Phrase("\(reason) (\(findings.bus))"), hindrance: Phrase("the system bus cannot be reached"), [advice])
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
      // Whether it runs cannot be known; whether it is there can.
      return findings.daemon == nil && findings.container == nil ? notInstalled : nil
    case .absent:
      if findings.container != nil {
        return .problem(
          .bluetoothd, Phrase("does not run on the machine around this container"),
          hindrance: Phrase("bluetoothd does not run"),
          [.init(Phrase("Start it there:"), "sudo systemctl enable --now bluetooth")])
      }
      guard let daemon = findings.daemon else { return notInstalled }
      let text =
        version.map { Phrase("\($0) is installed, and does not run") }
        ?? Phrase("it is installed, and does not run")
      var advice: [Check.Advice] = []
      if !findings.hasSystemd {
        advice.append(.init(Phrase("Start it:"), "sudo service bluetooth start"))
      } else if daemon.isMasked {
        advice.append(
          .init(
            Phrase("Its service is masked, so that nothing starts it. Unmask and start it:"),
            "sudo systemctl unmask bluetooth && sudo systemctl enable --now bluetooth"))
      } else if findings.kernel == .notLoaded || findings.kernel == .withoutBluetooth {
        advice.append(
          .init(
            Phrase("systemd starts it once the kernel has an adapter; see 'kernel'. Should it not:"),
            "sudo systemctl enable --now bluetooth"))
      } else {
        advice.append(
          .init(Phrase("Start it, now and with the machine:"), "sudo systemctl enable --now bluetooth"))
        advice.append(.init(Phrase("Where it ends again, see why:"), "journalctl -u bluetooth -b -n 30"))
      }
      return .problem(.bluetoothd, text, hindrance: Phrase("bluetoothd does not run"), advice)
    case .silent(let limit):
      return .problem(
        .bluetoothd, Phrase("runs, and does not answer within \(Int(limit.components.seconds)) s"),
        hindrance: Phrase("bluetoothd does not answer"),
        [restart(Phrase("Restart it:"))])
    case .failed(let error):
      return .problem(
        .bluetoothd, Phrase("runs, and answers \(error)"), hindrance: Phrase("bluetoothd answers with an error"),
        [restart(Phrase("Restart it:"))])
    case .refused, .adapters:
      guard let version, let number = findings.daemon?.version else { return .ok(.bluetoothd, Phrase("runs")) }
      if Self.isOlder(number, than: (5, 62)) {
        return .remark(
          .bluetoothd,
          Phrase(
            """
            runs, \(version): before 5.62 it does not say how long a write may be, so that Halo writes 20 bytes at most
            """))
      }
      return .ok(.bluetoothd, Phrase("runs, \(version)"))
    }
  }

  private var notInstalled: Check {
    .problem(
      .bluetoothd, Phrase("is not installed"), hindrance: Phrase("bluetoothd is not installed"),
      [installation.map { .init(Phrase("Install it:"), $0) } ?? .init(Phrase("Install BlueZ, which it belongs to."))])
  }

  func restart(_ text: Phrase) -> Check.Advice {
    if findings.container != nil {
      return .init(Phrase("\(text) on the machine around this container:"), "sudo systemctl restart bluetooth")
    }
    return .init(text, findings.hasSystemd ? "sudo systemctl restart bluetooth" : "sudo service bluetooth restart")
  }

  /// Whether a version such as `5.61` is older than another; what is no version is not.
  static func isOlder(_ version: String, than other: (Int, Int)) -> Bool {
    let parts = version.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let major = parts[0], let minor = parts[1] else { return false }
    return (major, minor) < other
  }

  // MARK: Who may

  var permission: Check? {
    let user = findings.user
    switch findings.answer {
    case .adapters: return .ok(.permission, Phrase("the user \(user.name) may use it"))
    case .refused(let message): return refusal(message)
    default: return nil
    }
  }

  private func refusal(_ message: String) -> Check {
    let user = findings.user
    let group = findings.policyGroups.first { $0 == "bluetooth" } ?? findings.policyGroups.first
    let text: Phrase
    let advice: [Check.Advice]
    if message.contains("AppArmor") {
      text = Phrase("AppArmor does not let this program speak with bluetoothd")
      advice = [
        findings.container == nil
          ? .init(Phrase("See which profile it is:"), "sudo aa-status")
          : .init(
            Phrase("Start the container without its profile:"), "docker run --security-opt apparmor=unconfined IMAGE")
      ]
    } else if findings.container != nil {
      text = Phrase("the bus of the machine does not let the user \(user.name) speak with bluetoothd")
      advice = [
        .init(Phrase("Run the container as a user who may do so outside:"), "docker run --user $(id -u):$(id -g) IMAGE")
      ]
    } else if let group, user.groups.contains(group) {
      text = Phrase("the bus does not let the user \(user.name) speak with bluetoothd, although in the group \(group)")
      advice = [.init(Phrase("Reload the policy of the bus:"), "sudo systemctl reload dbus")]
    } else if let group, user.listedGroups.contains(group) {
      text = Phrase("the user \(user.name) is in the group \(group) from the next log-in on")
      advice = [.init(Phrase("Log out and in again, or open a shell that is in it already:"), "newgrp \(group)")]
    } else if let group {
      text =
        user.isAtSeat == false
        ? Phrase(
          """
          the user \(user.name) may not speak with bluetoothd: not in the group \(group), and not at the machine's own screen
          """)
        : Phrase("the user \(user.name) may not speak with bluetoothd: not in the group \(group)")
      advice = [
        .init(Phrase("Join the group, then log out and in again:"), "sudo usermod -aG \(group) \(user.name)")
      ]
    } else {
      text = Phrase(
        """
        the bus does not let the user \(user.name) speak with bluetoothd, and its policy names no group that may
        """)
      advice = [
        .init(
          Phrase("Look at the policy; that of BlueZ allows every user:"),
          "cat /etc/dbus-1/system.d/bluetooth.conf /usr/share/dbus-1/system.d/bluetooth.conf")
      ]
    }
    return .problem(.permission, text, hindrance: Phrase("the user \(user.name) may not use it"), advice)
  }
}
