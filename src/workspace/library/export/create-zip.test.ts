// Zip archives: limits, and readers that stop early.
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createZip, type ZipEntry } from './create-zip'

async function readAll(entries: AsyncIterable<ZipEntry>): Promise<Record<string, Uint8Array>> {
  const chunks: Uint8Array[] = []
  for await (const chunk of createZip(entries)) chunks.push(chunk)
  return unzipSync(Buffer.concat(chunks))
}

test.each(['a text', 'a stream'])('a reader that stops closes the entries, also within %s', async (kind) => {
  const closed: string[] = []
  async function* chunks() {
    try {
      for (;;) yield Buffer.alloc(100_000)
    } finally {
      closed.push('content')
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    try {
      for (let index = 0; ; index += 1)
        yield { name: `${index}`, at: 0, content: kind === 'a text' ? 'x'.repeat(100_000) : chunks() }
    } finally {
      closed.push('entries')
    }
  }
  for await (const _ of createZip(entries())) break
  expect(closed).toEqual(kind === 'a text' ? ['entries'] : ['content', 'entries'])
})

test.each(['the content', 'the list'])('an error of %s reaches the reader', async (source) => {
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: 'a', at: 0, content: source === 'the content' ? failing() : 'whole' }
    throw new Error('Disk gone.')
  }
  await expect(readAll(entries())).rejects.toThrow('Disk gone.')
})

async function* failing(): AsyncGenerator<string> {
  yield 'begun'
  throw new Error('Disk gone.')
}
