import HaloBluetooth

/// The bus, bluetoothd, and who may speak with it.
extension Examination {
  var bus: Check {
    guard case .noBus(let reason) = findings.answer else { return .ok(.bus, "reachable at \(findings.bus)") }
    let advice: Check.Advice =
      if findings.container != nil {
        .init(
          "Hand the machine's bus in; bluetoothd runs outside:",
          "docker run -v /run/dbus:/run/dbus:ro IMAGE")
      } else if findings.hasSystemd {
        .init("Start it; where it hangs, restart the machine:", "sudo systemctl start dbus.socket")
      } else if findings.daemon == nil, let command = installation {
        .init("Install it together with bluetoothd:", command)
      } else {
        .init("Start it; where it hangs, restart the machine:", "sudo service dbus start")
      }
    return .problem(
      .bus, "\(reason) (\(findings.bus))", hindrance: "the system bus cannot be reached", [advice])
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
    let version = findings.daemon?.version.map { "version \($0)" }
    switch findings.answer {
    case .noBus:
      // Whether it runs cannot be known; whether it is there can.
      return findings.daemon == nil && findings.container == nil ? notInstalled : nil
    case .absent:
      if findings.container != nil {
        return .problem(
          .bluetoothd, "does not run on the machine around this container", hindrance: "bluetoothd does not run",
          [.init("Start it there:", "sudo systemctl enable --now bluetooth")])
      }
      guard let daemon = findings.daemon else { return notInstalled }
      let text = "\(version ?? "it") is installed, and does not run"
      var advice: [Check.Advice] = []
      if !findings.hasSystemd {
        advice.append(.init("Start it:", "sudo service bluetooth start"))
      } else if daemon.isMasked {
        advice.append(
          .init(
            "Its service is masked, so that nothing starts it. Unmask and start it:",
            "sudo systemctl unmask bluetooth && sudo systemctl enable --now bluetooth"))
      } else if findings.kernel == .notLoaded || findings.kernel == .withoutBluetooth {
        advice.append(
          .init(
            "systemd starts it once the kernel has an adapter; see 'kernel'. Should it not:",
            "sudo systemctl enable --now bluetooth"))
      } else {
        advice.append(
          .init("Start it, now and with the machine:", "sudo systemctl enable --now bluetooth"))
        advice.append(.init("Where it ends again, see why:", "journalctl -u bluetooth -b -n 30"))
      }
      return .problem(.bluetoothd, text, hindrance: "bluetoothd does not run", advice)
    case .silent(let limit):
      return .problem(
        .bluetoothd, "runs, and does not answer within \(limit.components.seconds) s",
        hindrance: "bluetoothd does not answer",
        [restart("Start it anew:")])
    case .failed(let error):
      return .problem(
        .bluetoothd, "runs, and answers \(error)", hindrance: "bluetoothd answers with an error",
        [restart("Start it anew:")])
    case .refused, .adapters:
      guard let version, let number = findings.daemon?.version else { return .ok(.bluetoothd, "runs") }
      if Self.isOlder(number, than: (5, 62)) {
        return .remark(
          .bluetoothd,
          "runs, \(version): before 5.62 it does not say how long a write may be, so that Halo writes 20 bytes at most")
      }
      return .ok(.bluetoothd, "runs, \(version)")
    }
  }

  private var notInstalled: Check {
    .problem(
      .bluetoothd, "is not installed", hindrance: "bluetoothd is not installed",
      [installation.map { .init("Install it:", $0) } ?? .init("Install BlueZ, which it belongs to.")])
  }

  func restart(_ text: String) -> Check.Advice {
    if findings.container != nil {
      return .init("\(text) on the machine around this container:", "sudo systemctl restart bluetooth")
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
    case .adapters: return .ok(.permission, "the user \(user.name) may use it")
    case .refused(let message): return refusal(message)
    default: return nil
    }
  }

  private func refusal(_ message: String) -> Check {
    let user = findings.user
    let group = findings.policyGroups.first { $0 == "bluetooth" } ?? findings.policyGroups.first
    let text: String
    let advice: [Check.Advice]
    if message.contains("AppArmor") {
      text = "AppArmor does not let this program speak with bluetoothd"
      advice = [
        findings.container == nil
          ? .init("See which profile it is:", "sudo aa-status")
          : .init("Start the container without its profile:", "docker run --security-opt apparmor=unconfined IMAGE")
      ]
    } else if findings.container != nil {
      text = "the bus of the machine does not let the user \(user.name) speak with bluetoothd"
      advice = [
        .init("Run the container as a user who may do so outside:", "docker run --user $(id -u):$(id -g) IMAGE")
      ]
    } else if let group, user.groups.contains(group) {
      text = "the bus does not let the user \(user.name) speak with bluetoothd, although in the group \(group)"
      advice = [.init("Let the bus read its policy anew:", "sudo systemctl reload dbus")]
    } else if let group, user.listedGroups.contains(group) {
      text = "the user \(user.name) is in the group \(group) from the next log-in on"
      advice = [.init("Log out and in again, or open a shell that is in it already:", "newgrp \(group)")]
    } else if let group {
      let seat = user.isAtSeat == false ? ", and not at the machine's own screen" : ""
      text = "the user \(user.name) may not speak with bluetoothd: not in the group \(group)\(seat)"
      advice = [
        .init("Join the group, then log out and in again:", "sudo usermod -aG \(group) \(user.name)")
      ]
    } else {
      text = "the bus does not let the user \(user.name) speak with bluetoothd, and its policy names no group that may"
      advice = [
        .init(
          "See the policy; BlueZ' own lets everybody:",
          "cat /etc/dbus-1/system.d/bluetooth.conf /usr/share/dbus-1/system.d/bluetooth.conf")
      ]
    }
    return .problem(.permission, text, hindrance: "the user \(user.name) may not use it", advice)
  }
}
