// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "halo-cycling",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [
    .library(name: "KitchenScale", targets: ["KitchenScale"]),
    .library(name: "CyclingSensor", targets: ["CyclingSensor"]),
    .executable(name: "halo-with-scale", targets: ["halo-with-scale"]),
    .executable(name: "halo-with-cycling", targets: ["halo-with-cycling"]),
  ],
  dependencies: [.package(name: "halo", path: "../..")],
  targets: [
    // A simple family: its driver, a scale for the simulated radio, and `halo` with this family.
    .target(name: "KitchenScale", dependencies: [.product(name: "HaloWearables", package: "halo")]),
    .target(
      name: "VirtualKitchenScale",
      dependencies: ["KitchenScale", .product(name: "HaloVirtualDevices", package: "halo")]),
    .executableTarget(
      name: "halo-with-scale",
      dependencies: [
        "KitchenScale", "VirtualKitchenScale", .product(name: "HaloBlueZRadio", package: "halo"),
        .product(name: "HaloCommand", package: "halo"), .product(name: "HaloDrivers", package: "halo"),
      ]),
    .testTarget(
      name: "KitchenScaleTests",
      dependencies: [
        "KitchenScale", "VirtualKitchenScale", .product(name: "HaloDrivers", package: "halo"),
        .product(name: "HaloTesting", package: "halo"),
      ]),
    // A family with messages of its own: its messages and its driver, a sensor, and `halo` with this family.
    .target(name: "CyclingSensor", dependencies: [.product(name: "HaloWearables", package: "halo")]),
    .target(
      name: "VirtualCyclingSensor",
      dependencies: ["CyclingSensor", .product(name: "HaloVirtualDevices", package: "halo")]),
    .executableTarget(
      name: "halo-with-cycling",
      dependencies: [
        "CyclingSensor", "VirtualCyclingSensor", .product(name: "HaloBlueZRadio", package: "halo"),
        .product(name: "HaloJournal", package: "halo"),
        .product(name: "HaloCommand", package: "halo"), .product(name: "HaloDrivers", package: "halo"),
      ]),
    .testTarget(
      name: "CyclingSensorTests",
      dependencies: [
        "CyclingSensor", "VirtualCyclingSensor", .product(name: "HaloDrivers", package: "halo"),
        .product(name: "HaloTesting", package: "halo"),
      ]),
  ]
)
