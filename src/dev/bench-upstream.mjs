// The benchmark's upstream: responds with a kilobyte, or streams 5,000 small events as fast as they are read.
import { createServer } from 'node:http'

const text = 'the quick brown fox jumps over the lazy dog and runs through the forest '
/** @param {string} words @param {string} [finishReason] */
const toChunk = (words, finishReason) => {
  const candidate = { content: { parts: [{ text: words }], role: 'model' }, index: 0, finishReason }
  const usageMetadata = { promptTokenCount: 12, totalTokenCount: 130 }
  return JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: 'gen-2.5-flash' })
}
const whole = Buffer.from(toChunk(text.repeat(12), 'STOP'))
const event = Buffer.from(`data: ${toChunk(text)}\r\n\r\n`)
const lastEvent = Buffer.from(`data: ${toChunk('', 'STOP')}\r\n\r\n`)

export const eventsInStream = 5000

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => (request.url?.includes(':stream') ? stream(response) : answer(response)))
})

/** @param {import('node:http').ServerResponse} response */
function answer(response) {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
  response.end(whole)
}

/** @param {import('node:http').ServerResponse} response */
function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  const fill = () => {
    while (sent < eventsInStream) {
      sent += 1
      if (!response.write(event)) return
    }
    response.off('drain', fill)
    response.end(lastEvent)
  }
  response.on('drain', fill)
  fill()
}

// Listens only if started as a process; also imported for its constants.
if (process.send) {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : undefined)
  })
}
