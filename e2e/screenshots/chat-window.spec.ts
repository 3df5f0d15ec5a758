// The window of a single chat, in its own sizes: `npm run screenshots -- --only chat-window`.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { ask, chooseFromMenu, finished } from '../chat-steps'
import { openDesktopClient } from '../desktop-client'
import { test } from '../page-test'

const { SCREENSHOTS_FOLDER: outFolder = '.', SCREENSHOTS_ONLY: only } = process.env

const sizes = [
  { width: 380, height: 420 },
  { width: 480, height: 640 },
  { width: 900, height: 600 },
  { width: 1440, height: 900 },
]

if (!only || only === 'chat-window')
  test('the window of a chat', async ({ application }) => {
    await mkdir(outFolder, { recursive: true })
    const { electron, page } = application
    await ask(page, 'Explain how a rainbow forms, with a table of its colors.')
    await finished(page).waitFor()
    const [window] = await Promise.all([
      electron.waitForEvent('window'),
      chooseFromMenu(page.locator('header'), 'Actions for chat', 'Open in new window'),
    ])
    await finished(window).waitFor()
    const handle = await electron.browserWindow(window)
    const { desktop } = await openDesktopClient(page)
    const capture = async (name: string) => {
      for (const theme of ['light', 'dark'] as const) {
        await desktop.settings.update({ theme })
        const isDark = () => window.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
        await expect.poll(isDark).toBe(theme === 'dark')
        for (const { width, height } of sizes) {
          await handle.evaluate((each, size) => each.setContentSize(size.width, size.height), {
            width,
            height,
          })
          await expect.poll(() => window.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
          await captureAt(window, join(outFolder, `${name}-${width}x${height}-${theme}.png`))
        }
      }
    }
    await capture('chat-window')
    await chooseFromMenu(window.locator('header'), 'Actions for chat', 'Delete')
    await window.getByRole('heading', { name: 'Chat deleted' }).waitFor()
    await capture('chat-window-deleted')
  })

async function captureAt(window: Page, path: string): Promise<void> {
  await window.mouse.move(0, 0)
  await window.evaluate(() => document.fonts.ready.then(() => undefined))
  await window.screenshot({ path, animations: 'disabled', caret: 'hide' })
  console.log(path)
}
