// About and updates: the version, checks and downloads over a local feed.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../../src/dev/paths.mjs'
import { openForwardProxy } from '../../src/gateway/testing/forward-proxy.fixture'
import { makeAppImage, openTestFeed } from '../../src/main/updates/update-feed.fixture'
import { expectNoViolations } from '../accessibility'
import { test as base } from '../page-test'
import { openSettings } from '../settings-steps'

base('About describes the build, copies it, and warns of an old Electron', async ({ application }) => {
  const { page, electron, userDataFolder } = application
  const { version, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const versions = await electron.evaluate(() => ({ ...process.versions }))
  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Copy details' }).click()
  const readClipboard = () => electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toContain(`Version: ${version}\n`)
  const copied = await readClipboard()
  expect(copied).toContain(`Electron: ${versions.electron}\nChromium: ${versions.chrome}\n`)
  expect(copied).toContain(`Package: Source checkout\n`)
  expect(copied).toContain(`Data folder: ${userDataFolder}`)
  const isPinned = versions.electron === devDependencies.electron
  await expect(about.getByText(`Runs on Electron ${versions.electron}`)).toHaveCount(isPinned ? 0 : 1)
  await about.getByRole('button', { name: 'View license' }).click()
  await expect(page.getByRole('dialog', { name: 'License' })).toContainText('Permission is hereby granted')
  await page.keyboard.press('Escape')
})

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  launchEnvironment: async ({}, use, testInfo) => {
    const file = testInfo.outputPath('Gen.AppImage')
    await writeFile(file, 'the old version')
    await use({ APPIMAGE: file })
  },
})

test('an update of an AppImage is requested when the user checks, and downloaded through the proxy; quitting installs nothing', async ({
  application,
  launchEnvironment,
}) => {
  const { page, userDataFolder } = application
  const { settings, keys } = await application.desktop()
  const feed = await openTestFeed()
  await feed.publish('99.1.0', { 'gen.AppImage': makeAppImage() }, 'Chat\n\n- <b>Faster</b>')
  const proxy = await openForwardProxy({ credentials: 'ann:secret' })
  const { network } = await settings.read()
  await settings.update({
    network: {
      ...network,
      proxyMode: 'custom',
      proxyUrl: `http://127.0.0.1:${proxy.port}`,
      bypass: ['<-loopback>'],
    },
  })
  await keys.set({ slot: 'proxy', key: 'ann:secret' })
  const about = await openSettings(page, 'About')
  const url = about.getByRole('textbox', { name: 'Feed URL' })
  await url.fill('http://example.com/updates')
  await about.getByRole('button', { name: 'Save URL' }).click()
  await expect(about.getByText('Must start with https://')).toBeVisible()
  await url.fill(feed.url)
  await about.getByRole('button', { name: 'Save URL' }).click()
  await expect(about.getByText('Saved')).toBeVisible()
  expect(feed.requests).toEqual([])
  // Turning it on checks at once.
  await about.getByRole('switch', { name: 'Check for updates' }).click()
  const download = about.getByRole('button', { name: 'Download (2 MB)' })
  await expect(download).toBeVisible()
  expect(proxy.requests).toContain(`GET ${feed.url}/latest-linux.yml`)
  await about.getByRole('button', { name: 'What’s new' }).click()
  await expect(about.getByText('- <b>Faster</b>')).toBeVisible()

  const listDownloads = () => readdir(join(userDataFolder, 'updates', 'pending')).catch(() => [])
  feed.hold()
  await download.click()
  const bar = about.getByRole('progressbar', { name: 'Downloading update' })
  await expect(bar).toHaveAttribute('aria-valuenow', /^(49|50)$/)
  await expect.poll(listDownloads).toEqual(['temp-gen.AppImage'])
  await about.getByRole('button', { name: 'Cancel download' }).click()
  await expect(download).toBeVisible()
  expect(await listDownloads()).toEqual([])

  feed.release()
  await download.click()
  await expect(about.getByRole('button', { name: 'Install and restart' })).toBeEnabled()
  const notice = page
    .getByRole('contentinfo')
    .getByRole('button', { name: 'Version 99.1.0 ready to install' })
  await notice.click()
  await expectNoViolations(page, 'a downloaded update')
  await application.close()
  expect(await readFile(launchEnvironment.APPIMAGE ?? '', 'utf8')).toBe('the old version')
  expect(await listDownloads()).toContain('gen.AppImage')
  await proxy.close()
  await feed.close()
})
