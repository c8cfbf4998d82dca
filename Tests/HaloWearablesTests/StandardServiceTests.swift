import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

/// Returns the output of `halo decode --characteristic`.
private func decodedLine(_ value: String, of characteristic: BluetoothUUID) -> String {
  let message = DriverRegistry.bundled.message(bytes(value), of: characteristic)
  var lines = JSONLineWriter()
  message.appendJSONLine(to: &lines)
  return String(decoding: lines.bytes.dropLast(), as: UTF8.self)
}

@Suite("Values of standard characteristics")
struct StandardServiceTests {
  @Test(
    arguments: [
      (
        0x2A37, "165a9a02",
        #"{"beatIntervalsMilliseconds":[650.4],"bpm":90,"contact":true,"type":"heartRateMeasurement"}"#
      ),
      (0x2A37, "0454", #"{"bpm":84,"contact":false,"type":"heartRateMeasurement"}"#),
      (0x2A37, "01c800", #"{"bpm":200,"type":"heartRateMeasurement"}"#),
      (0x2A37, "0e4b8000", #"{"bpm":75,"contact":true,"energyKilojoules":128,"type":"heartRateMeasurement"}"#),
      (
        0x2A37, "105a00080010",
        #"{"beatIntervalsMilliseconds":[2000,4000],"bpm":90,"type":"heartRateMeasurement"}"#
      ),
      // Truncated in the middle of an interval, and of the energy.
      (
        0x2A37, "105a000800",
        #"{"beatIntervalsMilliseconds":[2000],"bpm":90,"truncated":true,"type":"heartRateMeasurement"}"#
      ),
      // 16 bits, contact, energy and several intervals together; and bytes that no flag announces.
      (
        0x2A37, "1fc800ffff00040004fe03",
        #"{"beatIntervalsMilliseconds":[1000,1000,998],"bpm":200,"contact":true,"energyKilojoules":65535,"type":"heartRateMeasurement"}"#
      ),
      (0x2A37, "005aabcd", #"{"bpm":90,"trailing":"abcd","type":"heartRateMeasurement"}"#),
      (0x2A37, "0000", #"{"bpm":0,"type":"heartRateMeasurement"}"#),
      (
        0x2A5B, "021e0000042a",
        #"{"crankRevolutions":30,"crankSeconds":1,"trailing":"2a","type":"cyclingSpeedAndCadence"}"#
      ),
      (0x2A9D, "00803eff", #"{"kilograms":80,"trailing":"ff","type":"weight"}"#),
      (0x2A37, "185a01", #"{"bpm":90,"truncated":true,"type":"heartRateMeasurement"}"#),
      (0x2A37, "01c8", #"{"hex":"01c8","reason":"length","type":"corrupt"}"#),
      (0x2A37, "", #"{"hex":"","reason":"length","type":"corrupt"}"#),
      (0x2A38, "01", #"{"location":"chest","type":"bodySensorLocation"}"#),
      (0x2A38, "05", #"{"location":"earLobe","type":"bodySensorLocation"}"#),
      (0x2A38, "09", #"{"hex":"09","type":"unknown"}"#),
      (0x2A39, "01", #"{"request":"resetEnergy","type":"heartRateControl"}"#),
      (0x2A39, "02", #"{"command":"0x02","hex":"02","type":"unknown"}"#),
      (0x2A19, "57", #"{"percent":87,"type":"batteryLevel"}"#),
      (0x2A19, "65", #"{"hex":"65","type":"unknown"}"#),
      (0x2A29, "506f6c617200", #"{"field":"manufacturerName","text":"Polar","type":"deviceInformation"}"#),
      (0x2A24, "48313020e28692", #"{"field":"modelNumber","text":"H10 →","type":"deviceInformation"}"#),
      (0x2A2B, "e907010f0e1e2d032101", #"{"dateTime":"2025-01-15T14:30:45","type":"currentTime","weekday":3}"#),
      (0x2A2B, "e9070c1f173b3b07ff06", #"{"dateTime":"2025-12-31T23:59:59","type":"currentTime","weekday":7}"#),
      (0x2A2B, "e907021e0e1e2d000000", #"{"type":"currentTime"}"#),
      (0x2A50, "016b001a000903", #"{"product":26,"source":1,"type":"productIdentifier","vendor":107,"version":777}"#),
      (
        0x2A23, "123456fffe9abcde",
        #"{"manufacturer":"feff563412","organization":"debc9a","type":"systemIdentifier"}"#
      ),
      (0x2A1C, "006c0100ff", #"{"celsius":36.4,"type":"temperature"}"#),
      (
        0x2A1C, "07da0300ffe907010f0e1e2d02",
        #"{"dateTime":"2025-01-15T14:30:45","fahrenheit":98.6,"site":"body","type":"temperature"}"#
      ),
      (0x2A1E, "00ffff7f00", #"{"type":"intermediateTemperature"}"#),
      (0x2A5F, "0061004800", #"{"bpm":72,"spo2":97,"type":"oximeterContinuous"}"#),
      (
        0x2A5F, "1f6100480062004900600047002001210000f4f2",
        """
        {"bpm":72,"fastBpm":73,"fastSpo2":98,"measurementStatus":["ongoing","fullyQualified"],"pulseAmplitudePercent":75.6,\
        "sensorStatus":["extendedDisplayUpdate","lowPerfusion"],"slowBpm":71,"slowSpo2":96,"spo2":97,"type":"oximeterContinuous"}
        """
      ),
      (0x2A5F, "00ff07fe07", #"{"type":"oximeterContinuous"}"#),
      (0x2A5E, "016100480000000000000000", #"{"bpm":72,"spo2":97,"type":"oximeterSpotCheck"}"#),
      (
        0x2A53, "070003a5640010270000",
        #"{"meters":1000,"running":true,"speed":10.8,"stepsPerMinute":165,"strideMeters":1,"type":"runningSpeedAndCadence"}"#
      ),
      (
        0x2A5B, "03102700000004320000 08",
        """
        {"crankRevolutions":50,"crankSeconds":2,"type":"cyclingSpeedAndCadence","wheelRevolutions":10000,"wheelSeconds":1}
        """
      ),
      (
        0x2A63, "3000c800102700000008320000 08",
        """
        {"crankRevolutions":50,"crankSeconds":2,"type":"cyclingPower","watts":200,"wheelRevolutions":10000,"wheelSeconds":1}
        """
      ),
      (
        0x2A63, "cf1f9cff624000 6400f6ff 2000e0ff 5a1001 1100 2200 3300",
        """
        {"bottomDeadSpotDegrees":34,"kilojoules":51,"largestDegrees":90,"largestNewtonMeters":1,"largestNewtons":100,\
        "newtonMeters":2,"offsetCompensated":true,"pedal":"left","pedalPercent":49,"smallestDegrees":17,\
        "smallestNewtonMeters":-1,"smallestNewtons":-10,"topDeadSpotDegrees":17,"torqueOf":"crank","type":"cyclingPower",\
        "watts":-100}
        """
      ),
      (
        0x2A64, "3732000008 5a00 64009cff",
        """
        {"crankRevolutions":50,"crankSeconds":2,"direction":"lateral","firstDegrees":90,"newtons":[100,-100],\
        "type":"cyclingPowerVector"}
        """
      ),
      (0x2A64, "18 2100e0ff", #"{"direction":"tangential","newtonMeters":[1.03125,-1],"type":"cyclingPowerVector"}"#),
      (0x2A64, "0c 2100e0ff", #"{"direction":"unknown","trailing":"2100e0ff","type":"cyclingPowerVector"}"#),
      (0x2A64, "04 210007", #"{"direction":"unknown","newtons":[33],"trailing":"07","type":"cyclingPowerVector"}"#),
      (0x2A64, "012100", #"{"direction":"unknown","truncated":true,"type":"cyclingPowerVector"}"#),
      (0x2A63, "2000c80001", #"{"truncated":true,"type":"cyclingPower","watts":200}"#),
      (0x2A5B, "010100", #"{"truncated":true,"type":"cyclingSpeedAndCadence"}"#),
      (
        0x2A9D, "0e803ee907010f0e1e2d01eb000807",
        """
        {"bodyMassIndex":23.5,"dateTime":"2025-01-15T14:30:45","heightMeters":1.8,"kilograms":80,"type":"weight","user":1}
        """
      ),
      (
        0x2A9C, "fe0feb00e907010f0e1e2d01581b90010019a82f502d60228813803e0807",
        """
        {"basalKilojoules":7000,"bodyFatPercent":23.5,"dateTime":"2025-01-15T14:30:45","fatFreeMass":61,\
        "heightMeters":1.8,"impedanceOhms":500,"muscleMass":32,"musclePercent":40,"softLeanMass":58,\
        "type":"bodyComposition","unit":"kg","user":1,"waterMass":44,"weight":80}
        """
      ),
      (
        0x2A9C, "0118eb00bc",
        #"{"bodyFatPercent":23.5,"severalParts":true,"truncated":true,"type":"bodyComposition","unit":"lb"}"#
      ),
      (0x2A9C, "0000ffff", #"{"type":"bodyComposition","unit":"kg"}"#),
      (0x2A9D, "01404d", #"{"pounds":197.76,"type":"weight"}"#),
      (0x2A9D, "00ffff", #"{"type":"weight"}"#),
      (
        0x2A35, "1e780050005d00e907010f0e1e2d4800010400",
        """
        {"bpm":72,"dateTime":"2025-01-15T14:30:45","diastolic":80,"mean":93,"status":["irregularPulse"],"systolic":120,\
        "type":"bloodPressure","unit":"mmHg","user":1}
        """
      ),
      (0x2A36, "019ff0ff07ff07", #"{"cuff":15.9,"type":"cuffPressure","unit":"kPa"}"#),
    ] as [(UInt16, String, String)])
  func `decode as the specification says`(uuid: UInt16, value: String, expected: String) {
    #expect(decodedLine(value, of: BluetoothUUID(uuid)) == expected)
  }

  @Test func `16-bit numbers of IEEE 11073 are exact, and special values are nil`() {
    #expect(SFloat(bits: 0xF173).decimal == FixedDecimal(371, places: 1))
    #expect(SFloat(bits: 0x0FFF).decimal == FixedDecimal(-1, places: 0))
    #expect(SFloat(bits: 0x17FF).decimal == FixedDecimal(20_470, places: 0))
    #expect(SFloat(bits: 0x8001).decimal == FixedDecimal(1, places: 8))
    #expect(SFloat(bits: 0x7803).decimal == FixedDecimal(-20_450_000_000, places: 0))
    for bits: UInt16 in [0x07FE, 0x07FF, 0x0800, 0x0801, 0x0802] { #expect(SFloat(bits: bits).decimal == nil) }
    for bits in UInt16.min ... .max {
      let number = SFloat(bits: bits)
      guard let decimal = number.decimal else { continue }
      // The value by the definition. With so few digits, a double is exact enough to distinguish adjacent values.
      let mantissa = Double(Int16(bitPattern: bits << 4) >> 4)
      let exponent = Int(Int16(bitPattern: bits) >> 12)
      let power = (0..<abs(exponent)).reduce(1.0) { power, _ in power * 10 }
      let expected = exponent < 0 ? mantissa / power : mantissa * power
      #expect(decimal.doubleValue == expected)
      #expect(SFloat(mantissa: Int(mantissa), exponent: exponent) == number)
    }
    #expect(SFloat(mantissa: 2047, exponent: 0) == nil)
    #expect(SFloat(mantissa: 2048, exponent: 0) == nil)
  }

  @Test func `32-bit numbers of IEEE 11073 are exact, and special values are nil`() {
    #expect(MedicalFloat(bits: 0xFF00_016C).decimal == FixedDecimal(364, places: 1))
    #expect(MedicalFloat(bits: 0xFEFF_FFFF).decimal == FixedDecimal(-1, places: 2))
    // 5,000,000 · 10^−15 is 5 · 10^−9.
    #expect(MedicalFloat(mantissa: 5_000_000, exponent: -15)?.decimal == FixedDecimal(5, places: 9))
    #expect(MedicalFloat(mantissa: 0, exponent: 127)?.decimal == FixedDecimal(0, places: 0))
    #expect(MedicalFloat(mantissa: 1, exponent: 127)?.decimal == nil)
    #expect(MedicalFloat(mantissa: 1, exponent: -128)?.decimal == nil)
    for bits: UInt32 in [0x7F_FFFE, 0x7F_FFFF, 0x80_0000, 0x80_0001, 0x80_0002] {
      #expect(MedicalFloat(bits: bits).decimal == nil)
    }
  }

  @Test func `computes two revolutions per second across the wraparound of the clock and of the count`() {
    var wheel = TurnRate(.wheel)
    var crank = TurnRate(.crank)
    var (wheelCount, crankCount, time) = (0xFFFF_FFF0, 65_530, 60_000)
    #expect(wheel.next(.init(count: wheelCount, time: time)) == nil)
    #expect(crank.next(.init(count: crankCount, time: time)) == nil)
    for _ in 0..<20 {
      (wheelCount, crankCount, time) = (
        (wheelCount + 2) & 0xFFFF_FFFF, (crankCount + 1) & 0xFFFF, (time + 1024) & 0xFFFF
      )
      #expect(wheel.next(.init(count: wheelCount, time: time)) == 2)
      #expect(crank.next(.init(count: crankCount, time: time)) == 1)
    }
    #expect(wheel.next(.init(count: wheelCount, time: time)) == 0)
    #expect(wheel.next(.init(count: wheelCount - 1, time: time + 100)) == nil)
  }
}
