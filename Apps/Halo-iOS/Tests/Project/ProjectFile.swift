import Foundation

/// An Xcode project and its problems, as far as they can be found without Xcode.
struct ProjectFile {
  /// The properties of a kind of object: references to other objects by kind, and plain values.
  struct Kind {
    var one: [String: [String]] = [:]
    var many: [String: [String]] = [:]
    var plain: Set<String> = []
    var optional: Set<String> = []
  }

  static let phase: Set<String> = ["buildActionMask", "runOnlyForDeploymentPostprocessing"]
  /// The kinds of objects of project format 77 that this project needs. Other keys are errors.
  static let kinds: [String: Kind] = [
    "PBXProject": Kind(
      one: [
        "buildConfigurationList": ["XCConfigurationList"], "mainGroup": ["PBXGroup"], "productRefGroup": ["PBXGroup"],
      ], many: ["packageReferences": ["XCLocalSwiftPackageReference"], "targets": ["PBXNativeTarget"]],
      plain: [
        "attributes", "developmentRegion", "hasScannedForEncodings", "knownRegions", "minimizedProjectReferenceProxies",
        "preferredProjectObjectVersion", "projectDirPath", "projectRoot",
      ]),
    "PBXNativeTarget": Kind(
      one: ["buildConfigurationList": ["XCConfigurationList"], "productReference": ["PBXFileReference"]],
      many: [
        "buildPhases": [
          "PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase", "PBXCopyFilesBuildPhase",
        ], "buildRules": [], "dependencies": ["PBXTargetDependency"],
        "fileSystemSynchronizedGroups": ["PBXFileSystemSynchronizedRootGroup"],
        "packageProductDependencies": ["XCSwiftPackageProductDependency"],
      ], plain: ["name", "productName", "productType"]),
    "PBXSourcesBuildPhase": Kind(many: ["files": ["PBXBuildFile"]], plain: phase),
    "PBXFrameworksBuildPhase": Kind(many: ["files": ["PBXBuildFile"]], plain: phase),
    "PBXResourcesBuildPhase": Kind(many: ["files": ["PBXBuildFile"]], plain: phase),
    "PBXCopyFilesBuildPhase": Kind(
      many: ["files": ["PBXBuildFile"]], plain: phase.union(["dstPath", "dstSubfolderSpec", "name"])),
    "PBXBuildFile": Kind(
      one: ["productRef": ["XCSwiftPackageProductDependency"], "fileRef": ["PBXFileReference"]], plain: ["settings"],
      optional: ["productRef", "fileRef", "settings"]),
    "PBXFileReference": Kind(
      plain: ["explicitFileType", "lastKnownFileType", "includeInIndex", "path", "sourceTree"],
      optional: ["explicitFileType", "lastKnownFileType", "includeInIndex"]),
    "PBXGroup": Kind(
      many: ["children": ["PBXGroup", "PBXFileReference", "PBXFileSystemSynchronizedRootGroup"]],
      plain: ["name", "path", "sourceTree"], optional: ["name", "path"]),
    "PBXFileSystemSynchronizedRootGroup": Kind(
      many: ["exceptions": ["PBXFileSystemSynchronizedBuildFileExceptionSet"]], plain: ["path", "sourceTree"],
      optional: ["exceptions"]),
    "PBXFileSystemSynchronizedBuildFileExceptionSet": Kind(
      one: ["target": ["PBXNativeTarget"]], plain: ["membershipExceptions"]),
    "PBXTargetDependency": Kind(one: ["target": ["PBXNativeTarget"], "targetProxy": ["PBXContainerItemProxy"]]),
    "PBXContainerItemProxy": Kind(
      one: ["containerPortal": ["PBXProject"], "remoteGlobalIDString": ["PBXNativeTarget"]],
      plain: ["proxyType", "remoteInfo"]),
    "XCConfigurationList": Kind(
      many: ["buildConfigurations": ["XCBuildConfiguration"]],
      plain: ["defaultConfigurationIsVisible", "defaultConfigurationName"]),
    "XCBuildConfiguration": Kind(
      one: ["baseConfigurationReference": ["PBXFileReference"]], plain: ["buildSettings", "name"],
      optional: ["baseConfigurationReference"]),
    "XCLocalSwiftPackageReference": Kind(plain: ["relativePath"]),
    "XCSwiftPackageProductDependency": Kind(one: ["package": ["XCLocalSwiftPackageReference"]], plain: ["productName"]),
  ]

  let root: LegacyPropertyList
  let objects: [String: LegacyPropertyList]
  /// The folder that contains the project.
  let folder: URL
  private(set) var problems: [String] = []

  init(_ text: String, in folder: URL) throws {
    root = try LegacyPropertyList(parsing: text)
    objects = root["objects"]?.dictionary ?? [:]
    self.folder = folder
    if !text.hasPrefix("// !$*UTF8*$!\n") { problems.append("the first line does not name the encoding") }
    checkFormat()
    checkReferences()
    checkTargets()
    checkPackage()
    checkFolders()
  }

  func objects(of kind: String) -> [(id: String, object: LegacyPropertyList)] {
    objects.filter { $0.value["isa"]?.string == kind }.map { ($0.key, $0.value) }.sorted { $0.id < $1.id }
  }

  /// Returns the objects in a list property of an object.
  func objects(in object: LegacyPropertyList, _ key: String) -> [LegacyPropertyList] {
    let ids = (object[key]?.list ?? []).compactMap(\.string)
    return ids.compactMap { objects[$0] }
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.appending(path: path).path) }

  func read(_ path: String) -> String {
    (try? String(contentsOf: folder.appending(path: path), encoding: .utf8)) ?? ""
  }

  private mutating func checkFormat() {
    for (key, value) in [("archiveVersion", "1"), ("objectVersion", "77")] where root[key]?.string != value {
      problems.append("\(key) is not \(value)")
    }
    if root["classes"]?.dictionary != [:] { problems.append("classes is missing") }
    for (id, object) in objects.sorted(by: { $0.key < $1.key }) {
      if id.count != 24 || !id.allSatisfy({ $0.isHexDigit && !$0.isLowercase }) {
        problems.append("\(id) is not an identifier of 24 digits")
      }
      guard let isa = object["isa"]?.string, let kind = Self.kinds[isa] else {
        problems.append("\(id) is of an unknown kind")
        continue
      }
      let known: Set<String> = Set(kind.one.keys).union(kind.many.keys).union(kind.plain)
      let present: Set<String> = Set(object.dictionary?.keys.map { $0 } ?? []).subtracting(["isa"])
      for key in present.subtracting(known).sorted() { problems.append("\(isa) \(id) has no '\(key)'") }
      for key in known.subtracting(kind.optional).subtracting(present).sorted()
      where !(isa == "XCBuildConfiguration" && key == "baseConfigurationReference") {
        problems.append("\(isa) \(id) lacks '\(key)'")
      }
    }
  }

  private mutating func checkReferences() {
    var reached: Set<String> = []
    func references(_ id: String) -> [(id: String, key: String, allowed: [String])] {
      guard let object = objects[id], let kind = object["isa"]?.string.flatMap({ Self.kinds[$0] }) else { return [] }
      var found: [(id: String, key: String, allowed: [String])] = []
      for (key, allowed) in kind.one { if let id = object[key]?.string { found.append((id, key, allowed)) } }
      for (key, allowed) in kind.many {
        for id in object[key]?.list ?? [] { found.append((id.string ?? "?", key, allowed)) }
      }
      return found
    }
    var waiting = [root["rootObject"]?.string ?? "?"]
    if objects[waiting[0]]?["isa"]?.string != "PBXProject" { problems.append("rootObject is not a project") }
    while let id = waiting.popLast() {
      guard reached.insert(id).inserted else { continue }
      for reference in references(id) {
        if let isa = objects[reference.id]?["isa"]?.string {
          if !reference.allowed.contains(isa) { problems.append("\(reference.key) of \(id) is a \(isa)") }
          waiting.append(reference.id)
        } else {
          problems.append("\(reference.key) of \(id) names \(reference.id), which does not exist")
        }
      }
    }
    for id in objects.keys.sorted() where !reached.contains(id) {
      problems.append("nothing leads to \(objects[id]?["isa"]?.string ?? "?") \(id)")
    }
  }

  /// Returns the settings of a configuration list, by configuration name.
  func settings(_ list: LegacyPropertyList?) -> [String: [String: LegacyPropertyList]] {
    guard let list = list?.string.flatMap({ objects[$0] }) else { return [:] }
    var settings: [String: [String: LegacyPropertyList]] = [:]
    for configuration in objects(in: list, "buildConfigurations") {
      settings[configuration["name"]?.string ?? "?"] = configuration["buildSettings"]?.dictionary ?? [:]
    }
    return settings
  }

  private mutating func checkTargets() {
    let configured: [(id: String, object: LegacyPropertyList)] =
      objects(of: "PBXNativeTarget") + objects(of: "PBXProject")
    for (id, object) in configured {
      let names = settings(object["buildConfigurationList"]).keys.sorted()
      if names != ["Debug", "Release"] { problems.append("the configurations of \(id) are \(names)") }
    }
    for (_, project) in objects(of: "PBXProject") {
      for (name, settings) in settings(project["buildConfigurationList"]) {
        for (key, value) in [("SWIFT_VERSION", "6.0"), ("IPHONEOS_DEPLOYMENT_TARGET", "18.0"), ("SDKROOT", "iphoneos")]
        where settings[key]?.string != value { problems.append("\(key) of \(name) is not \(value)") }
      }
    }
    for (_, target) in objects(of: "PBXNativeTarget") {
      let name = target["name"]?.string ?? "?"
      let phases = objects(in: target, "buildPhases")
      for kind in ["PBXSourcesBuildPhase", "PBXFrameworksBuildPhase", "PBXResourcesBuildPhase"]
      where phases.count(where: { $0["isa"]?.string == kind }) != 1 { problems.append("\(name) needs one \(kind)") }
      let frameworks = phases.filter { $0["isa"]?.string == "PBXFrameworksBuildPhase" }
      let linked = frameworks.flatMap { objects(in: $0, "files") }.compactMap { $0["productRef"]?.string }
      let wanted = (target["packageProductDependencies"]?.list ?? []).compactMap(\.string)
      if Set(linked) != Set(wanted) { problems.append("\(name) does not link exactly the products that it depends on") }
      for (configuration, settings) in settings(target["buildConfigurationList"]) {
        for key in ["INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"] {
          guard let path = settings[key]?.string, exists(path) else {
            problems.append("\(key) of \(name), \(configuration), does not exist")
            continue
          }
          // An Info.plist that is also copied as a resource breaks the build.
          let file = path.split(separator: "/").last.map(String.init) ?? ""
          if !exceptions(of: target).contains(file) { problems.append("\(path) is not excluded from \(name)'s folder") }
        }
      }
      if target["productType"]?.string == "com.apple.product-type.app-extension" { checkEmbedding(target, name) }
    }
  }

  private func exceptions(of target: LegacyPropertyList) -> [String] {
    let groups = objects(in: target, "fileSystemSynchronizedGroups")
    let exceptions = groups.flatMap { objects(in: $0, "exceptions") }
      .filter { $0["target"]?.string.flatMap { objects[$0] } == target }
    return exceptions.flatMap { ($0["membershipExceptions"]?.list ?? []).compactMap(\.string) }
  }

  private mutating func checkEmbedding(_ target: LegacyPropertyList, _ name: String) {
    let product = target["productReference"]?.string
    let phases = objects(of: "PBXCopyFilesBuildPhase").map(\.object)
    let embedded = phases.filter { $0["dstSubfolderSpec"]?.string == "13" }
      .flatMap { objects(in: $0, "files") }.compactMap { $0["fileRef"]?.string }
    if !embedded.contains(where: { $0 == product }) { problems.append("\(name) is not embedded in the app") }
    let built = objects(of: "PBXTargetDependency").compactMap { $0.object["target"]?.string.flatMap { objects[$0] } }
    if !built.contains(target) { problems.append("the app does not depend on \(name)") }
  }

  private mutating func checkPackage() {
    var products: Set<String> = []
    for (_, package) in objects(of: "XCLocalSwiftPackageReference") {
      let path = package["relativePath"]?.string ?? "?"
      if !exists("\(path)/Package.swift") { problems.append("there is no package at \(path)") }
      products.formUnion(read("\(path)/Package.swift").matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) })
    }
    for (_, dependency) in objects(of: "XCSwiftPackageProductDependency") {
      let name = dependency["productName"]?.string ?? "?"
      if !products.contains(name) { problems.append("the package has no product \(name)") }
    }
    for (_, target) in objects(of: "PBXNativeTarget") {
      let linked = objects(in: target, "packageProductDependencies").compactMap { $0["productName"]?.string }
      for group in objects(in: target, "fileSystemSynchronizedGroups") {
        let imported = sources(group["path"]?.string ?? "?").flatMap { source in
          source.matches(of: /(?m)^(?:(?:public|package|internal|private) )?import (?:\w+ )?(Halo\w+)/).map {
            String($0.1)
          }
        }
        for module in Set(imported).subtracting(linked).sorted() {
          problems.append("\(target["name"]?.string ?? "?") imports \(module) and does not link it")
        }
      }
    }
  }

  /// Returns the Swift sources in a folder.
  func sources(_ path: String) -> [String] {
    let files = FileManager.default.enumerator(at: folder.appending(path: path), includingPropertiesForKeys: nil)
    return (files?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
      .compactMap { try? String(contentsOf: $0, encoding: .utf8) }
  }

  private mutating func checkFolders() {
    for (id, group) in objects(of: "PBXFileSystemSynchronizedRootGroup") {
      let path = group["path"]?.string ?? "?"
      if !exists(path) { problems.append("there is no folder \(path)") }
      for exception in objects(in: group, "exceptions") {
        for file in (exception["membershipExceptions"]?.list ?? []).compactMap(\.string)
        where !exists("\(path)/\(file)") { problems.append("there is no \(path)/\(file), an exception of \(id)") }
      }
    }
    for (_, file) in objects(of: "PBXFileReference") where file["sourceTree"]?.string == "<group>" {
      let path = file["path"]?.string ?? "?"
      if !exists(path) { problems.append("there is no file \(path)") }
    }
  }
}
