// Makes dictionaries that Chromium accepts, and serves them on loopback.
import { createHash } from 'node:crypto'
import { type Download, type DownloadServer, openDownloadServer } from './download-server.fixture'

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

export interface DictionaryServer extends Omit<DownloadServer, 'requests'> {
  /** The folder of the dictionaries. */
  readonly url: string
  /** The names of the requested files. */
  readonly requests: readonly string[]
  /** Served under their names. */
  readonly files: Map<string, Download>
}

export async function openDictionaryServer(): Promise<DictionaryServer> {
  const files = new Map<string, Download>()
  const server = await openDownloadServer((name) => files.get(name))
  return {
    ...server,
    url: `${server.origin}/dictionaries`,
    files,
    get requests() {
      return server.requests.map(({ name }) => name)
    },
  }
}
