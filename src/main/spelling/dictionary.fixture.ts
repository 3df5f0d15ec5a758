// Makes dictionaries that Chromium accepts, and serves them on loopback.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The words must have different first letters. Each first letter leads to a leaf with the rest of its word. */
export function makeDictionary(words: readonly string[]): Buffer {
  const sorted = [...words].sort()
  const leaves = sorted.map((word) => Buffer.from(`@\0${word.slice(1)}\0`))
  const offsets = leaves.map((_, index) =>
    leaves.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  )
  const entries = sorted.flatMap((word, index) => [word.charCodeAt(0), offsets[index] ?? 0])
  const trie = Buffer.concat([Buffer.from([0xe0 | words.length, ...entries]), ...leaves])
  const rules = Buffer.from('\n\nAF 0\0\0\0\0TRY esianrtolcdugmphbyfvkwz\0\0')
  const positions = numbers(50, 56, 57, 58)
  const content = Buffer.concat([positions, rules, trie])
  const header = Buffer.concat([Buffer.from('BDic'), numbers(2, 32, 32 + positions.length + rules.length)])
  return Buffer.concat([header, createHash('md5').update(content).digest(), content])
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}

type Answer = Buffer | ((response: ServerResponse) => void)

export interface DictionaryServer {
  /** The folder of the dictionaries. */
  readonly url: string
  /** The names of the requested files. */
  readonly requests: string[]
  /** Served under their names; any other name is answered with 404. */
  readonly files: Map<string, Answer>
  /** Dictionaries are sent only up to half, until the connection is closed or `release` is called. */
  hold(): void
  release(): void
  /** The number of responses whose connection was closed before their end. */
  aborted(): number
  close(): Promise<void>
}

export async function openDictionaryServer(): Promise<DictionaryServer> {
  const requests: string[] = []
  const files = new Map<string, Answer>()
  const held: (() => void)[] = []
  let isHolding = false
  let aborted = 0
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const name = (request.url ?? '').replace('/dictionaries/', '')
    requests.push(name)
    response.on('close', () => {
      if (!response.writableEnded) aborted += 1
    })
    const file = files.get(name)
    if (!file) return response.writeHead(404).end('Not found')
    if (typeof file === 'function') return file(response)
    response.writeHead(200, { 'content-length': file.length })
    if (!isHolding) return response.end(file)
    const half = Math.floor(file.length / 2)
    response.write(file.subarray(0, half))
    return held.push(() => response.end(file.subarray(half)))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A TCP server has no other kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/dictionaries`,
    requests,
    files,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const send of held.splice(0)) send()
    },
    aborted: () => aborted,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
