// Quitting while audio files are copied.
import { expect } from '@playwright/test'
import { makeWav } from './audio-files'
import { test } from './journey-test'
import { drop, files, listNames, openTranscribe, row } from './transcribe-steps'
import { answerDialogs } from './video-steps'

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
