// The end of the process: with several windows, with a page that hangs, and with all data deleted.
import { expect, type Page } from '@playwright/test'
import { ask, createChat, promptField } from './chat-steps'
import { endRelaunched } from './find-main'
import { test } from './journey-test'
import { openSettings } from './settings-steps'
import { answerDialogs, generate, openVideos } from './video-steps'

test('with several windows, quitting asks once, closing asks for the last one, and a start opens the main window', async ({
  application,
  videoService,
}) => {
  const { page, electron } = application
  const countWindows = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await openVideos(page)
  await generate(page, 'A paper boat.')
  await videoService.wait(1)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await ask(page, 'What is 6 times 7?')
  const opening = electron.waitForEvent('window')
  await page.keyboard.press('Control+Shift+n')
  const second = await opening
  await promptField(second).waitFor()
  const readDialogs = await answerDialogs(application, 'Cancel')
  await electron.evaluate(({ app }) => app.quit())
  await expect.poll(readDialogs).toHaveLength(1)
  expect(await countWindows()).toBe(2)
  const close = async (closed: Page) => {
    const handle = await electron.browserWindow(closed)
    await handle.evaluate((window) => window.close())
  }
  await close(page)
  await expect.poll(countWindows).toBe(1)
  expect(await readDialogs()).toHaveLength(1)
  await close(second)
  await expect.poll(readDialogs).toHaveLength(2)
  expect((await readDialogs())[1]?.buttons).toContain('Continue in background')
  expect(await countWindows()).toBe(1)

  const reopening = electron.waitForEvent('window')
  await electron.evaluate(({ app }) => void app.emit('second-instance', {}, [], ''))
  const main = await reopening
  await expect(main.getByRole('navigation', { name: 'Panels' })).toBeVisible()
})

test('quitting closes a window whose page hangs, and saves the draft', async ({ application }) => {
  const desktop = await application.desktop()
  await promptField(application.page).fill('What I was writing')
  await expect.poll(async () => JSON.stringify(await desktop.drafts.read())).toContain('What I was writing')
  await application.waitUntilQuit(() =>
    application.electron.evaluate(({ app, BrowserWindow }) => {
      const hang = 'setTimeout(() => { for (;;) {} })'
      void BrowserWindow.getAllWindows()[0]
        ?.webContents.executeJavaScript(hang)
        .then(() => app.quit())
    }),
  )
  await application.launch()
  await expect(promptField(application.page)).toHaveValue('What I was writing')
})

test('everything is deleted after a typed word, with a new start', async ({ application }) => {
  await createChat(application.page, 'Where do foxes sleep?')
  const data = await openSettings(application.page, 'Data')
  await application.waitUntilQuit(async () => {
    await data.getByRole('button', { name: 'Reset everything…' }).click()
    const dialog = application.page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Delete everything', exact: true })).toBeDisabled()
    await dialog.getByRole('textbox').fill('DELETE')
    // The page may be gone before the press of the key is reported.
    await dialog
      .getByRole('textbox')
      .press('Enter')
      .catch((error: Error) => expect(error.message).toMatch(/closed/))
  })
  await endRelaunched(`--user-data-dir=${application.userDataFolder}`)
  await application.launch()
  const { conversations } = await application.desktop()
  expect(await conversations.list()).toEqual([])
})
