extension ColmiRing {
  /// The first bytes of the packets that are understood.
  enum Command {
    static let setTime: UInt8 = 0x01
    static let camera: UInt8 = 0x02
    static let battery: UInt8 = 0x03
    static let phoneName: UInt8 = 0x04
    static let dayTotals: UInt8 = 0x07
    static let power: UInt8 = 0x08
    static let preferences: UInt8 = 0x0A
    static let blink: UInt8 = 0x10
    static let heartRateLog: UInt8 = 0x15
    static let heartRateLogSettings: UInt8 = 0x16
    static let olderRealTime: UInt8 = 0x1E
    static let goals: UInt8 = 0x21
    static let spo2Settings: UInt8 = 0x2C
    static let packetSize: UInt8 = 0x2F
    static let stressSettings: UInt8 = 0x36
    static let stressLog: UInt8 = 0x37
    static let hrvSettings: UInt8 = 0x38
    static let hrvLog: UInt8 = 0x39
    static let temperatureSettings: UInt8 = 0x3A
    static let deviceSupport: UInt8 = 0x3C
    static let activity: UInt8 = 0x43
    static let todayTotals: UInt8 = 0x48
    static let findDevice: UInt8 = 0x50
    static let realTime: UInt8 = 0x69
    static let stopRealTime: UInt8 = 0x6A
    static let push: UInt8 = 0x73
    static let rawSensors: UInt8 = 0xA1
    static let factoryReset: UInt8 = 0xFF
  }

  /// The ids of the big data that are understood.
  enum BigDataID {
    static let temperature: UInt8 = 0x25
    static let sleep: UInt8 = 0x27
    static let manualHeartRate: UInt8 = 0x28
    static let spo2: UInt8 = 0x2A
    static let naps: UInt8 = 0x3E
  }
}
