import Dispatch

/// Runs an actor's work on the dispatch queue on which Core Bluetooth calls back. Callbacks and the actor take turns,
/// so no locks or copies are needed, and Core Bluetooth's objects never leave the queue.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
