// What is left of media when the program is killed while it writes or moves them: whole files, in one folder at least.
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { makeFolder } from '../workspace.fixture'
import { type Media, openMedia } from './media'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-media.fixture.ts', import.meta.url))
}, 60_000)

function start(...words: readonly string[]): ChildProcess {
  const child = startProgram(program, ...words)
  return child
}

/** As soon as so many pieces of output have come. */
async function killAfter(child: ChildProcess, pieces: number): Promise<void> {
  const exited = once(child, 'exit')
  let come = 0
  child.stdout?.on('data', () => {
    come += 1
    if (come >= pieces) child.kill('SIGKILL')
  })
  await exited
}

/** By hash: whether the file holds the bytes that it is named by. */
async function checkFiles(media: Media): Promise<Record<string, boolean>> {
  const checked: Record<string, boolean> = {}
  for (const { hash } of await media.list()) {
    checked[hash] =
      createHash('sha256')
        .update(await media.read(hash))
        .digest('hex') === hash
  }
  return checked
}

async function fill(folder: string): Promise<Record<string, boolean>> {
  const media = await openMedia(folder)
  for (let number = 0; number < 12; number += 1) {
    const { hash } = await media.keep(Buffer.alloc(2_500_000, `picture ${number}`))
    await media.writeBeside(hash, { number })
  }
  const checked = await checkFiles(media)
  await media.close()
  return checked
}

test.each([1, 2, 3, 4])(
  'killed while it writes, after %i files, it leaves whole files alone',
  async (files) => {
    const folder = makeFolder()
    await killAfter(start(folder, 'keep'), files)
    const media = await openMedia(folder)
    const checked = Object.values(await checkFiles(media))
    expect(checked).toEqual(checked.map(() => true))
    expect(checked.length).toBeGreaterThanOrEqual(files)
    expect(await media.readBeside('a'.repeat(64))).toHaveLength(50_000)
    expect(readdirSync(folder).filter((name) => name.startsWith('unfinished'))).toEqual([])
  },
)

test.each([1, 2, 4, 8])(
  'killed while it moves, after %i words, it has the whole folder in use',
  async (words) => {
    const parent = makeFolder()
    const [folder, target] = [join(parent, 'media'), join(parent, 'new')]
    const held = await fill(folder)
    await killAfter(start(folder, 'move', target), words)
    const chosen = existsSync(`${folder}.chosen`) ? readFileSync(`${folder}.chosen`, 'utf8') : null
    const media = await openMedia(folder, { chosen })
    expect(await checkFiles(media)).toEqual(held)
    if (chosen === null) for await (const _ of media.moveTo(target));
    expect([media.folder().path, await checkFiles(media)]).toEqual([target, held])
    await media.close()
    expect(readdirSync(target).filter((name) => name.length > 2)).toEqual([])
    expect(existsSync(folder)).toBe(false)
  },
)

test('killed right after the switch, it uses the new folder and clears the old one', async () => {
  const parent = makeFolder()
  const [folder, target] = [join(parent, 'media'), join(parent, 'new')]
  const held = await fill(folder)
  const child = start(folder, 'switched', target)
  await once(child, 'exit')
  expect(readFileSync(`${folder}.chosen`, 'utf8')).toBe(target)
  const media = await openMedia(folder, { chosen: target })
  expect(await checkFiles(media)).toEqual(held)
  await media.close()
  expect(existsSync(folder)).toBe(false)
})
