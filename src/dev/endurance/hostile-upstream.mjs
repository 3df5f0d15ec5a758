// A service that answers every request of the part `hostile-requests` with success, so that each error is the gateway's.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'

const candidate = { content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP', index: 0 }

/** By the end of the path. @type {readonly (readonly [RegExp, object])[]} */
const responses = [
  [/:embedContent$/, { embedding: { values: [0.5, 0.25] } }],
  [/:batchEmbedContents$/, { embeddings: [{ values: [0.5] }, { values: [0.25] }] }],
  [/:predictLongRunning$/, { name: 'models/gen-video/operations/abc' }],
  [/:countTokens$/, { totalTokens: 7 }],
  [/\/operations\//, { name: 'models/gen-video/operations/abc', done: false }],
  [
    /\/upload\//,
    { file: { name: 'files/abc', uri: 'https://service.example/v1beta/files/abc', state: 'ACTIVE' } },
  ],
  [/\/files$/, { files: [] }],
  [/\/files\//, { name: 'files/abc', uri: 'https://service.example/v1beta/files/abc', state: 'ACTIVE' }],
  [/\/audio\//, { text: 'Hello' }],
  [/^/, { candidates: [candidate] }],
]

export async function openHostileUpstream() {
  const server = createServer(async (request, response) => {
    await arrayBuffer(request).catch(() => {})
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    const body = JSON.stringify(responses.find(([pattern]) => pattern.test(path))?.[1])
    if (path.endsWith(':streamGenerateContent')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${body}\r\n\r\n`)
    } else {
      const upload = { 'x-goog-upload-url': `http://${request.headers.host}/upload/v1beta/files?upload_id=1` }
      const headers = path.includes('/upload/') ? upload : {}
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
