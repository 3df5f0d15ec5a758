// Streams in the formats of the Gemini API: events with CRLF for alt=sse, otherwise one JSON array (wire §3.1, §3.2).
import { type FakeResponse, jsonType } from './reply.fixture'

export function toEventStream(documents: readonly object[]): FakeResponse {
  const chunks = documents.map((document) => Buffer.from(`data: ${JSON.stringify(document)}\r\n\r\n`))
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', ...vendorHeaders },
    chunks,
    extension: 'whole',
  }
}

export function toArrayStream(documents: readonly object[]): FakeResponse {
  const chunks = documents.map((document, index) => {
    const pretty = JSON.stringify(document, null, 2)
    return Buffer.from(index === 0 ? `[${pretty}\n` : `,\r\n${pretty}\n`)
  })
  const headers = { 'content-type': jsonType, ...vendorHeaders }
  return { status: 200, headers, chunks: [...chunks, Buffer.from(']\n')], extension: 'whole' }
}

/** Headers that must not reach clients of the gateway. */
export const vendorHeaders = {
  'content-disposition': 'attachment',
  vary: 'Origin, X-Origin, Referer',
  'x-content-type-options': 'nosniff',
  'server-timing': 'gfet4t7; dur=412',
  server: 'scaffolding on HTTPServer2',
} as const
