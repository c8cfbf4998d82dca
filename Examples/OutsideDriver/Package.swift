// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "halo-cycling",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "CyclingSensor", targets: ["CyclingSensor"]),
    .executable(name: "halo-with-cycling", targets: ["halo-with-cycling"]),
  ],
  dependencies: [.package(name: "halo", path: "../..")],
  targets: [
    // The family: its messages and its driver.
    .target(
      name: "CyclingSensor",
      dependencies: [
        .product(name: "HaloBluetooth", package: "halo"), .product(name: "HaloHealth", package: "halo"),
        .product(name: "HaloText", package: "halo"), .product(name: "HaloWearables", package: "halo"),
      ]),
    // A sensor for the simulated radio.
    .target(
      name: "VirtualCyclingSensor",
      dependencies: [
        "CyclingSensor", .product(name: "HaloBluetooth", package: "halo"),
        .product(name: "HaloSimulatedRadio", package: "halo"), .product(name: "HaloVirtualDevices", package: "halo"),
        .product(name: "HaloWearables", package: "halo"),
      ]),
    // `halo` with an additional family.
    .executableTarget(
      name: "halo-with-cycling",
      dependencies: [
        "CyclingSensor", "VirtualCyclingSensor", .product(name: "HaloBluetooth", package: "halo"),
        .product(name: "HaloBlueZRadio", package: "halo"), .product(name: "HaloCommand", package: "halo"),
        .product(name: "HaloDrivers", package: "halo"), .product(name: "HaloHealth", package: "halo"),
        .product(name: "HaloJournal", package: "halo"), .product(name: "HaloText", package: "halo"),
        .product(name: "HaloVirtualDevices", package: "halo"), .product(name: "HaloWearables", package: "halo"),
      ]),
    .testTarget(
      name: "CyclingSensorTests",
      dependencies: [
        "CyclingSensor", "VirtualCyclingSensor", .product(name: "HaloBluetooth", package: "halo"),
        .product(name: "HaloDrivers", package: "halo"), .product(name: "HaloEngine", package: "halo"),
        .product(name: "HaloHealth", package: "halo"), .product(name: "HaloJournal", package: "halo"),
        .product(name: "HaloTesting", package: "halo"), .product(name: "HaloText", package: "halo"),
        .product(name: "HaloWearables", package: "halo"),
      ]),
  ]
)
