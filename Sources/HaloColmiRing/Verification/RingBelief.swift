public import HaloText

extension ColmiRing {
  /// Something that Halo believes of all rings of the family, and that one real ring can confirm or refute.
  public enum RingBelief: String, Sendable, CaseIterable {
    case services
    case revisions
    case checksum
    case setTime
    case date
    case battery
    case pace
    case activity
    case activityTotals
    case heartRateLog
    case stressLog
    case hrvLog
    case sleep
    case sleepSpan
    case spo2Log
    case temperatureLog
    case manualHeartRate
    case bigDataChecksum
    case overlap
    case settings
    case heartRateInterval
    case liveHeartRate
    case warmUp
    case beatInterval
    case liveSpO2
    case liveNotWorn
    case liveStops
    case rawRates
    case rawScale
    case rawStops
    case rawStopsBy02
    case rawStopsBy00
    case rawEncoding
    case vendorRawPulse
    case vendorRawOxygen
    case vendorRawStops
    case vendorRawScale
    case sport
    case sportStops
    case olderSleep
    case temperatureSetting

    /// The belief in a sentence.
    public var statement: Phrase {
      switch self {
      case .services: Phrase("There is a service for commands and one for big data, each with a way in and a way out.")
      case .revisions: Phrase("Hardware and firmware revision can be read.")
      case .checksum: Phrase("The last byte of every command packet is the sum of the others modulo 256.")
      case .setTime: Phrase("It takes the time, and answers with what its firmware can do.")
      case .date: Phrase("Command 07 returns the date on its clock, and that is today's once it was set.")
      case .battery: Phrase("Command 03 returns the charge in per cent.")
      case .pace: Phrase("An answer begins within a quarter of a second.")
      case .activity: Phrase("Command 43 gives steps by quarter hours, with the date of the day that was asked for.")
      case .activityTotals: Phrase("The quarter hours of today add up to the totals of command 48, within 2 %.")
      case .heartRateLog: Phrase("Command 15 gives a heart rate for every interval of the day that was asked for.")
      case .stressLog: Phrase("Command 37 gives stress scores by half hours, if the firmware reports it.")
      case .hrvLog: Phrase("Command 39 gives heart-rate variability by half hours, if the firmware reports it.")
      case .sleep: Phrase("Big data 27 gives nights with their stages.")
      case .sleepSpan: Phrase("The stages of a night add up to its span.")
      case .spo2Log: Phrase("Big data 2A gives oxygen saturation by hours, if the firmware reports it.")
      case .temperatureLog: Phrase("Big data 25 gives skin temperatures, if the firmware reports it.")
      case .manualHeartRate: Phrase("Big data 28 gives heart rates measured by hand, if the firmware reports it.")
      case .bigDataChecksum: Phrase("The checksum of big data is CRC-16/MODBUS of its payload.")
      case .overlap: Phrase("Commands and big data are answered at the same time.")
      case .settings: Phrase("Commands 16, 2C, 36, 38 and 3A return what it measures by itself.")
      case .heartRateInterval: Phrase("The interval of its heart rates can be changed, and is kept.")
      case .liveHeartRate: Phrase("Worn, it measures the heart rate live within 60 s: 30 to 220 beats a minute.")
      case .warmUp: Phrase("A live measurement sends zero until it has a value.")
      case .beatInterval:
        Phrase("Bytes 6 and 7 of a live heart rate are the time between two beats: about 60,000 ÷ the heart rate.")
      case .liveSpO2: Phrase("Worn, it measures SpO₂ live within 60 s: 70 to 100 %, if the firmware reports it.")
      case .liveNotWorn: Phrase("Taken off, it gives no live heart rate, or reports that it is not worn.")
      case .liveStops: Phrase("A live measurement ends when it is asked to: nothing comes any more.")
      case .rawRates: Phrase("Worn, raw light and acceleration come about once a second each.")
      case .rawScale:
        Phrase(
          "512 counts of the accelerometer are one g, or 8192 if it sends 16 bits: lying still it measures 0.85 to 1.15 g."
        )
      case .rawStops: Phrase("The raw stream ends when it is asked to.")
      case .rawStopsBy02: Phrase("A1 02 alone ends the raw stream.")
      case .rawStopsBy00: Phrase("A1 00 alone ends the raw stream.")
      case .rawEncoding:
        Phrase(
          "The accelerometer sends 12 bits or 16 bits, one of them in a whole stream: lying still, 95 % of the readings are near one g."
        )
      case .vendorRawPulse: Phrase("Worn, 69 0D gives green light and acceleration 25 times a second.")
      case .vendorRawOxygen: Phrase("Worn, 69 0E gives red and infrared light and acceleration 25 times a second.")
      case .vendorRawStops: Phrase("6A ends the vendor's raw stream.")
      case .vendorRawScale: Phrase("In the vendor's raw stream, 512 or 8192 counts of the accelerometer are one g.")
      case .sport: Phrase("77 starts a sport session, which reports itself about once a second.")
      case .sportStops: Phrase("77 04 ends a sport session.")
      case .olderSleep: Phrase("The older question for sleep, big data 27 without 01, is answered too.")
      case .temperatureSetting: Phrase("The long form of 3A turns skin temperatures on and off, and is kept.")
      }
    }
  }
}
