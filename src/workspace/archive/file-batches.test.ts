// Files that are stored in batches: on the disk before they get their names, and left out if their content differs.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchSyncs } from '../watch-syncs.fixture'
import { makeFolder } from '../workspace.fixture'
import { openFileBatches } from './file-batches'

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('files are synced before they get their names, and each folder once per batch', async () => {
  const folder = makeFolder()
  const synced = await watchSyncs(folder)
  const batches: number[] = []
  const files = openFileBatches({
    folder,
    onWritten: (written) => {
      batches.push(written.length)
      expect(synced.slice(-written.length).sort()).toEqual(written.map(({ temporary }) => temporary).sort())
      expect(readdirSync(folder).filter((name) => name.startsWith('unfinished-'))).toHaveLength(
        written.length,
      )
    },
  })
  for (let index = 0; index < 100; index += 1) {
    const path = join(folder, 'media', `${index % 2}`, `${index}`)
    const text = `content ${index}`
    expect(await files.add({ path, sha256: hashOf(text), content: chunks('content ', `${index}`) })).toBe(
      true,
    )
    expect(readdirSync(folder).includes('media')).toBe(index >= 63)
  }
  await files.finish()
  await files.discard()
  expect(batches).toEqual([64, 36])
  expect(readFileSync(join(folder, 'media', '1', '99'), 'utf8')).toBe('content 99')
  expect(synced.filter((path) => path === join(folder, 'media', '0'))).toHaveLength(2)
  expect(readdirSync(folder)).toEqual(['media'])
})

test('content with another hash is left out; after an error, nothing is left', async () => {
  const folder = makeFolder()
  const files = openFileBatches({ folder })
  const add = (name: string, content: AsyncIterable<Uint8Array>) =>
    files.add({ path: join(folder, name), sha256: hashOf('expected'), content })
  expect(await add('other', chunks('other'))).toBe(false)
  expect(await add('one', chunks('expected'))).toBe(true)
  async function* failing() {
    yield Buffer.from('exp')
    throw new Error('The archive ends too early.')
  }
  await expect(add('failing', failing())).rejects.toThrow('The archive ends too early.')
  await files.discard()
  expect(readdirSync(folder)).toEqual([])
})
