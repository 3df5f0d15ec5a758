// Transcribe in a small window, and without axe violations.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav, readAudioFile } from '../audio-files'
import { openSection } from '../chat-steps'
import { test } from '../page-test'
import {
  act,
  drop,
  openTranscribe,
  openTranscript,
  recorder,
  row,
  setMaxChunkMinutes,
  transcript,
  transcriptText,
} from '../transcribe-steps'
import { resize } from '../window-size'

// axe checks whole panels many times.
test.slow()

test.use({ launchArguments: ['--use-fake-device-for-media-stream'] })

test('at 900 × 600 the list, a transcript and the recorder are reachable', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  transcriptionService.respondTo = () => 'Everything that was said.'
  await drop(page, makeWav('talk.wav', { seconds: 2 }))
  await expect(row(page, 'talk.wav')).toContainText('Done, 4 words')
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await isTooWide()).toBe(false)
  await openTranscript(page, 'talk.wav')
  await expect(transcriptText(page)).toBeInViewport()
  for (const name of ['Export', 'Version history', 'Use in chat']) {
    await expect(transcript(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  expect(await isTooWide()).toBe(false)
  // Menus and dialogs return the focus to their buttons.
  for (const name of ['Export', 'Use in chat', 'Version history']) {
    const opener = transcript(page).getByRole('button', { name })
    await opener.press('Enter')
    const opened = page.locator('[role=dialog], [role=menu]')
    await expect(opened.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await page.getByRole('button', { name: 'All files' }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('button', { name: 'Stop and transcribe' })).toBeInViewport({
    ratio: 1,
  })
  expect(await isTooWide()).toBe(false)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
})

test('the list has no axe violations with files in every state', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await openTranscribe(page)
  await openSection(page, 'Provider-specific options')
  await expectNoViolations(page, 'an empty panel with its settings')
  await setMaxChunkMinutes(application, 1)
  await page.getByRole('button', { name: 'Hide inspector' }).click()
  await drop(page, makeWav('done.wav', { seconds: 2 }), {
    name: 'notes.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('Only words.'),
  })
  const [done] = await transcriptionService.wait(1)
  done?.respond('Everything that was said.')
  await expect(row(page, 'done.wav')).toContainText('Done')
  await expect(page.getByRole('list', { name: 'Files not added' })).toBeVisible()
  await drop(page, makeWav('failed.wav', { seconds: 3 }), makeWav('cancelled.wav', { seconds: 4 }))
  const requests = await transcriptionService.wait(2, 1)
  requests.find(({ name }) => name === 'failed.wav')?.fail(400, 'This one is too loud.')
  await expect(row(page, 'failed.wav')).toContainText('Failed')
  await act(page, 'Cancel', 'cancelled.wav')
  await expect(row(page, 'cancelled.wav')).toContainText('Canceled')
  await drop(page, makeWav('Long.wav', { seconds: 100, silences: [50] }))
  const [chunk] = await transcriptionService.wait(1, 3)
  chunk?.respond('The first half.')
  await transcriptionService.wait(1, 4)
  await drop(page, await readAudioFile('opus.ogg'))
  await transcriptionService.wait(1, 5)
  await drop(page, makeWav('queued.wav', { seconds: 5 }), makeWav('paused.wav', { seconds: 6 }))
  await act(page, 'Pause', 'paused.wav')
  await expect(row(page, 'paused.wav')).toContainText('Paused')
  await expect(row(page, 'queued.wav')).toContainText('Queued')
  await act(page, 'Retry', 'cancelled.wav')
  await expect(page.getByRole('alert').filter({ hasText: 'Retry cancelled.wav?' })).toBeVisible()
  await expectNoViolations(page, 'files in every state, a rejected file and a warning')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expectNoViolations(page, 'recording')
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()

  const opened = await openTranscript(page, 'Long.wav')
  await expectNoViolations(page, 'an unfinished transcript')
  await openTranscript(page, 'done.wav')
  await page.keyboard.press('Control+h')
  await opened.getByRole('searchbox', { name: 'Find' }).fill('that')
  await expect(opened.getByRole('search').getByRole('status')).toHaveText('1 of 1')
  await expectNoViolations(page, 'a search in a transcript')
  await page.keyboard.press('Escape')
  await transcriptText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' And more.')
  await opened.getByRole('button', { name: 'Version history' }).click()
  await expect(page.getByRole('dialog', { name: 'Version history' }).locator('ins')).toBeVisible()
  await expectNoViolations(page, 'the version history', '[role=dialog]')
})
