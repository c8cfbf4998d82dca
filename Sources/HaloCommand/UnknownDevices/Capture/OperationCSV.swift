import HaloCaptures

/// Formats operations as CSV.
struct OperationCSV: OperationPrinter {
  /// The text of the middle columns, which is constant for an attribute on a link.
  private struct CachedColumns {
    var link = 0
    var handle: UInt16?
    var isOfHost = false
    var text: [UInt8] = []
  }

  private var words = CaptureFormatter()
  /// A direct-mapped cache: the index is derived from the handle and the link, and a collision replaces the entry.
  private var cachedColumns = [CachedColumns](repeating: CachedColumns(), count: 256)
  private var table = TextTable(
    "time,direction,operation,opcode,link,device,service,characteristic,handle,value,offset\n")

  var bytes: ArraySlice<UInt8> { table.bytes }
  var includesMessages: Bool { false }
  mutating func removeAll() { table.removeAll() }

  mutating func append(_ operation: ATTOperation, _ messages: [any MessageFields]) {
    let time = operation.time.map { words.bytes(of: $0) } ?? []
    let middle = attributeColumns(operation)
    let value = operation.value ?? []
    let offset = operation.offset
    // The other columns have at most 60 bytes, including 31 for the longest operation name.
    table.append(upTo: time.count + middle.count + 2 * value.count + 70) { row in
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
      row.append(hexadecimal: value)
      row.append(",")
      if let offset { row.append([UInt8]("\(offset)".utf8)) }
      row.append("\n")
    }
  }

  /// Returns the columns for link, device, service and characteristic.
  private mutating func attributeColumns(_ operation: ATTOperation) -> [UInt8] {
    let index = (Int(operation.handle ?? 0) &+ operation.link &* 31) & 255
    if cachedColumns[index].link == operation.link, cachedColumns[index].handle == operation.handle,
      cachedColumns[index].isOfHost == operation.isOfHost
    {
      return cachedColumns[index].text
    }
    let uuid = operation.attribute?.descriptor ?? operation.attribute?.characteristic
    let columns = [
      "", "\(operation.link)", operation.device.map { words.text($0) } ?? "",
      operation.attribute?.service.map { words.text($0) } ?? "", uuid.map { words.text($0) } ?? "", "",
    ]
    let text = [UInt8](columns.joined(separator: ",").utf8)
    cachedColumns[index] = CachedColumns(
      link: operation.link, handle: operation.handle, isOfHost: operation.isOfHost, text: text)
    return text
  }
}
