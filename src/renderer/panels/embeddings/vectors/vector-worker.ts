// The worker that stores a set's vectors: receives them over a port, and computes with them.
import { serveCalls } from '../../../api/worker-calls'
import { receiveBlock } from './vector-buffer'
import { createVectorHandlers } from './vector-handlers'

const { port1: sent, port2: received } = new MessageChannel()
const pendingTurns: (() => void)[] = []
received.onmessage = () => pendingTurns.shift()?.()

// A message to itself is queued behind pending messages; a timer would be delayed by 4 ms.
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    pendingTurns.push(resolve)
    sent.postMessage(null)
  })
}

let setPort = (_port: MessagePort) => {}
const vectorsPort = new Promise<MessagePort>((resolve) => {
  setPort = resolve
})

const handlers = {
  ...createVectorHandlers(async (dimensions) => receiveBlock(await vectorsPort, dimensions), {
    now: () => performance.now(),
    yieldToMessages,
  }),
  /** The port over which the vectors are received; `open` waits for it. */
  connect: (port: MessagePort) => setPort(port),
}
export type VectorWorkerHandlers = typeof handlers

serveCalls(handlers, self, 'Not enough memory for this many vectors.')
