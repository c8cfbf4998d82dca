import HaloBluetooth
import HaloCaptures
import HaloWearables

/// Comma-separated values.
struct OperationCSV: OperationPrinter {
  /// What the columns in the middle say; they stay the same for most of the packets of an attribute.
  private struct Middle: Equatable {
    let link: Int
    let attribute: Attribute?
  }

  private var words = CaptureWords()
  private var middles: [Middle] = []
  /// The text of each of them.
  private var texts: [[UInt8]] = []
  private var table = TextTable("time,direction,operation,opcode,link,device,service,characteristic,handle,value\n")

  var bytes: ArraySlice<UInt8> { table.bytes }
  var wantsMessages: Bool { false }
  mutating func removeAll() { table.removeAll() }

  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields]) {
    let time = operation.time.map { words.bytes(of: $0) } ?? []
    let middle = middleText(operation)
    let value = operation.value ?? []
    // The other columns have 54 bytes at most, 31 of them the longest operation's name.
    table.append(upTo: time.count + middle.count + 2 * value.count + 64) { row in
      row.append(time)
      row.append(operation.direction == .sent ? ",sent," : ",received,")
      row.append(operation.opcode.name)
      row.append(",0x")
      row.append(hexadecimal: operation.opcode.rawValue)
      row.append(middle)
      if let handle = operation.handle {
        row.append("0x")
        row.append(hexadecimal: UInt8(handle >> 8))
        row.append(hexadecimal: UInt8(handle & 0xFF))
      }
      row.append(",")
      for byte in value { row.append(hexadecimal: byte) }
      row.append("\n")
    }
  }

  /// Link, device, service and characteristic.
  private mutating func middleText(_ operation: ATTOperation) -> [UInt8] {
    // A handful of attributes say nearly everything, so a short list is faster than a table.
    let middle = Middle(link: operation.link, attribute: operation.attribute)
    if let index = middles.firstIndex(of: middle) { return texts[index] }
    let uuid = operation.attribute?.descriptor ?? operation.attribute?.characteristic
    let columns = [
      "", "\(operation.link)", operation.device.map { words.text($0) } ?? "",
      operation.attribute?.service.map { words.text($0) } ?? "", uuid.map { words.text($0) } ?? "", "",
    ]
    let text = [UInt8](columns.joined(separator: ",").utf8)
    if middles.count == 16 {
      middles.removeFirst()
      texts.removeFirst()
    }
    middles.append(middle)
    texts.append(text)
    return text
  }
}
