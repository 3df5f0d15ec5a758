// Archives with more entries than the classic format can count. Each takes many seconds.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createZip, type ZipEntry } from '../library/export/create-zip'
import { crc32 } from './crc32'
import { openZip } from './read-zip'
import { max32, openResumableZip, writeLocalHeader } from './resumable-zip'

test('more than 65,535 entries are written, continued, and read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'test.zip')
  const names = Array.from({ length: 65_540 }, (_, index) => `${index}`)
  const crc = crc32(Buffer.from('x'))
  // The entries that were complete before; only the last ten are added one by one.
  let offset = 0
  const entries = names.slice(0, -10).map((name) => {
    const header = writeLocalHeader({ name, at: 0, size: 1, crc, offset }, { max32 })
    offset += header.length + 1
    return Buffer.concat([header, Buffer.from('x')])
  })
  writeFileSync(path, Buffer.concat(entries))
  const zip = await openResumableZip(path)
  expect(zip.found.size).toBe(names.length - 10)
  for (const name of names.slice(-10)) await zip.add({ name, at: 0, size: 1, content: Buffer.from('x') })
  await zip.finish(names)
  await zip.close()
  const reader = await openZip(path)
  expect(reader.names).toEqual(names)
  expect((await reader.read('65539', 10)).toString()).toBe('x')
  await reader.close()
}, 180_000)

test('an archive of more than 65,535 entries can be read', async () => {
  const count = 65_600
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let index = 0; index < count; index += 1) yield { name: `${index}`, at: 0, content: `${index}` }
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of createZip(entries())) chunks.push(chunk)
  const opened = unzipSync(Buffer.concat(chunks))
  expect(Object.keys(opened)).toHaveLength(count)
  expect(strFromU8(opened[`${count - 1}`] ?? new Uint8Array())).toBe(`${count - 1}`)
}, 180_000)
