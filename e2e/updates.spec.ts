// An update by the real electron-updater, installed by the system's package manager, here a stub.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openForwardProxy } from '../src/gateway/testing/forward-proxy.fixture'
import { makeDebianPackage, openTestFeed, stubInstallCommands } from '../src/main/testing/update-feed.fixture'
import { expectNoViolations } from './accessibility'
import type { Application } from './application'
import { answers, ask, finished, promptField } from './chat-steps'
import { findMain } from './find-main'
import { test } from './journey-test'
import { openSettings } from './settings-steps'

interface PackageOptions {
  readonly folder: string
  readonly path: string
  readonly feedUrl: string
}

/** Makes it one that was installed from a Debian package, with these folders first on its PATH. */
async function startFromPackage({ electron, page }: Application, { folder, path, feedUrl }: PackageOptions) {
  const resources = join(folder, 'resources')
  await mkdir(resources)
  await writeFile(join(resources, 'package-type'), 'deb')
  const feed = { provider: 'generic', url: feedUrl, updaterCacheDirName: 'gen-updater' }
  await writeFile(join(resources, 'app-update.yml'), JSON.stringify(feed))
  await electron.evaluate(
    (_, [resourcesPath, PATH, XDG_CACHE_HOME]) => {
      Object.defineProperty(process, 'resourcesPath', { value: resourcesPath })
      Object.assign(process.env, { PATH, XDG_CACHE_HOME })
    },
    [resources, path, join(folder, 'cache')],
  )
  // The page has already read how the application was installed.
  await page.reload()
}

test('an update is requested when the user checks, downloaded through the proxy, and installed when nothing is running', async ({
  application,
  model,
}, testInfo) => {
  const { page, electron, userDataFolder } = application
  const feed = await openTestFeed()
  const folder = testInfo.outputPath()
  const commands = await stubInstallCommands(join(folder, 'bin'))
  await startFromPackage(application, { folder, path: commands.path, feedUrl: feed.url })
  const bytes = await makeDebianPackage('99.1.0')
  await feed.publish('99.1.0', { 'gen.deb': bytes, 'gen.AppImage': bytes }, 'Chat\n\n- <b>Faster</b>')
  const proxy = await openForwardProxy({ credentials: 'ann:secret' })
  const desktop = await application.desktop()
  const { network } = await desktop.settings.read()
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  await desktop.settings.update({
    network: { ...network, proxyMode: 'custom', proxyUrl, bypass: ['<-loopback>'] },
  })
  await desktop.keys.set({ slot: 'proxy', key: 'ann:secret' })
  const about = await openSettings(page, 'About')
  const download = about.getByRole('button', { name: /^Download \(/ })

  await test.step('turning on checks requests the feed, without an ID of this computer', async () => {
    await expect(about.getByRole('button', { name: 'Check now' })).toBeVisible()
    expect(feed.requests).toEqual([])
    await about.getByRole('switch', { name: 'Check for updates' }).click()
    await expect(download).toBeVisible()
    expect(proxy.requests.join()).toContain(`GET ${feed.url}/latest-linux.yml`)
    expect(feed.requests.map(({ name }) => name)).toEqual(['latest-linux.yml'])
    await about.getByRole('button', { name: 'What’s new' }).click()
    await expect(about.getByText('- <b>Faster</b>')).toBeVisible()
  })

  await test.step('a download can be canceled, and started again', async () => {
    feed.hold()
    await download.click()
    await about.getByRole('button', { name: 'Cancel download' }).click()
    await expect(download).toBeVisible()
    await expect.poll(() => feed.aborted()).toBe(1)
    feed.release()
    await download.click()
    await expect(about.getByRole('button', { name: 'Install and restart' })).toBeEnabled()
    expect(feed.requests.flatMap(({ headers }) => Object.keys(headers))).not.toContain('x-user-staging-id')
    const notice = { name: 'Version 99.1.0 ready to install' }
    await page.getByRole('contentinfo').getByRole('button', notice).click()
    await expectNoViolations(page, 'a downloaded update')
  })

  const install = about.getByRole('button', { name: 'Install and restart' })
  await test.step('it is not installed while a response is streaming', async () => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    const stream = model.streams()
    await ask(page, 'Count.')
    stream.add('One, ')
    await expect(answers(page)).toContainText('One,')
    await openSettings(page, 'About')
    await expect(about.getByText('Still in progress: 1 response.')).toBeVisible()
    await expect(install).toBeDisabled()
    await expect(desktop.updates.install()).rejects.toThrow('Still in progress: 1 response.')
    stream.add('two.')
    stream.end()
    await expect(install).toBeEnabled()
  })

  await test.step('it is installed once everything is saved, and the app opens again', async () => {
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect(finished(page)).toContainText('One, two.')
    await promptField(page).fill('What I was writing')
    await openSettings(page, 'About')
    const pid = electron.process().pid
    const closed = electron.waitForEvent('close')
    await install.click()
    await closed
    const findOpened = async () => {
      const opened = await findMain(`--user-data-dir=${userDataFolder}`)
      return opened === pid ? 0 : opened
    }
    await expect.poll(findOpened).toBeGreaterThan(0)
    process.kill(await findOpened(), 'SIGTERM')
    await expect.poll(findOpened).toBe(0)
    expect(await commands.readCalls()).toMatch(/^(pkexec\n)?apt-get install --yes .*\/package\.deb\n$/)
    await application.launch()
    await application.page.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect(promptField(application.page)).toHaveValue('What I was writing')
  })
  await proxy.close()
  await feed.close()
})
