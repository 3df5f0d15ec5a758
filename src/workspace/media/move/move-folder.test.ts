// Moving the media folder: files are copied, verified, and switched to; until then nothing changes.
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FileProgress } from '#shared/schemas/library'
import { hashOf } from '../../library/library.fixture'
import { makeFolder } from '../../workspace.fixture'
import { type Media, openMedia } from '../media'
import { writeMark, writeStartedMove } from './finish-move'

const picture = (content: string) => Buffer.from(`\x89PNG\r\n\x1a\n${content}`, 'latin1')
const pathOf = (folder: string, name: string) => join(folder, name.slice(0, 2), name)

function filesIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'latin1')]).sort(),
  )
}

/** Stores three files, one of them with a sidecar. */
async function openFilled(root = makeFolder(), open = openMedia) {
  const folder = join(root, 'media')
  const savedFolders: (string | null)[] = []
  const media = await open(folder, { onMoved: (path) => savedFolders.push(path) })
  for (const content of ['one', 'two']) await media.store(picture(content))
  await media.store(Buffer.alloc(3_000_000, 'a large one'))
  await media.writeSidecar(hashOf(picture('one')), [{ prompt: 'One.' }])
  const target = join(root, 'elsewhere', 'new')
  return { root, folder, savedFolders, media, target, files: filesIn(folder) }
}

async function moveAll(media: Media, path: string, signal?: AbortSignal): Promise<readonly FileProgress[]> {
  const reports: FileProgress[] = []
  for await (const progress of media.moveTo(path, signal)) reports.push(progress)
  return reports
}

test('moves all files, leaves the user’s own in the old folder, and saves the setting', async () => {
  const { media, folder, target, files, savedFolders } = await openFilled()
  writeFileSync(join(folder, 'notes.txt'), "the user's own")
  const reports = await moveAll(media, target)
  const bytes = Object.values(files).reduce((sum, content) => sum + content.length, 0)
  const done = { path: target }
  expect(reports.at(-1)).toEqual({ files: 4, totalFiles: 4, bytes, totalBytes: bytes, done })
  expect(filesIn(target)).toEqual(files)
  expect(filesIn(folder)).toEqual({ 'notes.txt': "the user's own" })
  expect(savedFolders).toEqual([target])
  expect(media.folder()).toEqual({ path: target, isDefault: false })
  expect(await media.readSidecar(hashOf(picture('one')))).toEqual([{ prompt: 'One.' }])
  // Moving back to the default folder clears the setting.
  await moveAll(media, folder)
  expect(filesIn(folder)).toEqual({ ...files, 'notes.txt': "the user's own" })
  expect([savedFolders, existsSync(target)]).toEqual([[target, null], false])
})

test('files stored, changed or deleted during a move are correct in the new folder', async () => {
  const { media, target, files } = await openFilled()
  const late = picture('late')
  let send = () => {}
  const halfway = new Promise<void>((resolve) => (send = resolve))
  async function* stream() {
    yield late.subarray(0, 9)
    await halfway
    yield late.subarray(9)
  }
  const storing = media.storeStream({ chunks: stream(), name: 'late.png', length: late.length })
  const during = picture('during')
  let first = true
  for await (const _ of media.moveTo(target)) {
    if (!first) continue
    first = false
    await Promise.all([
      media.store(during),
      media.writeSidecar(hashOf(during), []),
      media.remove(hashOf(picture('two'))),
    ])
  }
  send()
  await storing
  const { [`${hashOf(picture('two'))}.png`]: _, ...rest } = files
  expect(filesIn(target)).toEqual({
    ...rest,
    [`${hashOf(late)}.png`]: late.toString('latin1'),
    [`${hashOf(during)}.png`]: during.toString('latin1'),
    [`${hashOf(during)}.json`]: '[]\n',
  })
})

test.each(['by the signal', 'by ending the loop', 'by closing'])(
  'a move canceled %s changes nothing',
  async (how) => {
    const { media, root, folder, target, files, savedFolders } = await openFilled()
    const abortController = new AbortController()
    for await (const progress of media.moveTo(target, abortController.signal)) {
      expect(progress.done).toBeUndefined()
      if (how === 'by the signal') abortController.abort()
      if (how === 'by ending the loop') break
      if (how === 'by closing') await media.close()
    }
    expect(filesIn(folder)).toEqual(files)
    expect([existsSync(join(root, 'elsewhere')), savedFolders, media.folder().path]).toEqual([
      false,
      [],
      folder,
    ])
  },
)

test('if the setting cannot be saved, the old folder stays in use, complete', async () => {
  const { folder, target, files, media: filled } = await openFilled()
  await filled.close()
  const media = await openMedia(folder, {
    onMoved: () => {
      throw new Error('The database is locked.')
    },
  })
  await expect(moveAll(media, target)).rejects.toThrow('The database is locked.')
  expect(filesIn(folder)).toEqual(files)
  expect([media.folder().path, existsSync(target)]).toEqual([folder, false])
})

test('rejects a second move, and a reader that stops reading blocks neither the move nor closing', async () => {
  const { media, root, target } = await openFilled()
  await media.moveTo(target)[Symbol.asyncIterator]().next()
  await expect(moveAll(media, join(root, 'third'))).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' })
  await media.close()
  expect(existsSync(target)).toBe(media.folder().path === target)
})

test('a disk that is unplugged during a move is not treated as an empty folder', async () => {
  const { media, folder, root, target } = await openFilled()
  const moving = async () => {
    for await (const _ of media.moveTo(target))
      if (existsSync(folder)) renameSync(folder, join(root, 'unplugged'))
  }
  await expect(moving()).rejects.toMatchObject({ message: expect.stringContaining(folder) })
  expect([media.folder().path, existsSync(target)]).toEqual([folder, false])
})

test('a folder with too little free space is rejected before anything is copied', async () => {
  const statfs = async () => ({ bavail: 2, bsize: 1_000_000, blocks: 100 })
  vi.doMock('node:fs/promises', async (original) => ({ ...(await original<object>()), statfs }))
  onTestFinished(() => void vi.doUnmock('node:fs/promises'))
  vi.resetModules()
  const { media, folder, target } = await openFilled(makeFolder(), (await import('../media')).openMedia)
  const message = `Not enough space: ${target} has 2.0 MB free, and the media folder needs 6.0 MB.`
  await expect(moveAll(media, target)).rejects.toMatchObject({ message })
  expect([media.folder().path, existsSync(target)]).toEqual([folder, false])
})

test('a move interrupted by a crash is continued, with later changes', async () => {
  const { media, folder, target } = await openFilled()
  const hash = hashOf(picture('one'))
  mkdirSync(join(target, hash.slice(0, 2)), { recursive: true })
  await writeMark(target, folder)
  writeFileSync(pathOf(target, `${hash}.json`), 'an older one')
  writeFileSync(join(target, `unfinished-${randomUUID()}`), 'half')
  await media.writeSidecar(hash, ['newer'])
  const files = filesIn(folder)
  await moveAll(media, target)
  expect(filesIn(target)).toEqual(files)
})

test.each([
  ['a relative path', () => 'pictures', /must be an absolute path/],
  ['the folder itself', (folder: string) => folder, /is already the media folder/],
  ['a link to the folder', (folder: string) => link(folder, `${folder}-link`), /is already the media folder/],
  ['a folder inside', (folder: string) => join(folder, 'deep', 'er'), /is inside the current media folder/],
  [
    'a folder inside, by a link',
    (folder: string) => join(link(folder, `${folder}-link`), 'deep'),
    /is inside the current media folder/,
  ],
  ['a file', (folder: string) => written(`${folder}.txt`), /is a file/],
  [
    'a folder below a file',
    (folder: string) => join(written(`${folder}.txt`), 'deep'),
    /Couldn’t create the folder/,
  ],
])('%s is rejected with a message', async (_, choose, message) => {
  const { media, folder, files } = await openFilled()
  const path = choose(folder)
  await expect(moveAll(media, path)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: expect.stringMatching(message),
  })
  expect(filesIn(folder)).toEqual(files)
})

function link(folder: string, path: string): string {
  symlinkSync(folder, path)
  return path
}

function written(path: string): string {
  writeFileSync(path, 'a file')
  return path
}

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder without write permission is rejected with a message',
  async () => {
    const { media, root } = await openFilled()
    const target = join(root, 'locked')
    mkdirSync(target)
    chmodSync(target, 0o500)
    await expect(moveAll(media, target)).rejects.toMatchObject({
      message: `You don’t have permission to write to ${target}. Change its permissions, then retry.`,
    })
  },
)

test('files of the same names with other bytes are rejected and stay; the same bytes are accepted', async () => {
  const { media, folder, target, files } = await openFilled()
  const [name, other] = [hashOf(picture('one')), hashOf(picture('two'))].map((hash) => `${hash}.png`) as [
    string,
    string,
  ]
  for (const one of [name, other]) mkdirSync(join(target, one.slice(0, 2)), { recursive: true })
  writeFileSync(pathOf(target, other), picture('two'))
  writeFileSync(pathOf(target, name), picture('oni'))
  await expect(moveAll(media, target)).rejects.toMatchObject({
    code: 'FAILED_PRECONDITION',
    message: `${pathOf(target, name)} already exists with different contents. Choose an empty folder.`,
  })
  expect([filesIn(folder), Object.keys(filesIn(target)).sort()]).toEqual([files, [name, other].sort()])
  writeFileSync(pathOf(target, name), picture('one'))
  await moveAll(media, target)
  expect(filesIn(target)).toEqual(files)
})

test('the next start removes what a crash left in the target before it was marked', async () => {
  const { media, folder, root, files } = await openFilled()
  await media.close()
  const target = join(root, 'new')
  mkdirSync(target)
  await writeStartedMove(folder, { movingTo: target, wasEmpty: false })
  writeFileSync(join(target, `unfinished-${randomUUID()}`), 'half of the mark')
  writeFileSync(join(target, 'my notes.txt'), 'mine')
  const again = await openMedia(folder)
  await again.close()
  expect([filesIn(folder), filesIn(target)]).toEqual([files, { 'my notes.txt': 'mine' }])
})

test('the next start removes files that a crash after the switch left in the old folder, but only identical ones', async () => {
  const { media, folder, root, files } = await openFilled()
  await media.close()
  const target = join(root, 'new')
  renameSync(folder, target)
  const left = { one: picture('one'), two: picture('tw0'), unknown: picture('unknown') }
  const nameOf = (content: string) => `${hashOf(picture(content))}.png`
  for (const [content, bytes] of Object.entries(left)) {
    mkdirSync(join(folder, nameOf(content).slice(0, 2)), { recursive: true })
    writeFileSync(pathOf(folder, nameOf(content)), bytes)
  }
  await writeMark(target, folder)
  const again = await openMedia(folder, { customFolder: target })
  await again.close()
  expect([filesIn(folder), filesIn(target)]).toEqual([
    {
      [nameOf('two')]: picture('tw0').toString('latin1'),
      [nameOf('unknown')]: picture('unknown').toString('latin1'),
    },
    files,
  ])
})

test('a missing folder can be replaced by another one', async () => {
  const root = makeFolder()
  const savedFolders: (string | null)[] = []
  const media = await openMedia(join(root, 'media'), {
    customFolder: join(root, 'unplugged'),
    onMoved: (path) => savedFolders.push(path),
  })
  const reports = await moveAll(media, join(root, 'new'))
  expect(reports).toEqual([
    { files: 0, totalFiles: 0, bytes: 0, totalBytes: 0, done: { path: join(root, 'new') } },
  ])
  expect([savedFolders, await media.list()]).toEqual([[join(root, 'new')], []])
})

test('a folder named thumbnails with the user’s files stays where it is', async () => {
  const { media, folder, target } = await openFilled()
  const userFolder = join(folder, 'thumbnails', 'holidays')
  mkdirSync(userFolder, { recursive: true })
  writeFileSync(join(userFolder, 'beach.webp'), "the user's own")
  const cached = join(folder, 'thumbnails', `${hashOf(picture('one'))}.webp`)
  writeFileSync(cached, 'a small one')
  await moveAll(media, target)
  expect([filesIn(folder), existsSync(cached)]).toEqual([{ 'beach.webp': "the user's own" }, false])
})
