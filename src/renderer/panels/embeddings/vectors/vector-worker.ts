// The worker that holds a set's vectors: receives them over the port it is given, and computes off the page's thread.
import { serveCalls } from '../../../api/worker-calls'
import { receiveBlock } from './vector-buffer'
import { createVectorHandlers } from './vector-handlers'

const { port1: sent, port2: received } = new MessageChannel()
const pendingTurns: (() => void)[] = []
received.onmessage = () => pendingTurns.shift()?.()

// A message to itself comes after those that wait already; a timer would be held back to 4 ms.
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
  /** Where the vectors come from; `open` waits for it. */
  connect: (port: MessagePort) => setPort(port),
}
export type VectorWorkerHandlers = typeof handlers

serveCalls(handlers, self, 'Not enough memory for this many vectors.')
