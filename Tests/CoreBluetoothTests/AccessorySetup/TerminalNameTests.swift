import Foundation
import Testing

@testable import AccessorySetupKit

@Suite("Entering a name in a terminal")
struct TerminalNameTests {
  private let typed = Pipe()

  private var chooser: TerminalChooser {
    TerminalChooser(input: typed.fileHandleForReading.fileDescriptor, output: .nullDevice)
  }

  private func type(_ text: String) { typed.fileHandleForWriting.write(Data(text.utf8)) }

  @Test func `returns the typed line; an empty line keeps the current name`() async throws {
    type("  Ada's ring\n\nBea's\n")
    #expect(try await chooser.rename("R02_0001") == "Ada's ring")
    #expect(try await chooser.rename("R02_0001") == nil)
    #expect(try await chooser.rename("R02_0001") == "Bea's")
  }

  @Test(.timeLimit(.minutes(10))) func `reads every line that was typed ahead`() async throws {
    for start in stride(from: 0, to: 300, by: 100) {
      let numbers = start..<start + 100
      type(numbers.map { "Ring \($0)\n" }.joined())
      for number in numbers { #expect(try await chooser.rename("R02_0001") == "Ring \(number)") }
    }
  }

  @Test func `keeps the current name if the input ends`() async throws {
    try typed.fileHandleForWriting.close()
    #expect(try await chooser.rename("R02_0001") == nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `stops reading when the picker is closed, and keeps later input`() async throws {
    let chooser = chooser
    let asking = Task { try await chooser.rename("R02_0001") }
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    type("Ada's\n")
    #expect(try await chooser.rename("R02_0001") == "Ada's")
  }
}
