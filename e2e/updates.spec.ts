// An update is installed by the system's package manager, here a stub.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { makeDebianPackage, openTestFeed, stubInstallCommands } from '../src/main/updates/update-feed.fixture'
import type { Application } from './application'
import { answers, ask, finished, promptField } from './chat-steps'
import { findMain } from './find-main'
import { test } from './journey-test'
import { openSettings } from './settings-steps'

/** Makes it one that was installed from a Debian package, with these folders first on its PATH. */
async function startFromPackage({ electron, page }: Application, folder: string, path: string) {
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

test('an update is not installed while a response is streaming; afterwards with everything saved, and the app opens again', async ({
  application,
  model,
}, testInfo) => {
  const { page, electron, userDataFolder } = application
  const feed = await openTestFeed()
  const folder = testInfo.outputPath()
  const commands = await stubInstallCommands(join(folder, 'bin'))
  await startFromPackage(application, folder, commands.path)
  await feed.publish('99.1.0', { 'gen.deb': await makeDebianPackage('99.1.0') })
  const stream = model.streams()
  await ask(page, 'Count.')
  stream.add('One, ')
  await expect(answers(page)).toContainText('One,')
  const desktop = await application.desktop()
  await desktop.settings.update({ updates: { isAutomatic: false, feedUrl: feed.url } })
  await desktop.updates.check()
  await desktop.updates.download()
  const about = await openSettings(page, 'About')
  const install = about.getByRole('button', { name: 'Install and restart' })
  await expect(about.getByText('Still in progress: 1 response.')).toBeVisible()
  await expect(install).toBeDisabled()
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
  expect(await commands.readCalls()).toMatch(/^(pkexec\n)?apt-get install --yes .*\/package\.deb\n$/)
  await application.launch()
  await application.page.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(promptField(application.page)).toHaveValue('What I was writing')
  await feed.close()
})
