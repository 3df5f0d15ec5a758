// ZIP archives: Zip64, deflated entries of other programs, continued archives, and damage.
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openZip } from './read-zip'
import { max32, openResumableZip, writeLocalHeader } from './resumable-zip'

function makePath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'zip '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'test.zip')
}

async function readAll(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path)
  const contents: Record<string, string> = {}
  try {
    for (const name of zip.names) {
      const chunks: Uint8Array[] = []
      for await (const chunk of zip.stream(name)) chunks.push(chunk)
      contents[name] = Buffer.concat(chunks).toString()
    }
  } finally {
    await zip.close()
  }
  return contents
}

async function write(path: string, names: readonly string[], max32?: number): Promise<void> {
  const zip = await openResumableZip(path, max32 === undefined ? {} : { limits: { max32 } })
  for (const name of names)
    await zip.add({
      name,
      at: Date.UTC(2026, 5, 1),
      size: Buffer.byteLength(name),
      content: Buffer.from(name),
    })
  await zip.finish(names)
  await zip.close()
}

/** Counts the waits of file handles for the disk from now on. */
async function countSyncs() {
  const handle = await open(tmpdir())
  const spy = vi.spyOn(Object.getPrototypeOf(handle), 'datasync')
  await handle.close()
  onTestFinished(() => spy.mockRestore())
  return { count: () => spy.mock.calls.length }
}

const names = ['a.txt', 'folder/ünïcode.txt', 'empty']

test('other programs read what is written, also with the fields for more than 4 GB', async () => {
  for (const max32 of [undefined, 8]) {
    const path = makePath()
    await write(path, names, max32)
    expect(await readAll(path)).toEqual(Object.fromEntries(names.map((name) => [name, name])))
    if (max32 !== undefined) continue
    const unzipped = unzipSync(readFileSync(path))
    expect(names.map((name) => Buffer.from(unzipped[name] ?? []).toString())).toEqual(names)
  }
})

test('reads deflated entries, and names a damaged one', async () => {
  const path = makePath()
  const text = 'deflated '.repeat(1000)
  writeFileSync(path, zipSync({ 'text.txt': Buffer.from(text), 'folder/': new Uint8Array() }))
  expect(await readAll(path)).toEqual({ 'text.txt': text })
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(50) ^ 255, 50)
  writeFileSync(path, bytes)
  await expect(readAll(path)).rejects.toThrow('“text.txt” in test.zip is damaged.')
  writeFileSync(path, 'no archive')
  await expect(readAll(path)).rejects.toThrow('isn’t a ZIP file')
})

test('an archive that was cut off is continued after its last complete entry', async () => {
  const path = makePath()
  const zip = await openResumableZip(path)
  for (const name of ['one', 'two'])
    await zip.add({ name, at: 0, size: 100, content: Buffer.alloc(100, name) })
  await zip.close()
  truncateSync(path, 250)
  const again = await openResumableZip(path)
  expect([...again.found.keys()]).toEqual(['one'])
  await again.add({ name: 'two', at: 0, size: 3, content: Buffer.from('new') })
  await again.finish(['one', 'two'])
  await again.close()
  expect(await readAll(path)).toEqual({ one: Buffer.alloc(100, 'one').toString(), two: 'new' })
})

test('an entry of more than 4 GB is continued after and listed, and entries behind it are read', async () => {
  const path = makePath()
  const size = 5 * 2 ** 30
  const first = await openResumableZip(path)
  await first.add({ name: 'first', at: 0, size: 5, content: Buffer.from('first') })
  await first.close()
  // Its content is a hole in the file, which takes no space.
  const offset = statSync(path).size
  appendFileSync(path, writeLocalHeader({ name: 'large', at: 0, size, crc: 0, offset }, { max32 }))
  truncateSync(path, statSync(path).size + size)
  const zip = await openResumableZip(path)
  expect([...zip.found].map(([name, entry]) => [name, entry.size])).toEqual([
    ['first', 5],
    ['large', size],
  ])
  await zip.add({ name: 'last', at: 0, size: 4, content: Buffer.from('last') })
  await zip.finish(['first', 'large', 'last'])
  await zip.close()
  const reader = await openZip(path)
  expect(reader.names).toEqual(['first', 'large', 'last'])
  expect((await reader.read('last', 10)).toString()).toBe('last')
  expect((await reader.readStart('large', 1000)).equals(Buffer.alloc(1000))).toBe(true)
  await expect(reader.read('large', size - 1)).rejects.toThrow('“large” in test.zip is larger than 5119 MB')
  await reader.close()
})

test('headers are written after the contents are on the disk, and few waits for it are needed', async () => {
  const path = makePath()
  const zip = await openResumableZip(path)
  const syncs = await countSyncs()
  for (let index = 0; index < 100; index += 1)
    await zip.add({ name: `${index}`, at: 0, size: 400_000, content: Buffer.alloc(400_000, 1) })
  // 40 MB, of which 32 are complete whatever happens now.
  expect(syncs.count()).toBe(2)
  copyFileSync(path, `${path}.after-crash`)
  const crashed = await openResumableZip(`${path}.after-crash`)
  expect(crashed.found.size).toBe(84)
  await crashed.close()
  await zip.close()
})

test('an entry with another hash than the expected one is left out', async () => {
  const path = makePath()
  const zip = await openResumableZip(path)
  const sha256 = createHash('sha256').update('expected').digest('hex')
  await zip.add({ name: 'other', at: 0, size: 5, content: Buffer.from('other'), sha256 })
  await zip.add({ name: 'a', at: 0, size: 8, content: Buffer.from('expected'), sha256 })
  await zip.finish(['other', 'a'])
  await zip.close()
  expect(await readAll(path)).toEqual({ a: 'expected' })
})

test('an entry that is encrypted, too large, or longer than announced is refused with its name', async () => {
  const path = makePath()
  const text = 'deflated '.repeat(1000)
  const bytes = Buffer.from(zipSync({ 'text.txt': Buffer.from(text) }))
  const central = bytes.indexOf('PK\x01\x02')
  const change = async (write: (changed: Buffer) => void) => {
    const changed = Buffer.from(bytes)
    write(changed)
    writeFileSync(path, changed)
    return await readAll(path)
  }
  const longer = change((changed) => void changed.writeUInt32LE(text.length - 1, central + 24))
  await expect(longer).rejects.toThrow('“text.txt” in test.zip is damaged.')
  const encrypted = change((changed) => void changed.writeUInt16LE(1, central + 8))
  await expect(encrypted).rejects.toThrow('“text.txt” in test.zip is encrypted.')
  const other = change((changed) => void changed.writeUInt16LE(14, central + 10))
  await expect(other).rejects.toThrow('“text.txt” in test.zip is compressed in a way that isn’t supported.')
  const checksum = change((changed) => void changed.writeUInt32LE(1, central + 16))
  await expect(checksum).rejects.toThrow('“text.txt” in test.zip is damaged.')
})
