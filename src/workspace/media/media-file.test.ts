// A file that is read later, and may be deleted by then.
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { readFileChunks } from './media-file'

test('a missing file rejects the reader’s first read, without an unhandled rejection', async () => {
  const chunks = readFileChunks(join(makeFolder(), 'gone'))
  for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
  await expect(chunks.next()).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.platform === 'linux')(
  'a file is not open before it is read, nor after the reader stops',
  async () => {
    const path = join(makeFolder(), 'file')
    writeFileSync(path, Buffer.alloc(1_000_000))
    const isOpen = () => readdirSync('/proc/self/fd').some((name) => linkOf(name) === path)
    void readFileChunks(path)
    for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
    expect(isOpen()).toBe(false)
    for await (const chunk of readFileChunks(path)) {
      expect([chunk.length > 0, isOpen()]).toEqual([true, true])
      break
    }
    await expect.poll(isOpen).toBe(false)
  },
)

function linkOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`)
  } catch {
    return ''
  }
}
