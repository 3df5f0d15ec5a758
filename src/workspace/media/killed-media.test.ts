// Kills the program while it moves media: no file is damaged, and one folder is always complete.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { hashOf } from '../library/library.fixture'
import { makeFolder } from '../workspace.fixture'
import { type Media, openMedia } from './media'

let program = ''

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-media.fixture.ts', import.meta.url))
}, 60_000)

/** Kills the program after that many chunks of output. */
async function killAfter(child: ChildProcess, chunks: number): Promise<void> {
  const exited = once(child, 'exit')
  let received = 0
  child.stdout?.on('data', () => {
    received += 1
    if (received >= chunks) child.kill('SIGKILL')
  })
  await exited
}

/** Returns, by hash, whether the file's content matches its name. */
async function checkFiles(media: Media): Promise<Record<string, boolean>> {
  const checked: Record<string, boolean> = {}
  for (const { hash } of await media.list()) {
    checked[hash] = hashOf(await media.read(hash)) === hash
  }
  return checked
}

async function fill(folder: string): Promise<Record<string, boolean>> {
  const media = await openMedia(folder)
  for (let number = 0; number < 12; number += 1) {
    const { hash } = await media.store(Buffer.alloc(2_500_000, `picture ${number}`))
    await media.writeSidecar(hash, { number })
  }
  const checked = await checkFiles(media)
  await media.close()
  return checked
}

test.each([1, 4, 8])(
  'killed while moving, after %i progress reports: the folder in use is complete',
  async (reports) => {
    const parent = makeFolder()
    const [folder, target] = [join(parent, 'media'), join(parent, 'new')]
    const before = await fill(folder)
    await killAfter(startProgram(program, folder, 'move', target), reports)
    const customFolder = existsSync(`${folder}.chosen`) ? readFileSync(`${folder}.chosen`, 'utf8') : null
    let media = await openMedia(folder, { customFolder })
    expect(await checkFiles(media)).toEqual(before)
    if (customFolder === null) {
      await media.close()
      expect(existsSync(target)).toBe(false)
      media = await openMedia(folder, { customFolder })
    }
    if (customFolder === null) for await (const _ of media.moveTo(target));
    expect([media.folder().path, await checkFiles(media)]).toEqual([target, before])
    await media.close()
    expect(readdirSync(target).filter((name) => name.length > 2)).toEqual([])
    expect(existsSync(folder)).toBe(false)
  },
)

test('killed right after the switch: uses the new folder and deletes the old one', async () => {
  const parent = makeFolder()
  const [folder, target] = [join(parent, 'media'), join(parent, 'new')]
  const before = await fill(folder)
  const child = startProgram(program, folder, 'switched', target)
  await once(child, 'exit')
  expect(readFileSync(`${folder}.chosen`, 'utf8')).toBe(target)
  const media = await openMedia(folder, { customFolder: target })
  expect(await checkFiles(media)).toEqual(before)
  await media.close()
  expect(existsSync(folder)).toBe(false)
})
