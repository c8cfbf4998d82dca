import Dispatch
import Foundation
import Glibc
import Synchronization

/// A picker in the terminal. It shows devices as they are found; the user chooses with the arrow keys or by number.
/// It draws on standard error, so that the program's output stays clean.
struct TerminalChooser: AccessoryChooser {
  /// The descriptors for reading a name and for its prompt.
  var input = STDIN_FILENO
  var output = FileHandle.standardError

  /// The events of the picker.
  private enum PickerEvent: Sendable {
    case found([AccessoryCandidate])
    case keys([UInt8])
    case turn
    case inputEnded
  }

  func choose(of kinds: [String], from found: AsyncStream<[AccessoryCandidate]>) async throws -> UUID? {
    let (pickerEvents, continuation) = AsyncStream<PickerEvent>.makeStream()
    let terminal = RawTerminal()
    defer { terminal.restore() }
    let keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
    keys.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      continuation.yield(count > 0 ? .keys([UInt8](bytes.prefix(count))) : .inputEnded)
      // At the end of input, the source would fire endlessly.
      if count <= 0 { keys.cancel() }
    }
    keys.resume()
    let turns = DispatchSource.makeTimerSource(queue: .global())
    turns.schedule(deadline: .now() + .milliseconds(150), repeating: .milliseconds(150))
    turns.setEventHandler { continuation.yield(.turn) }
    turns.resume()
    defer {
      keys.cancel()
      turns.cancel()
    }
    let listening = Task {
      for await candidates in found { continuation.yield(.found(candidates)) }
      continuation.finish()
    }
    defer { listening.cancel() }

    var screen = PickerScreen(kinds: kinds)
    var drawing = Drawing()
    defer { drawing.erase() }
    drawing.draw(screen)
    for await pickerEvent in pickerEvents {
      switch pickerEvent {
      case .found(let candidates): screen.show(candidates)
      case .turn: screen.turn()
      case .inputEnded: return nil
      case .keys(let bytes):
        switch screen.press(bytes) {
        case .chosen(let id): return id
        case .cancelled: return nil
        case nil: break
        }
      }
      drawing.draw(screen)
    }
    throw CancellationError()
  }

  func rename(_ name: String) async throws -> String? {
    output.write(Data("Name of the device [\(PickerScreen.sanitized(name))]: ".utf8))
    let line = await line()
    // If the picker was closed, further input belongs to the next reader.
    try Task.checkCancellation()
    let wanted = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return wanted.isEmpty ? nil : wanted
  }

  /// Returns the next line of the input, or its beginning if the input ends or the task is canceled.
  ///
  /// Reads on a separate thread: a new dispatch source for each line made libdispatch lose events and crash.
  private func line() async -> [UInt8] {
    let isCancelled = Mutex(false)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [input] in
          // Byte by byte, because the input after the line belongs to the next reader.
          var line: [UInt8] = []
          while !isCancelled.withLock({ $0 }) {
            var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 50) == 1 else { continue }
            var byte: UInt8 = 0
            guard read(input, &byte, 1) == 1, byte != UInt8(ascii: "\n") else { break }
            line.append(byte)
          }
          continuation.resume(returning: line)
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }

  func report(_ message: String) async { output.write(Data((PickerScreen.sanitized(message) + "\n").utf8)) }

  private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// The lines on the terminal now.
  private struct Drawing {
    private var lines: [String] = []

    mutating func draw(_ screen: PickerScreen) {
      let new = screen.lines(width: Self.width)
      guard new != lines else { return }
      TerminalChooser.write(clearing + new.joined(separator: "\r\n") + "\r\n")
      lines = new
    }

    mutating func erase() {
      TerminalChooser.write(clearing)
      lines = []
    }

    /// Moves to the first line and clears from there.
    private var clearing: String { lines.isEmpty ? "" : "\u{1B}[\(lines.count)A\r\u{1B}[J" }

    private static var width: Int {
      var size = winsize()
      return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
  }

  /// The terminal without line mode and echo. Control-C is read as a key too, so that the terminal is always
  /// restored.
  private struct RawTerminal {
    private let before: termios?

    init() {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else {
        before = nil
        return
      }
      before = settings
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    func restore() {
      guard var before else { return }
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
  }
}
