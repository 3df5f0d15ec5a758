// The worker that holds a set's vectors: fetches the block, and computes beside the page.
import { ApiError } from '#shared/schemas/api-error'
import { createAnswers } from './answer-calls'
import { serveCalls } from './serve-calls'
import type { ToWorker } from './worker-messages'

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

/** Not by `fetch`, which takes half as long again to put 60 MB together. */
function fetchBlock(address: string): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', address)
    request.responseType = 'arraybuffer'
    const refuse = () => reject(new ApiError('NOT_FOUND', 'The vectors of this set could not be read.'))
    request.onerror = refuse
    request.onload = () => {
      if (request.status !== 200) refuse()
      else if (request.response instanceof ArrayBuffer) resolve(request.response)
      else reject(new RangeError('The answer found no room.'))
    }
    request.send()
  })
}

const channel = {
  postMessage: (message: unknown, transfer: Transferable[]) => postMessage(message, { transfer }),
}
const hear = serveCalls(createAnswers(fetchBlock), { channel, now: () => performance.now(), turn })
addEventListener('message', ({ data }: MessageEvent<ToWorker>) => hear(data))
