import Foundation
import HaloAppleRadio
import HaloBlueZRadio
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio

/// Runs the radio requirements on the real bluetoothd with the trial device and prints one line per requirement.
/// `--apple` tests Apple's radio over Core Bluetooth for Linux; `--table` prints the table for the documentation
/// instead. Other words select the requirements whose names contain them.
@main
struct Conformance {
  static func main() async throws {
    if CommandLine.arguments.contains("--table") {
      FileHandle.standardOutput.write(Data(ConformanceTable.markdown.utf8))
      return
    }
    #if BlueZ && os(Linux)
      let isApples = CommandLine.arguments.contains("--apple")
      let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
      let isAsKnown = await tryAll(
        Requirement.all.filter { requirement in words.allSatisfy { requirement.name.contains($0) } },
        on: isApples ? try await Stage(AppleRadio()) : Stage(BlueZCentral(), trial))
      exit(isAsKnown ? 0 : 1)
    #else
      FileHandle.standardError.write(Data("halo-conformance: this program was built without BlueZ.\n".utf8))
      exit(69)
    #endif
  }

  #if BlueZ && os(Linux)
    /// Runs the requirements of links over one link, because bluetoothd needs four seconds to end each. What fails is tried a
    /// second time, over a new link, and both results are printed: the guest shares its processor with whatever else this
    /// machine does, and bluetoothd drops notifications if their reader gets no time.
    private static func tryAll(_ requirements: [Requirement], on stage: Stage) async -> Bool {
      var isAsKnown = true
      func tryOut(_ requirement: Requirement, _ result: () async -> ConformanceRun.Result) async -> Bool {
        let begin = ContinuousClock.now
        let result = await result()
        let isKnown = result.isAsKnown(stage.kind)
        let what =
          result.problem.map { isKnown ? "differs, as is known: \($0)" : "NOT SO: \($0)" }
          ?? (isKnown ? "yes" : "YES, which is new")
        let time = String(format: "%5.1f s", (ContinuousClock.now - begin) / .seconds(1))
        FileHandle.standardOutput.write(Data("\(time)  \(requirement.name): \(what)\n".utf8))
        return isKnown
      }
      for requirement in requirements where !requirement.isOfLink {
        func attempt() async -> Bool {
          await tryOut(requirement) { await ConformanceRun.result(of: requirement, on: stage) }
        }
        if await !attempt(), await !attempt() { isAsKnown = false }
      }
      var remaining = requirements.filter(\.isOfLink)[...]
      var hasFailed = false
      while !remaining.isEmpty {
        do {
          try await stage.withLink { link in
            while let requirement = remaining.first {
              let passed = await tryOut(requirement) {
                await ConformanceRun.result(of: requirement, over: link, on: stage)
              }
              if !passed, hasFailed { isAsKnown = false }
              let isDone = passed || hasFailed
              if isDone { remaining.removeFirst() }
              hasFailed = !isDone
              if !passed { return }
            }
          }
        } catch {
          FileHandle.standardOutput.write(Data("NOT SO: the link for the rest: \(error)\n".utf8))
          return false
        }
      }
      return isAsKnown
    }

    private static let trial = TrialDevice().profile.device

    private struct Stage: RadioStage {
      let kind: RadioKind
      let central: any Central
      let device: DeviceID
      let clock: any Clock<Duration> = ContinuousClock()
      let shortTime = Duration.seconds(2)

      init(_ central: any Central, _ device: DeviceID, _ kind: RadioKind = .bluetoothd) {
        self.kind = kind
        self.central = central
        self.device = device
      }

      /// Creates the environment with the device identifier that this radio uses.
      init(_ radio: AppleRadio) async throws {
        for try await seen in radio.scan(ScanFilter(name: "Halo trial")) {
          self.init(radio, seen.device, .appleOnBluetoothd)
          return
        }
        throw CancellationError()
      }

      func setRadio(isOn: Bool) async throws {
        // bluetoothd reports "busy" while an adapter is being powered on or off.
        for _ in 0..<100 {
          let process = Process()
          process.executableURL = URL(filePath: "/usr/bin/busctl")
          process.arguments = [
            "set-property", "org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1", "Powered", "b",
            isOn ? "true" : "false",
          ]
          process.standardError = FileHandle.nullDevice
          try process.run()
          process.waitUntilExit()
          if process.terminationStatus == 0 { return }
          try await clock.sleep(for: .milliseconds(100))
        }
      }
    }
  #endif
}
