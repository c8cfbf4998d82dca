// Reads a ring with Core Bluetooth, on a Mac, a Raspberry Pi or any Linux machine:
//
//   swift run CoreBluetoothRing
//   HALO_RADIO=simulated swift run CoreBluetoothRing     without a ring or an adapter
import CoreBluetooth

let reader = RingReader()
reader.onStatus = { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
reader.onEnd = { isComplete in
  print("ring      \(reader.name ?? "–")")
  print("hardware  \(reader.hardwareRevision ?? "–")")
  print("firmware  \(reader.firmwareRevision ?? "–")")
  print("battery   \(reader.battery.map { "\($0) %" } ?? "–")")
  print("heart     \(reader.heartRate.map { "\($0) bpm" } ?? "–")")
  exit(isComplete ? 0 : 1)
}
reader.start()
RunLoop.main.run()
