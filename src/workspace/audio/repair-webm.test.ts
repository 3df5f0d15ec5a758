// Repairing recordings that a crash has truncated.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../workspace.fixture'
import { audioPath } from './audio.fixture'
import { eachPacket, openAudio } from './open-audio'
import { repairWebm } from './recordings'

const whole = await readFile(audioPath('recorder.webm'))

async function countPackets(path: string): Promise<number> {
  const audio = await openAudio(path, 'recorder.webm')
  let count = 0
  for await (const _ of eachPacket(audio)) count += 1
  audio.close()
  return count
}

/** Clusters without a size, as a browser's recorder writes them. */
function removeSizes(bytes: Buffer): Buffer {
  const mark = Buffer.from('1f43b675', 'hex')
  const parts: Buffer[] = []
  let at = 0
  for (let found = bytes.indexOf(mark); found >= 0; found = bytes.indexOf(mark, found + 4)) {
    const length = Math.clz32(bytes[found + 4] ?? 0) - 23
    parts.push(bytes.subarray(at, found + 4), Buffer.from('01ffffffffffffff', 'hex'))
    at = found + 4 + length
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

test.each([
  ['with sizes', (bytes: Buffer) => bytes],
  ['without sizes', removeSizes],
])('a file with clusters %s, truncated at any byte, retains every complete packet', async (_, prepare) => {
  const path = join(makeFolder(), 'cut.webm')
  const bytes = prepare(whole)
  let before = 0
  for (let length = 1500; length < bytes.length; length += 997) {
    await writeFile(path, bytes.subarray(0, length))
    await repairWebm(path)
    const count = await countPackets(path)
    const cut = await readFile(path)
    expect(length - cut.length).toBeLessThan(100)
    expect(count).toBeGreaterThan(before)
    expect(count / 301).toBeGreaterThan((0.9 * (length - 500)) / bytes.length)
    before = count
  }
})

test('does not change complete files, and files of other types', async () => {
  const path = join(makeFolder(), 'file')
  for (const bytes of [whole, removeSizes(whole), Buffer.from('This is no WebM.'), Buffer.alloc(0)]) {
    await writeFile(path, bytes)
    await repairWebm(path)
    expect((await readFile(path)).equals(bytes)).toBe(true)
  }
})
