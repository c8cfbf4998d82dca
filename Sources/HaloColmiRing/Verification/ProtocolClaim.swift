extension ColmiRing {
  /// A claim about the protocol of all rings of the family, which one real ring can confirm or refute.
  enum ProtocolClaim: String, CaseIterable {
    case services, revisions, checksum, setTime, date, battery, pace, activity, activityTotals, heartRateLog,
      stressLog, hrvLog, sleep, sleepSpan, spo2Log, temperatureLog, manualHeartRate, bigDataChecksum, overlap,
      settings, heartRateInterval, liveHeartRate, warmUp, beatInterval, liveSpO2, liveNotWorn, liveStops, rawRates,
      rawScale, rawStops, rawStopsBy02, rawStopsBy00, rawEncoding, vendorRawPulse, vendorRawOxygen, vendorRawStops,
      vendorRawScale, sport, sportStops, olderSleep, temperatureSetting

    /// The claim in a sentence.
    var statement: Phrase {
      switch self {
      case .services:
        Phrase("There is a service for commands and one for big data, each with a write and a notify characteristic.")
      case .revisions: Phrase("Hardware and firmware revision can be read.")
      case .checksum: Phrase("The last byte of every command packet is the sum of the others modulo 256.")
      case .setTime: Phrase("The ring answers a clock setting with its firmware's capabilities.")
      case .date:
        Phrase("Command 07 returns the date of the ring's clock, which is today's date once the clock is set.")
      case .battery: Phrase("Command 03 returns the charge in percent.")
      case .pace: Phrase("An answer begins within a quarter of a second.")
      case .activity: Phrase("Command 43 returns steps per quarter hour, with the date of the requested day.")
      case .activityTotals: Phrase("The quarter hours of today add up to the totals of command 48, within 2 %.")
      case .heartRateLog: Phrase("Command 15 returns a heart rate for every interval of the requested day.")
      case .stressLog: Phrase("Command 37 returns stress scores per half hour, if the firmware reports the capability.")
      case .hrvLog: Phrase("Command 39 returns HRV per half hour, if the firmware reports the capability.")
      case .sleep: Phrase("Big data 27 returns nights with their stages.")
      case .sleepSpan: Phrase("The stages of a night add up to its duration.")
      case .spo2Log: Phrase("Big data 2A returns SpO₂ per hour, if the firmware reports the capability.")
      case .temperatureLog: Phrase("Big data 25 returns skin temperatures, if the firmware reports the capability.")
      case .manualHeartRate:
        Phrase("Big data 28 returns manually measured heart rates, if the firmware reports the capability.")
      case .bigDataChecksum: Phrase("The checksum of big data is the CRC-16/MODBUS of its payload.")
      case .overlap: Phrase("Commands and big data are answered at the same time.")
      case .settings: Phrase("Commands 16, 2C, 36, 38 and 3A return the settings of automatic measurements.")
      case .heartRateInterval: Phrase("The interval of automatic heart rates can be changed and is stored.")
      case .liveHeartRate: Phrase("While worn, the ring measures a live heart rate of 30 to 220 bpm within 60 s.")
      case .warmUp: Phrase("A live measurement sends zeros until it has a value.")
      case .beatInterval:
        Phrase("Bytes 6 and 7 of a live heart rate are the beat interval: about 60,000 ÷ the heart rate.")
      case .liveSpO2:
        Phrase(
          "While worn, the ring measures live SpO₂ of 70 to 100 % within 60 s, if the firmware reports the capability."
        )
      case .liveNotWorn: Phrase("While not worn, the ring sends no live heart rate, or reports that it is not worn.")
      case .liveStops: Phrase("A live measurement ends on request: readings stop arriving.")
      case .rawRates: Phrase("While worn, the ring sends raw light and acceleration about once a second each.")
      case .rawScale:
        Phrase("The accelerometer has 512 counts per g, or 8192 with 16 bits: lying still, it measures 0.85 to 1.15 g.")
      case .rawStops: Phrase("The raw stream ends on request.")
      case .rawStopsBy02: Phrase("A1 02 alone stops the raw stream.")
      case .rawStopsBy00: Phrase("A1 00 alone stops the raw stream.")
      case .rawEncoding:
        Phrase("A stream has accelerometer readings of either 12 or 16 bits: lying still, 95 % of them are near one g.")
      case .vendorRawPulse: Phrase("While worn, 69 0D returns green light and acceleration 25 times a second.")
      case .vendorRawOxygen:
        Phrase("While worn, 69 0E returns red and infrared light and acceleration 25 times a second.")
      case .vendorRawStops: Phrase("6A stops the vendor's raw stream.")
      case .vendorRawScale: Phrase("In the vendor's raw stream, the accelerometer has 512 or 8192 counts per g.")
      case .sport: Phrase("77 starts a sport session, which is reported about once a second.")
      case .sportStops: Phrase("77 04 stops a sport session.")
      case .olderSleep: Phrase("The older request for sleep, big data 27 without 01, is answered too.")
      case .temperatureSetting: Phrase("The long form of 3A turns skin temperatures on and off, and is stored.")
      }
    }
  }
}
