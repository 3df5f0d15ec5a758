// The icon in the tray keeps the application running without a window. Linux only: other systems always have a tray.
import { expect } from '@playwright/test'
import type { Application } from './application'
import { answers, ask, prompts } from './chat-steps'
import { test as base } from './journey-test'
import { openSettings } from './settings-steps'
import { openTrayHost, type TrayHost } from './tray-host'
import { answerDialogs } from './video-steps'

/** Opened by the test when the desktop gets a tray. */
const test = base.extend<{ openHost: () => Promise<TrayHost> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
  openHost: async ({}, use) => {
    let host: TrayHost | undefined
    await use(async () => (host = await openTrayHost()))
    host?.close()
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

test('with a tray, the app stays after its window, its menu opens running work, and quitting asks', async ({
  application,
  model,
  openHost,
}) => {
  const { page, electron } = application
  const settings = await openSettings(page, 'Notifications')
  await expect(settings.getByText('This desktop has no tray')).toBeVisible()
  const host = await openHost()
  await settings.getByRole('button', { name: 'Check again' }).click()
  await expect(settings.getByText('This desktop has no tray')).toHaveCount(0)
  expect(host.icons).toEqual([])
  await settings.getByRole('switch', { name: 'Keep running in the tray' }).click()
  await expect.poll(() => host.icons.length).toBe(1)
  const readLabels = async () => (await host.readMenu()).map(({ label }) => label)
  await expect.poll(readLabels).toEqual(['Open Gen Playground', 'New chat', 'Nothing running', 'Quit'])

  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const finish = model.pauses('The boat', ' floats.')
  await ask(page, 'Does a paper boat float?')
  await expect(answers(page)).toContainText('The boat')
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  const readDialogs = await answerDialogs(application, 'Cancel')
  await closeWindow(application)
  await expect.poll(() => countWindows(application)).toBe(0)
  await expect.poll(readLabels).toContain('Chat: Does a paper boat float?')
  expect(await readDialogs()).toEqual([])
  await host.choose('Quit')
  await expect.poll(readDialogs).toMatchObject([{ message: 'Still in progress: 1 response' }])
  expect(await countWindows(application)).toBe(0)

  const opening = electron.waitForEvent('window')
  await host.choose('Chat: Does a paper boat float?')
  const again = await opening
  await expect(answers(again)).toContainText('The boat')
  finish()
  await expect(answers(again)).toContainText('The boat floats.')
  await expect.poll(readLabels).toContain('Nothing running')
  await host.choose('New chat')
  await expect(prompts(again)).toHaveCount(0)

  // Without the tray, closing the window quits.
  host.close()
  await application.waitUntilQuit(() => closeWindow(application))
})
