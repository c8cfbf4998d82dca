import Foundation
import HaloCaptures
import HaloFuzzing
import Testing

/// Logs of an iPhone's Bluetooth, as `pymobiledevice3 btlogger capture` writes them on Linux. The files were made with the
/// writers of pymobiledevice3 11.45.0, from the traffic of a simulated ring; no phone was involved.
@Suite("A log of an iPhone, recorded without a Mac")
struct PhoneLogTests {
  @Test(arguments: [Self.pcapng, Self.packetLogger])
  func `is read completely`(file: String) throws {
    let bytes = try #require(Data(base64Encoded: file, options: .ignoreUnknownCharacters))
    let reading = try CaptureReading([UInt8](bytes))
    #expect(reading.problems.isClean)
    #expect(reading.operations.count == 8)
  }

  @Test func `is the same in both formats`() throws {
    let readings = try [Self.pcapng, Self.packetLogger].map { file in
      try CaptureReading([UInt8](try #require(Data(base64Encoded: file, options: .ignoreUnknownCharacters))))
    }
    #expect(readings[0].operations.map(\.time) == readings[1].operations.map(\.time))
    #expect(readings[0].operations.map { Array($0.bytes) } == readings[1].operations.map { Array($0.bytes) })
  }

  private static let pcapng = """
    Cg0NCkwAAABNPCsaAQAAAP//////////AgAKAGFydGlmaWNpYWwAAAMAAwBpT1MABAAPAHB5bW9iaWxlZGV2aWNlMwAAAAAATAAAAAEAAAA0AA
    AAyQAAAAAAAAADAA0AQmx1ZXRvb3RoIEhDSQAAAAwABABpT1MgAAAAADQAAAAGAAAASAAAAAAAAABaYQYAiXwC1CgAAAAoAAAAAAAAAQQ+IQIB
    AAEBABCaSMMVDwlDT0xNSSBSMTJfMDAwMQT/NBIB0EgAAAAGAAAAPAAAAAAAAABaYQYAiXwC1BoAAAAaAAAAAAAAAQQ+EwEAQAAAAQEAEJpIwx
    gAAAD0AQAAADwAAAAGAAAAMAAAAAAAAABaYQYAKeUI1BAAAAAQAAAAAAAAAAJAAAcAAwAEAAL3ADAAAAAGAAAAMAAAAAAAAABaYQYAKeUI1BAA
    AAAQAAAAAAAAAQJAIAcAAwAEAAP3ADAAAAAGAAAANAAAAAAAAABaYQYAKeUI1BQAAAAUAAAAAAAAAAJAAAsABwAEABABAP//ACg0AAAABgAAAF
    gAAAAAAAAAWmEGACnlCNQ3AAAANwAAAAAAAAECQCAuACoABAARFAEABgCeytwkDuWp4JPzo7Xw/0BuBwAMAMddKgHjZSavR04R1yj3W94AWAAA
    AAYAAAA0AAAAAAAAAFphBgAp5QjUFAAAABQAAAAAAAAAAkAACwAHAAQAEA0A//8AKDQAAAAGAAAAOAAAAAAAAABaYQYAKeUI1BUAAAAVAAAAAA
    AAAQJAIAwACAAEABEGDQARAAoYAAAAOAAAAAYAAAA0AAAAAAAAAFphBgAp5QjUFAAAABQAAAAAAAAAAkAACwAHAAQAEBIA//8AKDQAAAAGAAAA
    NAAAAAAAAABaYQYAKeUI1BIAAAASAAAAAAAAAQJAIAkABQAEAAEQEgAKAAA0AAAA
    """
  private static let packetLogger = """
    AAAALGsLJXAAAkCJAT4hAgEAAQEAEJpIwxUPCUNPTE1JIFIxMl8wMDAxBP80EgHQAAAAHmsLJXAAAkCJAT4TAQBAAAABAQAQmkjDGAAAAPQBAA
    AAABRrCyVwAAipKQJAAAcAAwAEAAL3AAAAABRrCyVwAAipKQNAIAcAAwAEAAP3AAAAABhrCyVwAAipKQJAAAsABwAEABABAP//ACgAAAA7awsl
    cAAIqSkDQCAuACoABAARFAEABgCeytwkDuWp4JPzo7Xw/0BuBwAMAMddKgHjZSavR04R1yj3W94AAAAYawslcAAIqSkCQAALAAcABAAQDQD//w
    AoAAAAGWsLJXAACKkpA0AgDAAIAAQAEQYNABEAChgAAAAYawslcAAIqSkCQAALAAcABAAQEgD//wAoAAAAFmsLJXAACKkpA0AgCQAFAAQAARAS
    AAo=
    """
}
