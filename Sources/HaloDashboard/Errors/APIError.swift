#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Hummingbird

  /// Why a request is not answered as it was meant: what happened, and what to do next.
  struct APIError: Error, HTTPResponseError {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    let advice: String?
    /// What waits for a second word.
    var confirmation: JSON?
    /// The methods that the address has, if the request's is none of them.
    var allowed: [HTTPRequest.Method] = []

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, advice: String? = nil) {
      self.status = status
      self.code = code
      self.message = message
      self.advice = advice
    }

    static func wrong(_ message: String) -> APIError { APIError(.badRequest, "wrongRequest", message) }
    static let noSession = APIError(
      .unauthorized, "noSession", "This browser has not been let in, or its session has ended.",
      advice: "Open the link that 'halo serve' printed; 'halo serve --link' prints a new one.")
    static func missing(_ message: String) -> APIError { APIError(.notFound, "notFound", message) }

    /// The same as an answer has it.
    var json: JSON {
      let error: JSON = ["error": ["code": .string(code), "message": .string(message), "advice": JSON(advice)]]
      return confirmation.map { error.with([.init(name: "confirmation", value: $0)]) } ?? error
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
      Response(status: status, headers: [.contentType: "application/json"], body: .init(json))
    }
  }

  extension APIError {
    /// The words for whatever went wrong.
    init(_ error: any Error) {
      switch error {
      case let error as APIError: self = error
      case let error as ExplanationError: self = .missing("\(error)")
      case let error as EngineError:
        switch error {
        case .taken: self.init(.conflict, "deviceBusy", "\(error)")
        case .busy: self.init(.conflict, "deviceBusy", "\(error)", advice: "Try again in a moment.")
        case .unknownFamily, .cannot: self.init(.serviceUnavailable, "deviceCannot", "\(error)", advice: nil)
        }
      case let error as BluetoothError: self.init(.serviceUnavailable, "bluetooth", "\(error)", advice: nil)
      case is ConfigurableError, is LiveMeasuringError:
        self.init(.serviceUnavailable, "deviceCannot", "\(error)", advice: nil)
      case is WearableError: self.init(.serviceUnavailable, "device", "\(error)", advice: nil)
      case JournalError.nameTaken(let name):
        self.init(
          .conflict, "nameTaken", "Another device is called '\(name)' already.", advice: "Choose another name.")
      case let error as ImplausibleClock: self.init(.serviceUnavailable, "clock", "\(error)", advice: nil)
      case JournalError.badName: self.init(.badRequest, "wrong", "\(error)", advice: nil)
      case JournalError.otherWearer(let device, let wearer):
        self.init(
          .conflict, "otherWearer", "There are data of \(device), worn by \(wearer).",
          advice: "Keep another person's data in a journal of their own, or erase the device and its data first.")
      case let error as JournalError:
        self.init(.serviceUnavailable, "journal", "\(error)", advice: nil)
      case is CancellationError:
        self.init(.serviceUnavailable, "stopped", "It was stopped before it was done.", advice: "Try again.")
      default:
        self.init(.internalServerError, "unexpected", "That did not work: \(error).", advice: "Try again in a moment.")
      }
    }
  }

  extension ResponseBody {
    init(_ json: JSON) { self.init(byteBuffer: ByteBuffer(bytes: json.bytes)) }
  }

  extension Response {
    /// An answer in JSON.
    init(_ json: JSON, status: HTTPResponse.Status = .ok) {
      self.init(status: status, headers: [.contentType: "application/json"], body: .init(json))
    }
  }
#endif
