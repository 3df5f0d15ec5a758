// ZIP archives: Zip64, deflated entries of other programs, continued archives, and damage.
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { openZip } from './read-zip'
import { openResumableZip } from './resumable-zip'

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

const names = ['a.txt', 'folder/ünïcode.txt', 'empty']

test('other programs read what is written, also with the fields for more than 4 GB', async () => {
  for (const max32 of [undefined, 8]) {
    const path = makePath()
    await write(path, names, max32)
    const expected = Object.fromEntries(names.map((name) => [name, name]))
    const byteNames = Object.entries(await readAll(path))
    if (max32 === undefined)
      expect(
        Object.fromEntries(
          Object.entries(unzipSync(readFileSync(path))).map(([name, bytes]) => [
            name,
            Buffer.from(bytes).toString(),
          ]),
        ),
      ).toMatchObject({ 'a.txt': 'a.txt' })
    expect(byteNames.map(([name]) => name)).toEqual(Object.keys(expected))
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
