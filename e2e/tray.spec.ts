// The icon in the tray keeps the application running without a window. Linux only: other systems always have a tray.
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { expect } from '@playwright/test'
import type { Application } from './application'
import { promptField } from './chat-steps'
import { openDesktopClient } from './desktop-client'
import { test as base } from './journey-test'
import { openSettings } from './settings-steps'
import { answerDialogs, openedJob, videoModel } from './video-steps'

/** A stub of the program that reads from the session bus whether the desktop has a tray: if the file is there. */
const test = base.extend<{ trayFile: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  trayFile: async ({}, use, testInfo) => use(testInfo.outputPath('tray')),
  launchEnvironment: async ({ trayFile }, use, testInfo) => {
    const folder = testInfo.outputPath('bin')
    await mkdir(folder)
    await writeFile(join(folder, 'busctl'), `#!/bin/sh\n[ -e '${trayFile}' ] && echo 'b true'\n`)
    await chmod(join(folder, 'busctl'), 0o755)
    await use({ PATH: `${folder}${delimiter}${process.env.PATH}` })
  },
})

// biome-ignore lint/suspicious/noSkippedTests: other systems always have a tray.
test.skip(process.platform !== 'linux', 'Only Linux can be without a tray.')

/** Returns before the window is closed, which may end the process. */
const closeWindow = ({ electron }: Application) =>
  electron.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close())
  })
const countWindows = ({ electron }: Application) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

type Global = typeof globalThis & { trayMenu?: Electron.Menu }

/** The desktop shows the icon's menu outside of the application. Returns its labels, and a function that chooses one. */
async function recordMenu({ electron }: Application) {
  await electron.evaluate(({ Tray }) => {
    Tray.prototype.setContextMenu = (menu) => void Object.assign(globalThis, { trayMenu: menu })
  })
  return {
    read: () =>
      electron.evaluate(() =>
        (globalThis as Global).trayMenu?.items.map(({ label }) => label).filter((label) => label !== ''),
      ),
    choose: (label: string) =>
      electron.evaluate((_, chosen) => {
        const { items = [] } = (globalThis as Global).trayMenu ?? {}
        setImmediate(() => items.find((each) => each.label === chosen)?.click())
      }, label),
  }
}

test('with a tray, the app stays after its window, its menu opens running work, and quitting asks', async ({
  application,
  videoService: _,
  trayFile,
}) => {
  const { page, electron } = application
  const menu = await recordMenu(application)
  const settings = await openSettings(page, 'Notifications')
  await expect(settings.getByText('This desktop has no tray')).toBeVisible()
  await writeFile(trayFile, '')
  await settings.getByRole('button', { name: 'Check again' }).click()
  await expect(settings.getByText('This desktop has no tray')).toHaveCount(0)
  expect(await menu.read()).toBeUndefined()
  await settings.getByRole('switch', { name: 'Keep running in the tray' }).click()
  await expect.poll(menu.read).toEqual(['Open Gen Playground', 'New chat', 'Nothing running', 'Quit'])

  const { videos } = await application.desktop()
  const { id } = await videos.create({ model: videoModel, prompt: 'A paper boat.' })
  const readDialogs = await answerDialogs(application, 'Cancel')
  await closeWindow(application)
  await expect.poll(() => countWindows(application)).toBe(0)
  await expect.poll(menu.read).toContain('Video: A paper boat.')
  expect(await readDialogs()).toEqual([])
  await menu.choose('Quit')
  await expect.poll(readDialogs).toMatchObject([{ message: 'Still in progress: 1 video' }])
  expect(await countWindows(application)).toBe(0)

  const opening = electron.waitForEvent('window')
  await menu.choose('Video: A paper boat.')
  const again = await opening
  await expect(openedJob(again).getByRole('heading', { name: 'A paper boat.' })).toBeVisible()
  await menu.choose('New chat')
  await expect(promptField(again)).toBeVisible()

  // Without the tray and without running work, closing the window quits.
  const { desktop } = await openDesktopClient(again)
  await desktop.videos.stopFollowing({ id })
  await expect.poll(menu.read).toContain('Nothing running')
  await rm(trayFile)
  await application.waitUntilQuit(() => closeWindow(application))
})
