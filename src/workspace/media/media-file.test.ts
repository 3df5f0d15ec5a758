// A file that is to be read later, and may be gone by then.
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { readChunks } from './media-file'

test('a file that is gone is told to its reader, and to nobody else', async () => {
  const chunks = readChunks(join(makeFolder(), 'gone'))
  for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
  await expect(chunks.next()).rejects.toMatchObject({ code: 'ENOENT' })
})

test.runIf(process.platform === 'linux')(
  'one that nobody reads, or reads to its end, is not held open',
  async () => {
    const path = join(makeFolder(), 'file')
    writeFileSync(path, Buffer.alloc(1_000_000))
    const isHeld = () => readdirSync('/proc/self/fd').some((name) => linkOf(name) === path)
    void readChunks(path)
    for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop()
    expect(isHeld()).toBe(false)
    for await (const chunk of readChunks(path)) {
      expect([chunk.length > 0, isHeld()]).toEqual([true, true])
      break
    }
    await expect.poll(isHeld).toBe(false)
  },
)

function linkOf(name: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${name}`)
  } catch {
    return ''
  }
}
