#if BlueZ && os(Linux)
  import Glibc
  import HaloBlueZRadio
  import HaloBluetooth

  /// Halo's side of `Benchmarks/bluez.py`: `halo-bluez-bench connect 5` or `halo-bluez-bench requests 1000`. Prints one
  /// JSON object.
  ///
  /// `bluez_peer.py` does the same with bleak.
  @main
  struct BlueZBench {
    /// The battery request, which the simulated ring answers.
    static let request: [UInt8] = [3] + [UInt8](repeating: 0, count: 14) + [3]
    static let commandWrite = BluetoothUUID(high: 0x6E40_0002_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)
    static let commandOut = BluetoothUUID(high: 0x6E40_0003_B5A3_F393, low: 0xE0A9_E50E_24DC_CA9E)

    static func main() async throws {
      let arguments = CommandLine.arguments
      guard arguments.count == 3, let count = Int(arguments[2]) else {
        throw UsageError(description: "halo-bluez-bench connect|requests COUNT")
      }
      let central = BlueZCentral()
      let device = try await find(central)
      let seconds =
        arguments[1] == "connect"
        ? try await connect(central, device, count) : try await requests(central, device, count)
      await central.close()
      print("{\"seconds\":\(seconds),\"cpuSeconds\":\(cpuSeconds),\"peakKilobytes\":\(peakKilobytes)}")
    }

    private static func find(_ central: BlueZCentral) async throws -> DeviceID {
      for try await advertisement in central.scan(ScanFilter()) where advertisement.name == "BENCH" {
        return advertisement.device
      }
      throw UsageError(description: "the device BENCH was not found")
    }

    /// Measures the time from requesting a connection until the device's services are known.
    private static func connect(_ central: BlueZCentral, _ device: DeviceID, _ count: Int) async throws -> [Double] {
      var seconds: [Double] = []
      for _ in 0..<count {
        let begin = ContinuousClock.now
        seconds.append(
          try await central.withConnection(to: device, label: "ring", timeout: .seconds(30)) { connection in
            let services = try await connection.services()
            guard services.characteristic(commandOut) != nil else { throw UsageError(description: "no such services") }
            return begin.duration(to: .now) / .seconds(1)
          })
      }
      return seconds
    }

    /// Measures the time from writing a request until its response.
    private static func requests(_ central: BlueZCentral, _ device: DeviceID, _ count: Int) async throws -> [Double] {
      try await central.withConnection(to: device, label: "ring", timeout: .seconds(30)) { connection in
        let services = try await connection.services()
        guard let write = services.characteristic(commandWrite), let out = services.characteristic(commandOut) else {
          throw UsageError(description: "no such services")
        }
        var answers = try await connection.notifications(of: out).makeAsyncIterator()
        var seconds: [Double] = []
        for _ in 0..<count {
          let begin = ContinuousClock.now
          try await connection.write(request, to: write, withResponse: false)
          guard let answer = try await answers.next(), answer.bytes.first == 3 else {
            throw UsageError(description: "no answer")
          }
          seconds.append(begin.duration(to: .now) / .seconds(1))
        }
        return seconds
      }
    }
  }

  /// The CPU time of this process since its start, user and system.
  private var cpuSeconds: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func time(_ value: timeval) -> Double { Double(value.tv_sec) + Double(value.tv_usec) / 1_000_000 }
    return time(usage.ru_utime) + time(usage.ru_stime)
  }

  /// The peak memory of this process. Not `ru_maxrss`, which starts with the parent's value.
  private var peakKilobytes: Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }

  private struct UsageError: Error, CustomStringConvertible {
    let description: String
  }
#else
  /// On other platforms there is no bluetoothd to measure.
  @main
  struct BlueZBench {
    static func main() {}
  }
#endif
