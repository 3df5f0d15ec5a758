// Hostile framing: lengths, chunks, pipelined requests, and clients that disconnect.
import { markBroken, setHeader, toBytes } from './hostile-targets.mjs'

/** @typedef {import('./hostile-json.mjs').Mutation} Mutation */

const lengths = ['-1', '+5', '0x10', '1e3', '5, 6', '5 5', 'abc', '', '99999999999999999999', '1.0', '\u00b2']
const codings = [
  'chunked, chunked',
  'identity',
  'xchunked',
  'chunked, identity',
  'gzip, chunked',
  ' chunked',
  '\u000bchunked',
  'CHUNKED',
]

/** @type {Readonly<Record<string, Mutation>>} */
export const framingMutations = {
  'length: invalid': (request, random) => {
    request.headers.push(['Content-Length', random.pick(lengths)])
    markBroken(request)
  },
  'length: too short': (request, random) => {
    request.headers.push(['Content-Length', String(random.integer(request.body.length + 1))])
    markBroken(request)
    // The rest may look like another request.
    request.responses = 2
  },
  'length: too long': (request, random) => {
    request.headers.push(['Content-Length', String(request.body.length + 1 + random.integer(1000))])
    request.client = random.pick(['half-close', 'drop'])
    markBroken(request)
  },
  'length: twice': (request, random) => {
    const { length } = request.body
    request.headers.push(
      ['Content-Length', String(length)],
      ['Content-Length', String(length + random.integer(2))],
    )
    markBroken(request)
  },
  'chunks: valid': (request, random) => {
    request.headers.push(['Transfer-Encoding', 'chunked'])
    request.body = toChunks(request.body, () => 1 + random.integer(20), random.pick(['', ';a=b', ';a="b"']))
  },
  'chunks: broken': (request, random) => {
    request.headers.push(['Transfer-Encoding', 'chunked'])
    const size = random.pick(['zz', '-1', 'ffffffffffffffffff', '', '7fffffff', ' 5', '5 ', '0x5', '5\n'])
    request.body = Buffer.concat([
      Buffer.from(`${size}\r\n`),
      request.body,
      Buffer.from(random.pick(['', '\r\n', '\r\n0\r\n'])),
    ])
    request.client = random.pick(['half-close', 'drop'])
    markBroken(request)
  },
  'chunks: trailer': (request, random) => {
    request.headers.push(['Transfer-Encoding', 'chunked'])
    const trailer = random.pick([
      'x-goog-api-key: x',
      'Host: evil',
      `X: ${'x'.repeat(30_000)}`,
      'no colon',
      ': a',
    ])
    const chunks = toChunks(request.body, () => 100, '')
    request.body = Buffer.concat([chunks.subarray(0, -2), Buffer.from(`${trailer}\r\n\r\n`)])
    markBroken(request)
  },
  'chunks: cut off': (request, random) => {
    request.headers.push(['Transfer-Encoding', 'chunked'])
    const chunks = toChunks(request.body, () => 50, '')
    request.body = chunks.subarray(0, random.integer(chunks.length))
    request.client = random.pick(['half-close', 'drop'])
    markBroken(request)
  },
  'framing: length and chunks': (request, random) => {
    const inner = `GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Smuggled: 1\r\n\r\n`
    request.headers.push(
      ['Content-Length', String(random.pick([4, 5, inner.length]))],
      ['Transfer-Encoding', 'chunked'],
    )
    request.body = Buffer.from(`0\r\n\r\n${inner}`)
    setHeader(request, 'Connection', 'keep-alive')
    request.client = 'half-close'
    markBroken(request)
  },
  'framing: other codings': (request, random) => {
    const name = random.pick([
      'Transfer-Encoding',
      'Transfer-Encoding ',
      'transfer-encoding',
      'TRANSFER-ENCODING',
    ])
    request.headers.push([name, random.pick(codings)])
    request.body = toChunks(request.body, () => 30, '')
    request.client = 'half-close'
    markBroken(request)
  },
  pipelined: (request, random) => {
    const count = 2 + random.integer(10)
    setHeader(request, 'Connection', 'keep-alive')
    const one = toBytes(request)
    request.raw = Buffer.concat(Array.from({ length: count }, () => one))
    if (random.chance(0.3)) request.raw = Buffer.concat([request.raw, Buffer.from('\u0000 garbage\r\n\r\n')])
    request.responses = count + 1
    request.client = 'half-close'
    markBroken(request)
  },
  'random bytes': (request, random) => {
    request.raw = Buffer.from(Array.from({ length: 1 + random.integer(3000) }, () => random.integer(256)))
    request.client = random.pick(['half-close', 'drop'])
    markBroken(request)
  },
  'changed bytes of the head': (request, random) => {
    request.raw = Buffer.from(toBytes(request))
    for (let count = 1 + random.integer(5); count > 0; count -= 1)
      request.raw[random.integer(Math.min(300, request.raw.length))] = random.integer(256)
    request.client = random.pick(['half-close', 'drop'])
    markBroken(request)
  },
  'client: ends its side first': (request) => {
    request.client = 'half-close'
    // Node treats such a client as disconnected, even in the middle of a response.
    request.mayClose = true
  },
  'client: disconnects after the request': (request) => {
    request.client = 'drop'
    request.mayClose = true
  },
  'client: disconnects within the request': (request, random) => {
    const bytes = toBytes(request)
    request.raw = bytes.subarray(0, 1 + random.integer(bytes.length))
    request.client = 'drop'
    markBroken(request)
  },
  'client: sends slowly and gives up': (request, random) => {
    const bytes = toBytes(request)
    request.raw = bytes.subarray(0, 1 + random.integer(bytes.length - 1))
    request.client = 'drip'
    markBroken(request)
  },
  'client: uploads and gives up': (request) => {
    request.headers.push(['Content-Length', '90000000'])
    request.body = Buffer.concat([request.body, Buffer.alloc(300_000, ' ')])
    request.client = 'drop'
    markBroken(request)
  },
}

/** @param {Buffer} body @param {() => number} toSize @param {string} extension */
function toChunks(body, toSize, extension) {
  const chunks = []
  for (let start = 0; start < body.length; ) {
    const chunk = body.subarray(start, start + toSize())
    chunks.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'))
    start += chunk.length
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')])
}
