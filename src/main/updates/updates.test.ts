// Updates over a real feed on loopback: nothing unverified is stored, and nothing is installed unless requested.
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { UpdateSettings } from '#shared/schemas/updates'
import type { OpenUpdateRequest } from './package-updater'
import {
  makeAppImage,
  makeDebianPackage,
  openTestFeed,
  stubInstallCommands,
  type TestFeed,
} from './update-feed.fixture'
import { type UpdatePorts, Updates } from './updates'

// Node.js' requests have the functions of Electron's that are used.
const openRequest = ((options: object) => request(options)) as unknown as OpenUpdateRequest

let feed: TestFeed
let base: string
let opened: Updates[]
const environment = { ...process.env }

beforeEach(async () => {
  feed = await openTestFeed()
  base = await mkdtemp(join(tmpdir(), 'gen-playground-updates-'))
  opened = []
})

afterEach(async () => {
  for (const updates of opened) updates.close()
  await feed.close()
  await rm(base, { recursive: true, force: true })
  process.env.PATH = environment.PATH
  delete process.env.APPIMAGE
  vi.useRealTimers()
})

interface TestUpdates {
  updates: Updates
  ports: UpdatePorts
  settings: UpdateSettings
  /** The types of all phases. */
  phases: string[]
  quits: () => number
  blocker: { text: string | null }
}

function openUpdates(changes: Partial<UpdatePorts> = {}): TestUpdates {
  const settings = { isAutomatic: false, feedUrl: feed.url }
  const blocker: TestUpdates['blocker'] = { text: null }
  const phases: string[] = []
  let quits = 0
  const ports: UpdatePorts = {
    version: '1.0.0',
    folder: join(base, 'updates folder'),
    packageType: () => 'AppImage',
    settings: () => ({ ...settings }),
    openRequests: async () => openRequest,
    findBlocker: () => blocker.text,
    onChange: () => phases.push(updates.read().phase.type),
    quit: () => {
      quits += 1
    },
    log: () => {},
    ...changes,
  }
  const updates = new Updates(ports)
  opened.push(updates)
  return { updates, ports, settings, phases, blocker, quits: () => quits }
}

async function openChecked(changes?: Partial<UpdatePorts>): Promise<TestUpdates> {
  const app = openUpdates(changes)
  await app.updates.check()
  return app
}

const phaseOf = ({ updates }: TestUpdates) => updates.read().phase

/** The names of all files in the folder of downloads. */
const listDownloads = ({ ports }: TestUpdates) => readdir(join(ports.folder, 'pending')).catch(() => [])

test('a newer version is found, downloaded with progress, and verified, without an ID of this computer', async () => {
  const bytes = makeAppImage()
  await feed.publish('1.1.0', { 'gen.AppImage': bytes, 'gen.deb': Buffer.from('other') }, 'Chat\n\n- Faster')
  const app = await openChecked()
  const update = { version: '1.1.0', size: bytes.length, notes: 'Chat\n\n- Faster' }
  expect(phaseOf(app)).toEqual({ type: 'available', update })
  await app.updates.download()
  expect(phaseOf(app)).toEqual({ type: 'downloaded', update })
  expect(app.phases).toEqual(expect.arrayContaining(['checking', 'available', 'downloading', 'downloaded']))
  expect(bytes.equals(await readFile(join(app.ports.folder, 'pending', 'gen.AppImage')))).toBe(true)
  expect(feed.requests.map(({ name }) => name)).toEqual(['latest-linux.yml', 'gen.AppImage'])
  expect(feed.requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-user-staging-id')
  // Nothing is installed because the application quits.
  expect(await app.updates.installRequested()).toBe(false)
  expect(app.quits()).toBe(0)
})

test('a package whose hash is not the feed’s is refused and deleted; a repaired one is accepted', async () => {
  const bytes = makeAppImage()
  await feed.publish('1.1.0', { 'gen.AppImage': bytes })
  const app = await openChecked()
  const corrupted = Buffer.from(bytes)
  corrupted[1_000_000] = (corrupted[1_000_000] ?? 0) ^ 1
  await writeFile(join(feed.folder, 'gen.AppImage'), corrupted)
  await app.updates.download()
  expect(phaseOf(app)).toMatchObject({
    type: 'failed',
    action: 'download',
    message: expect.stringContaining('The downloaded package was deleted because its hash isn’t the feed’s.'),
  })
  expect(await listDownloads(app)).toEqual([])
  await expect(app.updates.install()).rejects.toThrow('No update is downloaded.')
  await writeFile(join(feed.folder, 'gen.AppImage'), bytes)
  await app.updates.download()
  expect(phaseOf(app).type).toBe('downloaded')
})

test('an equal or older version in the feed is no update', async () => {
  for (const version of ['1.0.0', '0.9.9', '1.0.0-beta.2']) {
    await feed.publish(version, { 'gen.AppImage': makeAppImage() })
    const app = await openChecked()
    expect(phaseOf(app)).toEqual({ type: 'current', latest: version })
    await expect(app.updates.download()).rejects.toThrow('There is no update to download.')
  }
  expect(new Set(feed.requests.map(({ name }) => name))).toEqual(new Set(['latest-linux.yml']))
})

test('a canceled download ends its request, leaves no file, and can be started again; one that stalls fails', async () => {
  const bytes = makeAppImage()
  await feed.publish('1.1.0', { 'gen.AppImage': bytes })
  const app = await openChecked()
  feed.hold()
  const download = app.updates.download()
  await expect.poll(() => app.updates.read().phase).toMatchObject({ bytes: expect.any(Number) })
  await expect.poll(() => listDownloads(app)).toEqual(['temp-gen.AppImage'])
  app.updates.cancelDownload()
  await download
  expect(phaseOf(app).type).toBe('available')
  await expect.poll(() => feed.aborted()).toBe(1)
  expect(await listDownloads(app)).toEqual([])
  feed.release()
  await app.updates.download()
  expect(phaseOf(app).type).toBe('downloaded')
  await feed.publish('1.2.0', { 'gen.AppImage': makeAppImage() })
  const impatient = await openChecked({ stallMs: 50 })
  feed.hold()
  await impatient.updates.download()
  expect(phaseOf(impatient)).toMatchObject({ type: 'failed', message: expect.stringContaining('stalled') })
  expect(await listDownloads(impatient)).not.toContain('temp-gen.AppImage')
})

const hash = 'A'.repeat(86)
const invalidFeeds = {
  'no feed': [undefined, 'wasn’t found (HTTP 404)'],
  'another page': ['<html><body>Sign in</body></html>', 'isn’t a valid feed'],
  'a broken file': ['version: [', 'isn’t a valid feed. It must be a YAML file.'],
  'a version that is none': [
    `{"version":"new","files":[{"url":"a.AppImage","sha512":"${hash}=="}]}`,
    'version: must',
  ],
  'a package without a hash': ['{"version":"2.0.0","files":[{"url":"a.AppImage"}]}', 'files.0.sha512'],
  'a package for other systems': [
    `{"version":"2.0.0","files":[{"url":"a.rpm","sha512":"${hash}=="}]}`,
    'has no .appimage package',
  ],
  'a package without HTTPS': [
    `{"version":"2.0.0","files":[{"url":"http://example.com/a.AppImage","sha512":"${hash}=="}]}`,
    'names a package without HTTPS',
  ],
} as const

test.each(Object.entries(invalidFeeds))(
  '%s fails the check with a reason',
  async (_name, [text, message]) => {
    if (text !== undefined) await writeFile(join(feed.folder, 'latest-linux.yml'), text)
    const app = await openChecked()
    expect(phaseOf(app)).toMatchObject({
      type: 'failed',
      action: 'check',
      message: expect.stringContaining(message),
    })
  },
)

test('an unpacked archive learns of a new version, but downloads nothing', async () => {
  await feed.publish('1.1.0', { 'gen.deb': Buffer.from('package') })
  const app = await openChecked({ packageType: () => 'other' })
  expect(phaseOf(app)).toEqual({ type: 'available', update: { version: '1.1.0', size: null, notes: null } })
  await app.updates.download()
  expect(phaseOf(app)).toMatchObject({ type: 'failed', action: 'download' })
  expect(feed.requests).toHaveLength(1)
})

test('nothing is requested unless automatic checks are on; then after the start and once a day', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const openRequests = vi.fn(async () => {
    throw new Error('net::ERR_INTERNET_DISCONNECTED')
  })
  const app = openUpdates({ openRequests })
  const day = 86_400_000
  await vi.advanceTimersByTimeAsync(3 * day)
  expect(openRequests).not.toHaveBeenCalled()
  app.settings.isAutomatic = true
  app.updates.follow()
  await vi.waitFor(() => expect(phaseOf(app).type).toBe('failed'))
  expect(openRequests).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(day)
  await vi.waitFor(() => expect(openRequests).toHaveBeenCalledTimes(2))
  const next = openUpdates({ openRequests, settings: () => app.settings })
  await vi.advanceTimersByTimeAsync(10_000)
  await vi.waitFor(() => expect(openRequests).toHaveBeenCalledTimes(3))
  expect(phaseOf(next)).toMatchObject({ message: expect.stringContaining('You’re offline.') })
})

test('another feed ends the download from the one before', async () => {
  await feed.publish('1.1.0', { 'gen.AppImage': makeAppImage() })
  const app = await openChecked()
  feed.hold()
  const download = app.updates.download()
  await expect.poll(() => listDownloads(app)).toEqual(['temp-gen.AppImage'])
  app.settings.feedUrl = `${feed.url}/other`
  app.updates.follow()
  await download
  expect(phaseOf(app)).toEqual({ type: 'idle' })
})

describe('an AppImage', () => {
  test('is replaced once the application has closed, but not while work is running', async () => {
    const running = join(base, 'Gen 1.0.0.AppImage')
    await writeFile(running, 'the old version')
    process.env.APPIMAGE = running
    const bytes = makeAppImage()
    await feed.publish('1.1.0', { 'gen.AppImage': bytes })
    const app = await openChecked()
    await app.updates.download()
    app.blocker.text = 'Still in progress: 1 response.'
    await expect(app.updates.install()).rejects.toThrow('Still in progress: 1 response.')
    expect(app.quits()).toBe(0)
    app.blocker.text = null
    await app.updates.install()
    expect(app.quits()).toBe(1)
    expect(await readFile(running, 'utf8')).toBe('the old version')
    expect(await app.updates.installRequested()).toBe(true)
    expect(bytes.equals(await readFile(running))).toBe(true)
    expect(existsSync(app.ports.folder)).toBe(false)
  })

  test('that changed after its download is refused and deleted', async () => {
    process.env.APPIMAGE = join(base, 'running')
    await feed.publish('1.1.0', { 'gen.AppImage': makeAppImage() })
    const app = await openChecked()
    await app.updates.download()
    const file = join(app.ports.folder, 'pending', 'gen.AppImage')
    await writeFile(file, makeAppImage())
    await app.updates.install()
    expect(phaseOf(app)).toMatchObject({ type: 'failed', action: 'install' })
    expect([app.quits(), existsSync(file)]).toEqual([0, false])
  })

  test('must have an AppImage’s mark', async () => {
    await feed.publish('1.1.0', { 'gen.AppImage': Buffer.from('#!/bin/sh\nrm -rf /') })
    const app = await openChecked()
    await app.updates.download()
    expect(phaseOf(app)).toMatchObject({ message: expect.stringContaining('it isn’t an AppImage') })
    expect(await listDownloads(app)).not.toContain('gen.AppImage')
  })
})

describe.runIf(existsSync('/usr/bin/dpkg-deb'))('a Debian package', () => {
  async function download(bytes: Buffer): Promise<TestUpdates> {
    await feed.publish('1.1.0-beta.1', { 'gen.deb': bytes, 'gen.AppImage': makeAppImage() })
    const app = await openChecked({ packageType: () => 'deb' })
    await app.updates.download()
    return app
  }

  test.each([
    ['of an old version', 'it contains version 0.9.0, not 1.1.0-beta.1', () => makeDebianPackage('0.9.0')],
    ['of another application', 'it contains sudo', () => makeDebianPackage('1.1.0~beta.1', 'sudo')],
    ['that is none', 'it isn’t a Debian package', async () => Buffer.from('text')],
  ])('%s is refused and deleted, although its hash is the feed’s', async (_name, reason, make) => {
    const app = await download(await make())
    expect(phaseOf(app)).toMatchObject({ type: 'failed', message: expect.stringContaining(reason) })
    expect(await listDownloads(app)).not.toContain('gen.deb')
  })

  test('is installed by the package manager, with the user’s permission', async () => {
    const app = await download(await makeDebianPackage('1.1.0~beta.1'))
    expect(phaseOf(app).type).toBe('downloaded')
    const stubs = await stubInstallCommands(join(base, 'bin'))
    process.env.PATH = stubs.path
    await app.updates.install()
    expect(await stubs.readCalls()).toBe('')
    expect(await app.updates.installRequested()).toBe(true)
    // A copy that only root can write.
    expect(await stubs.readCalls()).toMatch(
      /^(?:pkexec\n)?apt-get install --yes --no-remove -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \S+\/package\.deb\n$/,
    )
  })

  test('that is replaced while the password is typed is not installed, but deleted', async () => {
    const app = await download(await makeDebianPackage('1.1.0~beta.1'))
    const stubs = await stubInstallCommands(join(base, 'bin'))
    process.env.PATH = stubs.path
    await app.updates.install()
    await writeFile(join(app.ports.folder, 'pending', 'gen.deb'), await makeDebianPackage('1.1.0~beta.1'))
    expect(await app.updates.installRequested()).toBe(true)
    expect(await stubs.readCalls()).not.toContain('apt-get')
    expect(await listDownloads(app)).not.toContain('gen.deb')
    expect(phaseOf(openUpdates())).toMatchObject({
      message: expect.stringContaining('it was changed after it was verified'),
    })
  })

  test('that could not be installed is reported once by the next start', async () => {
    const app = await download(await makeDebianPackage('1.1.0~beta.1'))
    const stubs = await stubInstallCommands(join(base, 'bin'), 100)
    process.env.PATH = stubs.path
    await app.updates.install()
    expect(await app.updates.installRequested()).toBe(true)
    expect(phaseOf(openUpdates())).toMatchObject({
      type: 'failed',
      action: 'install',
      message:
        'Version 1.1.0-beta.1 wasn’t installed. The package manager reported: E: Could not get lock. Check for updates to try again.',
    })
    expect(phaseOf(openUpdates())).toEqual({ type: 'idle' })
  })
})
