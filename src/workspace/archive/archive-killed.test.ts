// After the program is killed in the middle of an export, an import, or a backup, the next one completes it.
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram, startProgram } from '../bundled-program.fixture'
import { draw, filesIn, listComplete, makePng, pictureOf } from '../library/library.fixture'
import { scriptService } from '../scripted-service.fixture'
import { openWorkspace } from '../workspace'
import {
  makeFolder,
  onDisk,
  openTestWorkspace,
  parameters,
  respondNext,
  type TestWorkspace,
} from '../workspace.fixture'
import { toPartialPath } from './archive-layout'
import { backupsIn, saveBackup } from './back-up'
import { importArchive } from './import-archive'
import { writeArchive } from './write-archive'

const quiet = { signal: new AbortController().signal, report: () => {} }
const fox = makePng(64, 48, 10)
const pictures = 75

let program = ''
let filled: Promise<string> | undefined

/** A chat, and more than 16 MB of images in more than 64 files. */
async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'filled workspace '))
  const service = scriptService()
  const app = await openWorkspace({ folder, send: service.send })
  app.chat.send({ conversationId: null, parts: [{ text: 'Where do foxes sleep?' }], parameters })
  await respondNext(service, { text: 'In dens.' })
  const answer = Array.from({ length: pictures }, (_, index) =>
    pictureOf(Buffer.concat([fox, Buffer.alloc(300_000, index)])),
  )
  await draw({ app, service }, { prompt: 'Foxes', answer })
  await listComplete(app, { kinds: ['image'] })
  await app.close()
  return folder
}

beforeAll(async () => {
  program = await bundleProgram(new URL('./killed-archive.fixture.ts', import.meta.url))
}, 60_000)

afterAll(async () => rmSync((await filled) ?? '', { recursive: true, force: true }))

async function copyFilled(): Promise<string> {
  const folder = makeFolder()
  filled ??= fill()
  cpSync(await filled, folder, { recursive: true })
  return folder
}

async function runUntilKilled(...args: readonly string[]): Promise<void> {
  const child = startProgram(program, ...args)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

function foldersOf({ app, folder }: Pick<TestWorkspace, 'app' | 'folder'>) {
  return { folder, mediaFolder: app.media.folder().path }
}

async function exportAll(workspace: TestWorkspace, path: string) {
  return await writeArchive({ ...foldersOf(workspace), path, appVersion: '1', now: Date.now() }, quiet)
}

const readIds = (folder: string) =>
  onDisk(folder, ({ all }) =>
    ['conversations', 'turns', 'items'].map((table) => all(`SELECT id FROM ${table} ORDER BY id`)),
  )

test('an export that was killed is continued without writing complete files again', async () => {
  const folder = await copyFilled()
  const path = join(makeFolder(), 'data.zip')
  await runUntilKilled(folder, 'export-media', path)
  expect([existsSync(path), existsSync(toPartialPath(path))]).toEqual([false, true])
  expect(readdirSync(folder)).toContain('export')
  const again = await openTestWorkspace({ folder })
  expect(readdirSync(folder)).not.toContain('export')
  const { resumed } = await exportAll(again, path)
  expect(resumed).toBeGreaterThan(50)
  expect(resumed).toBeLessThan(pictures)
  const after = await openTestWorkspace()
  await importArchive({ ...foldersOf(after), path }, quiet)
  expect(readIds(after.folder)).toEqual(readIds(folder))
  expect(existsSync(toPartialPath(path))).toBe(false)
})

test('an export that was killed while it read the archive back is continued with all its media', async () => {
  const folder = await copyFilled()
  const path = join(makeFolder(), 'data.zip')
  await runUntilKilled(folder, 'export-verifying', path)
  expect(existsSync(path)).toBe(false)
  const again = await openTestWorkspace({ folder })
  expect((await exportAll(again, path)).resumed).toBe(pictures)
})

test.each(['import-media', 'import-rows'])(
  'an import that was killed leaves nothing behind, and can be repeated (%s)',
  async (task) => {
    const workspace = await openTestWorkspace({ folder: await copyFilled() })
    const path = join(makeFolder(), 'data.zip')
    await exportAll(workspace, path)
    const folder = makeFolder()
    await runUntilKilled(folder, task, path)
    expect(filesIn(join(folder, 'media')).length).toBeGreaterThanOrEqual(64)
    const { app } = await openTestWorkspace({ folder })
    expect(readIds(folder)).toEqual([[], [], []])
    await expect.poll(() => filesIn(join(folder, 'media'))).toEqual([])
    expect(readdirSync(folder)).not.toContain('import')
    for (const _ of ['first', 'again']) {
      await app.importRows((mediaFolder) => importArchive({ folder, mediaFolder, path }, quiet))
      expect(readIds(folder)).toEqual(readIds(workspace.folder))
    }
    const images = await listComplete(app, { kinds: ['image'] })
    expect(images.filter(({ file }) => file !== 'here')).toEqual([])
    expect(images).toHaveLength(pictures)
  },
)

test('a backup that was killed is no backup; the next one continues with its media', async () => {
  const folder = await copyFilled()
  const target = makeFolder()
  await runUntilKilled(folder, 'backup', target)
  const again = await openTestWorkspace({ folder })
  const options = { ...foldersOf(again), target, maxCount: 2, appVersion: '1', now: 5000 }
  const { copied, unchanged } = await saveBackup(options, quiet)
  expect(unchanged).toBeGreaterThan(0)
  expect(copied + unchanged).toBe(pictures)
  expect(readdirSync(backupsIn(target)).sort()).toEqual(['1970-01-01T00-00-05.000Z', 'README.md', 'media'])
})
