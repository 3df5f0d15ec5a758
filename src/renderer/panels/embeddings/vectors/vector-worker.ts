// The worker that holds a set's vectors: takes them from the port that it is given, and computes beside the page.
import { createAnswers } from './answer-calls'
import { serveCalls } from './serve-calls'
import { takeBlock } from './take-block'
import type { GivenPort, ToWorker } from './worker-messages'

const { port1: sent, port2: heard } = new MessageChannel()
const turns: (() => void)[] = []
heard.onmessage = () => turns.shift()?.()

// A message to oneself comes after those that wait already; a timer would be held back to 4 ms.
function turn(): Promise<void> {
  return new Promise((resolve) => {
    turns.push(resolve)
    sent.postMessage(null)
  })
}

let give = (_port: MessagePort) => {}
const given = new Promise<MessagePort>((resolve) => {
  give = resolve
})

const answers = createAnswers(async (dimensions) => takeBlock(await given, dimensions))
const channel = {
  postMessage: (message: unknown, transfer: Transferable[]) => postMessage(message, { transfer }),
}
const hear = serveCalls(answers, { channel, now: () => performance.now(), turn })
addEventListener('message', ({ data }: MessageEvent<ToWorker | GivenPort>) => {
  if (data.type === 'port') give(data.port)
  else hear(data)
})
