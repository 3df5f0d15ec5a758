// The states of an update, with a fake of electron-updater. A journey has the real one.
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CancellationToken } from 'electron-updater'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UpdateSettings } from '#shared/schemas/updates'
import { makeDebianPackage, stubInstallCommands } from '../testing/update-feed.fixture'
import { installPackage } from './install-package'
import { type UpdatePorts, type Updater, Updates } from './updates'

let folder: string
const closing: Updates[] = []
const environment = { ...process.env }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gen-playground updates-'))
})

afterEach(async () => {
  for (const updates of closing.splice(0)) updates.close()
  await rm(folder, { recursive: true, force: true })
  process.env.PATH = environment.PATH
  delete process.env.APPIMAGE
  vi.useRealTimers()
})

const hashOf = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64')

const content = Buffer.from('the new version')

/** Finds version 1.1.0, and downloads `content` as an AppImage. */
class FakeUpdater extends EventEmitter {
  files = [{ url: 'Gen%201.AppImage', sha512: hashOf(content), size: content.length }]
  isUpdateAvailable = true
  isHeld = false
  checkForUpdates = vi.fn(async () => ({
    isUpdateAvailable: this.isUpdateAvailable,
    updateInfo: { version: '1.1.0', files: this.files, releaseNotes: ' Faster\n' },
  }))
  downloadUpdate = vi.fn(async (token: CancellationToken) => {
    this.emit('download-progress', { transferred: 5, total: content.length })
    if (this.isHeld)
      await new Promise((_, reject) => token.once('cancel', () => reject(new Error('cancelled'))))
    const file = join(folder, 'Gen 1.AppImage')
    await writeFile(file, content)
    return [file]
  })
}

function openUpdates(changes: Partial<UpdatePorts> = {}) {
  const settings: UpdateSettings = { isAutomatic: false }
  const blocker: { text: string | null } = { text: null }
  const updater = new FakeUpdater()
  const quit = vi.fn()
  const openUpdater = vi.fn(async () => updater as unknown as Updater)
  const abortRequest = vi.fn()
  const updates = new Updates({
    hasFeed: () => true,
    packageType: () => 'AppImage',
    settings: () => ({ ...settings }),
    openUpdater,
    abortRequest,
    findBlocker: () => blocker.text,
    onChange: () => {},
    quit,
    log: () => {},
    ...changes,
  })
  closing.push(updates)
  const phase = () => updates.read().phase
  return { updates, updater, settings, blocker, quit, openUpdater, abortRequest, phase }
}

test('an AppImage is downloaded, and replaced once the application has closed, but not while work is running', async () => {
  const running = join(folder, 'Gen.AppImage')
  await writeFile(running, 'the old version')
  process.env.APPIMAGE = running
  const { updates, blocker, quit, phase } = openUpdates()
  await updates.check()
  const update = { version: '1.1.0', size: content.length, notes: 'Faster' }
  expect(phase()).toEqual({ type: 'available', update })
  await updates.download()
  expect(phase()).toEqual({ type: 'downloaded', update })
  // Nothing is installed because the application quits.
  expect(await updates.installRequested()).toBe(false)
  blocker.text = 'Still in progress: 1 response.'
  expect(() => updates.install()).toThrow('Still in progress: 1 response.')
  blocker.text = null
  updates.install()
  expect(quit).toHaveBeenCalledTimes(1)
  expect(await readFile(running, 'utf8')).toBe('the old version')
  expect(await updates.installRequested()).toBe(true)
  expect(await readFile(running, 'utf8')).toBe('the new version')
})

test('an AppImage that was changed after its download is not installed, but deleted', async () => {
  const running = join(folder, 'Gen.AppImage')
  await writeFile(running, 'the old version')
  process.env.APPIMAGE = running
  const { updates } = openUpdates()
  await updates.check()
  await updates.download()
  const file = join(folder, 'Gen 1.AppImage')
  await writeFile(file, 'something else')
  updates.install()
  await expect(updates.installRequested()).rejects.toThrow('it was changed after it was downloaded')
  expect([await readFile(running, 'utf8'), existsSync(file)]).toEqual(['the old version', false])
})

test('a canceled download can be started again; a failed one says why', async () => {
  const { updates, updater, abortRequest, phase } = openUpdates()
  await updates.check()
  updater.isHeld = true
  const download = updates.download()
  await expect.poll(phase).toMatchObject({ type: 'downloading', bytes: 5, totalBytes: content.length })
  updates.cancelDownload()
  await download
  expect(abortRequest).toHaveBeenCalledTimes(1)
  expect(phase()).toMatchObject({ type: 'available' })
  updater.downloadUpdate.mockRejectedValueOnce(
    Object.assign(new Error('x'), { code: 'ERR_CHECKSUM_MISMATCH' }),
  )
  await updates.download()
  expect(phase()).toMatchObject({
    type: 'failed',
    action: 'download',
    message: expect.stringContaining('its hash isn’t the feed’s'),
  })
  expect(() => updates.install()).toThrow('No update is downloaded.')
  updater.isHeld = false
  await updates.download()
  expect(phase().type).toBe('downloaded')
})

test('a check without a response, and a download that stalls, fail instead of waiting forever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { updates, updater, phase } = openUpdates()
  updater.checkForUpdates.mockReturnValueOnce(new Promise(() => {}))
  const check = updates.check()
  await vi.advanceTimersByTimeAsync(30_000)
  await check
  expect(phase()).toMatchObject({ action: 'check', message: 'No response from the feed within 30 s.' })
  await updates.check()
  updater.isHeld = true
  const download = updates.download()
  await vi.waitFor(() => expect(phase()).toMatchObject({ type: 'downloading', bytes: 5 }))
  await vi.advanceTimersByTimeAsync(59_000)
  updater.emit('download-progress', { transferred: 6, total: content.length })
  await vi.advanceTimersByTimeAsync(59_000)
  expect(phase()).toMatchObject({ type: 'downloading', bytes: 6 })
  await vi.advanceTimersByTimeAsync(1_000)
  await download
  const message = 'The download stalled. Check your connection, then retry.'
  expect(phase()).toMatchObject({ type: 'failed', action: 'download', message })
})

test('there is nothing to download without a newer version, a package for this system, or one that can be replaced', async () => {
  const { updates, updater, phase } = openUpdates()
  updater.isUpdateAvailable = false
  await updates.check()
  expect(phase()).toEqual({ type: 'current', latest: '1.1.0' })
  updater.isUpdateAvailable = true
  updater.files = []
  await updates.check()
  expect(phase()).toMatchObject({ message: 'Version 1.1.0 has no .AppImage package in the feed.' })
  await expect(updates.download()).rejects.toThrow()
  const archive = openUpdates({ packageType: () => 'other' })
  await archive.updates.check()
  expect(archive.phase()).toMatchObject({ type: 'available', update: { size: null } })
  await expect(archive.updates.download()).rejects.toThrow('Packages can’t be installed here.')
})

test('nothing is requested unless automatic checks are on; then after the start and once a day', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const { updates, updater, settings, openUpdater, phase } = openUpdates()
  updater.checkForUpdates.mockRejectedValue(new Error('net::ERR_INTERNET_DISCONNECTED'))
  const day = 86_400_000
  await vi.advanceTimersByTimeAsync(3 * day)
  expect(openUpdater).not.toHaveBeenCalled()
  settings.isAutomatic = true
  updates.follow()
  await vi.waitFor(() =>
    expect(phase()).toMatchObject({ message: expect.stringContaining('You’re offline.') }),
  )
  await vi.advanceTimersByTimeAsync(day)
  await vi.waitFor(() => expect(openUpdater).toHaveBeenCalledTimes(2))
  const next = openUpdates({ settings: () => settings })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(next.openUpdater).toHaveBeenCalledTimes(1)
  const withoutFeed = openUpdates({ settings: () => settings, hasFeed: () => false })
  await vi.advanceTimersByTimeAsync(day)
  expect(withoutFeed.openUpdater).not.toHaveBeenCalled()
  await expect(withoutFeed.updates.check()).rejects.toThrow('doesn’t know where updates are')
})

async function openDebianPackage(exitCode = 0) {
  const bytes = await makeDebianPackage('1.1.0')
  const file = join(folder, 'gen.deb')
  await writeFile(file, bytes)
  const stubs = await stubInstallCommands(join(folder, 'bin'), exitCode)
  process.env.PATH = stubs.path
  return { downloaded: { file, type: 'deb' as const, sha512: hashOf(bytes) }, stubs }
}

test.runIf(existsSync('/usr/bin/dpkg-deb'))(
  'a Debian package that is replaced before root has copied it is not installed, but deleted',
  async () => {
    const { downloaded, stubs } = await openDebianPackage()
    await writeFile(downloaded.file, await makeDebianPackage('1.1.0'))
    await expect(installPackage(downloaded)).rejects.toThrow('it was changed after it was downloaded')
    expect(await stubs.readCalls()).not.toContain('apt-get')
    expect(existsSync(downloaded.file)).toBe(false)
  },
)

test.runIf(existsSync('/usr/bin/dpkg-deb'))('the error of the package manager is reported', async () => {
  const { downloaded } = await openDebianPackage(100)
  await expect(installPackage(downloaded)).rejects.toThrow(
    'The package manager reported: E: Could not get lock.',
  )
})
