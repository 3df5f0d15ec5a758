// About and updates over a local feed: the version, checks, downloads, and installing with the system's command stubbed.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { findElectron } from '../src/dev/electron-runtime.mjs'
import { root } from '../src/dev/paths.mjs'
import { isRoot } from '../src/dev/sandbox.mjs'
import {
  makeAppImage,
  makeDebianPackage,
  openTestFeed,
  stubInstallCommands,
  type TestFeed,
} from '../src/main/updates/update-feed.fixture'
import { expectNoViolations } from './accessibility'
import type { Application } from './application'
import { answers, ask, finished, promptField } from './chat-steps'
import { openProxy } from './counting-proxy'
import { openDesktopClient } from './desktop-client'
import { findMain } from './find-main'
import { test as base } from './journey-test'
import { enterProxy, openSettings } from './settings-steps'

interface Fixtures {
  feed: TestFeed
  /** A folder for files of the test. */
  folder: string
}

const test = base.extend<Fixtures>({
  // Playwright requires a pattern for fixtures without dependencies.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  feed: async ({}, use) => {
    const feed = await openTestFeed()
    await use(feed)
    await feed.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: see above
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'gen-playground-packages-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))

/** Makes the running application one that was started from an AppImage. Must come before About is opened. */
async function startFromAppImage({ electron }: Application, folder: string): Promise<string> {
  const file = join(folder, 'Gen.AppImage')
  await writeFile(file, 'the old version')
  await electron.evaluate((_, path) => {
    process.env.APPIMAGE = path
  }, file)
  return file
}

/** Makes it one that was installed from a Debian package, with these folders first on its PATH. */
async function startFromPackage(
  { electron, page }: Application,
  folder: string,
  path: string,
): Promise<void> {
  await mkdir(join(folder, 'resources'))
  await writeFile(join(folder, 'resources', 'package-type'), 'deb')
  await electron.evaluate(
    (_, [resourcesPath, PATH]) => {
      Object.defineProperty(process, 'resourcesPath', { value: resourcesPath })
      process.env.PATH = PATH
    },
    [join(folder, 'resources'), path],
  )
  // The page has already read how the application was installed.
  await page.reload()
}

async function saveFeed(page: Page, url: string): Promise<Locator> {
  const about = await openSettings(page, 'About')
  await about.getByRole('textbox', { name: 'Feed URL' }).fill(url)
  await about.getByRole('button', { name: 'Save URL' }).click()
  await expect(about.getByText('Saved')).toBeVisible()
  return about
}

const listDownloads = ({ userDataFolder }: Application) =>
  readdir(join(userDataFolder, 'updates', 'pending')).catch(() => [])

test('--version prints name, version and commit, without a display, and beside the running application', async ({
  application,
}) => {
  const { DISPLAY: _, ...env } = process.env
  const args = [
    root,
    ...(isRoot ? ['--no-sandbox'] : []),
    `--user-data-dir=${application.userDataFolder}`,
    '--version',
  ]
  const { status, stdout } = spawnSync(await findElectron(), args, { env, encoding: 'utf8' })
  const { commit } = JSON.parse(await readFile(join(root, 'out', 'commit.json'), 'utf8'))
  const suffix = commit === null ? '' : ` (commit ${commit})`
  expect([stdout, status]).toEqual([`Gen Playground ${version}${suffix}\n`, 0])
})

test('About describes the build, copies it, and warns of an old Electron', async ({ application }) => {
  const { page, electron, userDataFolder } = application
  const versions = await electron.evaluate(() => ({ ...process.versions }))
  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Copy details' }).click()
  const readClipboard = () => electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toContain(`Version: ${version}\n`)
  const copied = await readClipboard()
  expect(copied).toContain(`Electron: ${versions.electron}\nChromium: ${versions.chrome}\n`)
  expect(copied).toContain(`Package: Source checkout\n`)
  expect(copied).toContain(`Data folder: ${userDataFolder}`)
  for (const line of copied.split('\n').slice(1))
    await expect(about.getByText(line.slice(line.indexOf(': ') + 2), { exact: true }).first()).toBeVisible()
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const isPinned = versions.electron === devDependencies.electron
  await expect(about.getByText(`Runs on Electron ${versions.electron}`)).toHaveCount(isPinned ? 0 : 1)
  await about.getByRole('button', { name: 'View license' }).click()
  await expect(page.getByRole('dialog', { name: 'License' })).toContainText('Permission is hereby granted')
  await page.keyboard.press('Escape')
  await expectNoViolations(page, 'About')
})

test('nothing is requested until the user checks; a checkout learns how to update', async ({
  application,
  feed,
}) => {
  await feed.publish('99.1.0', { 'gen.deb': Buffer.from('package') }, 'Chat\n\n- <b>Faster</b>')
  const about = await saveFeed(application.page, feed.url)
  await expect(about.getByRole('switch', { name: 'Check for updates' })).not.toBeChecked()
  expect(feed.requests).toEqual([])
  await application.relaunch()
  const { page } = application
  await openSettings(page, 'About')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Version 99.1.0 is available', { exact: true }).last()).toBeVisible()
  await expect(page.getByText('run git pull, then npm start')).toBeVisible()
  await page.getByRole('button', { name: 'What’s new' }).click()
  await expect(page.getByText('- <b>Faster</b>')).toBeVisible()
  expect(feed.requests.map(({ name }) => name)).toEqual(['latest-linux.yml'])

  const proxy = await openProxy()
  proxy.credentials = 'ann:secret'
  await enterProxy(page, { url: proxy.url, credentials: { name: 'ann', password: 'secret' } })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.poll(() => proxy.requests).toEqual([`GET ${feed.url}/latest-linux.yml`])
  await expect(page.getByText('run git pull, then npm start')).toBeVisible()
  proxy.close()
  await page.getByRole('contentinfo').getByRole('button', { name: 'Version 99.1.0 available' }).click()
  await expectNoViolations(page, 'an available update')

  await page.getByRole('textbox', { name: 'Feed URL' }).fill('http://example.com/updates')
  await page.getByRole('button', { name: 'Save URL' }).click()
  await expect(page.getByText('Must start with https://')).toBeVisible()
})

test('corrupted and older packages are refused, a download is canceled, and quitting installs nothing', async ({
  application,
  feed,
  folder,
}) => {
  const { page } = application
  const running = await startFromAppImage(application, folder)
  await feed.publish('0.0.1', { 'gen.AppImage': makeAppImage() })
  const about = await saveFeed(page, feed.url)
  // Turning it on checks at once.
  await about.getByRole('switch', { name: 'Check for updates' }).click()
  await expect(about.getByText('The feed’s latest version is 0.0.1.')).toBeVisible()

  const bytes = makeAppImage()
  await feed.publish('99.1.0', { 'gen.AppImage': bytes })
  await about.getByRole('button', { name: 'Check now' }).click()
  const download = about.getByRole('button', { name: 'Download (2 MB)' })
  await writeFile(join(feed.folder, 'gen.AppImage'), Buffer.from(bytes).fill(0, 1_000_000, 1_000_100))
  await download.click()
  await expect(about.getByText('Couldn’t download the update', { exact: true }).last()).toBeVisible()
  await expect(about.getByText('was deleted because its hash isn’t the feed’s')).toBeVisible()
  expect(await listDownloads(application)).toEqual([])

  await writeFile(join(feed.folder, 'gen.AppImage'), bytes)
  feed.hold()
  await about.getByRole('button', { name: 'Retry' }).click()
  await expect(about.getByText('1 MB of 2 MB')).toBeVisible()
  const bar = about.getByRole('progressbar', { name: 'Downloading update' })
  await expect(bar).toHaveAttribute('aria-valuenow', /^(49|50)$/)
  await expect.poll(() => listDownloads(application)).toEqual(['temp-gen.AppImage'])
  await about.getByRole('button', { name: 'Cancel download' }).click()
  await expect(download).toBeVisible()
  await expect.poll(() => feed.aborted()).toBe(1)
  expect(await listDownloads(application)).toEqual([])

  feed.release()
  await download.click()
  await expect(about.getByRole('button', { name: 'Install and restart' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Version 99.1.0 ready to install' })).toBeVisible()
  await expectNoViolations(page, 'a downloaded update')
  const electronClosed = application.electron.waitForEvent('close')
  await application.close()
  await electronClosed
  expect(await readFile(running, 'utf8')).toBe('the old version')
  expect(await listDownloads(application)).toContain('gen.AppImage')
})

test('an update is not installed while a response is streaming; afterwards with everything saved, and the app opens again', async ({
  application,
  model,
  feed,
  folder,
}) => {
  const { page, electron, userDataFolder } = application
  const commands = await stubInstallCommands(join(folder, 'bin'))
  await startFromPackage(application, folder, commands.path)
  await feed.publish('99.1.0', { 'gen.deb': await makeDebianPackage('99.1.0') })
  const stream = model.streams()
  await ask(page, 'Count.')
  stream.add('One, ')
  await expect(answers(page)).toContainText('One,')
  const about = await saveFeed(page, feed.url)
  await about.getByRole('button', { name: 'Check now' }).click()
  await about.getByRole('button', { name: /^Download/ }).click()
  const install = about.getByRole('button', { name: 'Install and restart' })
  await expect(about.getByText('Still in progress: 1 response.')).toBeVisible()
  await expect(install).toBeDisabled()
  const { desktop } = await openDesktopClient(page)
  await expect(desktop.updates.install()).rejects.toThrow('Still in progress: 1 response.')
  stream.add('two.')
  stream.end()
  await expect(install).toBeEnabled()

  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(finished(page)).toContainText('One, two.')
  await promptField(page).fill('What I was writing')
  await openSettings(page, 'About')
  const pid = electron.process().pid
  const closed = electron.waitForEvent('close')
  await install.click()
  await closed
  const findOpened = async () => {
    const found = await findMain(`--user-data-dir=${userDataFolder}`)
    return found === pid ? 0 : found
  }
  await expect.poll(findOpened).toBeGreaterThan(0)
  process.kill(await findOpened(), 'SIGTERM')
  await expect.poll(findOpened).toBe(0)
  const file = join(userDataFolder, 'updates', 'pending', 'gen.deb')
  expect(await commands.readCalls()).toMatch(/^(pkexec )?apt-get install --yes --no-remove /)
  expect(await commands.readCalls()).toContain(` ${file}\n`)
  await application.launch()
  await application.page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(promptField(application.page)).toHaveValue('What I was writing')
})
