// The end of the process: with several windows, a page that hangs, files that are copied, and all data deleted.
import { expect, type Page } from '@playwright/test'
import { makeWav } from './audio-files'
import { createChat, openChat, promptField } from './chat-steps'
import { endRelaunched } from './find-main'
import { test } from './journey-test'
import { openSettings } from './settings-steps'
import { drop, files, listNames, openTranscribe, row } from './transcribe-steps'
import { answerDialogs, videoModel } from './video-steps'

test('with several windows, quitting asks once, closing asks for the last one, and a start opens the main window', async ({
  application,
  videoService: _,
}) => {
  const { page, electron } = application
  const countWindows = () => electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const { videos } = await application.desktop()
  await videos.create({ model: videoModel, prompt: 'A paper boat.' })
  await createChat(page, 'Numbers')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await openChat(page, 'Numbers')
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

test('quitting waits on request for files that are being copied', async ({ application }) => {
  const { page, electron } = application
  await openTranscribe(page)
  // The second part of a file is copied only later.
  await page.evaluate(() => {
    const original = window.fetch
    const copied = new Promise<void>((resolve) => Object.assign(window, { copyOn: resolve }))
    window.fetch = async (url, init) => {
      if (String(url).includes('offset=2097152')) await copied
      return original(url, init)
    }
  })
  const names = ['a.wav', 'b.wav']
  await drop(page, ...names.map((name, at) => makeWav(name, { seconds: 70 + at })))
  await expect(files(page).getByRole('row', { name: 'Copying b.wav' })).toContainText(/Copying [1-9]\d%/)
  const readDialogs = await answerDialogs(application, 'Quit when done')
  await electron.evaluate(({ app }) => app.quit())
  await expect.poll(readDialogs).toEqual([
    {
      message: 'Still in progress: 2 files being copied',
      detail: '2 files are still being copied. Files that aren’t complete have to be added again.',
      buttons: ['Quit when done', 'Quit', 'Cancel'],
    },
  ])
  await application.waitUntilQuit(() =>
    page.evaluate(() => (window as unknown as { copyOn: () => void }).copyOn()),
  )
  await application.launch()
  await openTranscribe(application.page)
  await expect(row(application.page, 'b.wav')).toBeVisible()
  expect((await listNames(application.page)).toSorted()).toEqual(names)
})
