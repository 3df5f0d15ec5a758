// Audio files: which requests are sent, which files are rejected, how long ones are split, and the queue.
import { expect } from '@playwright/test'
import { defaultJobSettings } from '#shared/schemas/settings'
import { expectNoViolations } from '../accessibility'
import { makeWav, readAudioFile } from '../audio-files'
import { openSection } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import {
  act,
  drop,
  files,
  listNames,
  openTranscript,
  panel,
  retryWarning,
  row,
  transcript,
  transcriptText,
} from '../transcribe-steps'
import { resize } from '../window-size'

/** Each file has another length: equal bytes would be the same file. */
const makeWavs = (names: string) =>
  Array.from(names, (name, at) => makeWav(`${name}.wav`, { seconds: at + 1 }))

test('options are checked, and text is streamed', async ({ application: { page }, transcriptionService }) => {
  await expect(page.getByText('Turn speech into text')).toBeVisible()
  const options = await openSection(page, 'Provider-specific options')
  const language = options.getByRole('textbox', { name: 'Language' })
  await language.fill('english')
  await expectNoViolations(page, 'an empty panel with its settings')
  const misnamed = await readAudioFile('speech.flac', 'My talk.mp3')
  const notes = { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Only words.') }
  await drop(page, notes, misnamed)
  // The error is shown, and the dropped files wait.
  await expect(panel(page)).toContainText('Couldn’t add 2 files yet')
  await expect(panel(page)).toContainText('Language must be a two-letter language code, such as en.')
  expect(transcriptionService.requests).toEqual([])
  await options.getByRole('textbox', { name: 'Prompt' }).fill('Ms. Ōyama')
  await options.getByRole('textbox', { name: 'Temperature' }).fill('0.2')
  await options.getByRole('switch', { name: 'Stream transcript' }).click()
  await language.fill('EN')
  const rejected = page.getByRole('list', { name: 'Files not added' })
  await expect(rejected.getByRole('listitem')).toHaveText(/^“notes\.mp3” .+\.$/)
  const [request] = await transcriptionService.wait(1)
  const sent = { model: 'gen-4o-transcribe', prompt: 'Ms. Ōyama', temperature: '0.2', stream: 'true' }
  // The list keeps the given name; what is sent has the extension of its content.
  expect(request).toMatchObject({ name: 'My talk.flac', mimeType: 'audio/flac', bytes: misnamed.buffer })
  expect(request?.fields).toEqual({ ...sent, language: 'en' })
  request?.sendDelta('Ms. Ōyama ')
  await expect(row(page, 'My talk.mp3')).toContainText('… Ms. Ōyama')
  const opened = await openTranscript(page, 'My talk.mp3')
  await expect(opened).toContainText('Read-only until transcription finishes')
  request?.finish('Ms. Ōyama lives here.')
  await expect(row(page, 'My talk.mp3')).toContainText('Done, 4 words')
  await expect(opened).toContainText(/4 words · 21 characters · 0:\d\d · gen-4o-transcribe · en/)

  await language.fill('fr')
  const settings = page.getByRole('region', { name: 'Settings of the open file' })
  await expect(settings).toContainText('LanguageEnglish')
  await settings.getByRole('button', { name: 'Transcribe again' }).click()
  const [, again] = await transcriptionService.wait(2)
  expect(again?.fields).toEqual({ ...sent, language: 'fr' })
  await expect(row(page, 'My talk.mp3')).toHaveCount(2)
  await settings.getByRole('button', { name: 'Use settings' }).click()
  await expect(language).toHaveValue('en')
})

test('a retry of long audio sends only missing chunks', async ({ application, transcriptionService }) => {
  const { page } = application
  const { settings } = await application.desktop()
  await settings.update({ jobs: { ...defaultJobSettings, pieceMinutes: 1 } })
  await drop(page, makeWav('Long talk.wav', { seconds: 80, silences: [50] }))
  const [first] = await transcriptionService.wait(1)
  first?.respond('Part 1.')
  await transcriptionService.wait(2)
  const talk = row(page, 'Long talk.wav')
  await expect(talk).toContainText('chunk 2 of 2')
  await expect(talk.getByRole('img')).toHaveAccessibleName('2 chunks: 1 done, 1 sending')
  await act(page, 'Cancel', 'Long talk.wav')
  await act(page, 'Retry', 'Long talk.wav')
  await expect(retryWarning(page, 'Long talk.wav')).toContainText('Finished chunks aren’t sent again.')
  await retryWarning(page, 'Long talk.wav').getByRole('button', { name: 'Retry anyway' }).click()
  const [again] = await transcriptionService.wait(1, 2)
  expect(again?.name).toBe('Long talk (2 of 2).wav')
  again?.respond('Part 2.')
  await expect(talk).toContainText('Done, 4 words')
  await openTranscript(page, 'Long talk.wav')
  await expect(transcriptText(page)).toHaveText('Part 1. Part 2.')
})

test('files are queued by keyboard and buttons', async ({ application: { page }, transcriptionService }) => {
  const { keyboard } = page
  await drop(page, ...makeWavs('abcde'))
  // Two are sent concurrently.
  const [a, b] = await transcriptionService.wait(2)
  expect([a?.name, b?.name].sort()).toEqual(['a.wav', 'b.wav'])
  await expect(row(page, 'e.wav')).toContainText('Queued')
  await keyboard.press('Control+4')
  for (let count = 0; count < 40 && (await nameFocused(page)) !== 'Files'; count += 1)
    await keyboard.press('Tab')
  // Only those that wait are canceled.
  await keyboard.press('Control+a')
  await keyboard.press('Delete')
  await expect(page.getByText('2 files in progress. Choose Cancel to stop.')).toBeVisible()
  await expect(row(page, 'c.wav')).toContainText('Canceled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'e.wav')).toContainText('Queued')
  await files(page).focus()
  await keyboard.press('End')
  await keyboard.press('Alt+ArrowUp')
  await expect.poll(() => listNames(page)).toEqual(['a.wav', 'b.wav', 'c.wav', 'e.wav', 'd.wav'])
  await act(page, 'Pause', 'c.wav')
  await expect(row(page, 'c.wav')).toContainText('Paused')
  for (const request of [a, b]) request?.respond('Done so far.')
  const next = await transcriptionService.wait(2, 2)
  const [d, e] = next.sort((one, other) => one.name.localeCompare(other.name))
  expect([d?.name, e?.name]).toEqual(['d.wav', 'e.wav'])

  await act(page, 'Cancel', 'd.wav')
  await expect(row(page, 'd.wav')).toContainText('Canceled')
  await expect.poll(() => d?.wasAborted()).toBe(true)
  e?.fail('This one is too loud.')
  await expect(row(page, 'e.wav')).toContainText(/This one is too loud\..*Failed/)
  // Its request was aborted, and may have been billed.
  await act(page, 'Retry', 'd.wav')
  await expect(retryWarning(page, 'd.wav')).toContainText('retrying may bill it twice')
  await expectNoViolations(page, 'files in every state, and a warning')
  await retryWarning(page, 'd.wav').getByRole('button', { name: 'Cancel' }).click()
  transcriptionService.respondTo = ({ name }) => `Words of ${name}.`
  await act(page, 'Retry', 'e.wav')
  await act(page, 'Resume', 'c.wav')
  for (const name of ['c.wav', 'e.wav']) await expect(row(page, name)).toContainText('Done, 3 words')
  expect(transcriptionService.requests).toHaveLength(6)

  await files(page).focus()
  await keyboard.press('End')
  await keyboard.press('Enter')
  await expect(transcriptText(page)).toHaveText('Done so far.')
  await files(page).focus()
  await keyboard.press('Shift+ArrowUp')
  await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText('2 files selected')
  await keyboard.press('Delete')
  await expect.poll(() => listNames(page)).toHaveLength(3)
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
  await page.getByRole('button', { name: 'Clear finished' }).click()
  await expect.poll(() => listNames(page)).toEqual([])
})

test('failed files are retried, the open one is in view', async ({ application, transcriptionService }) => {
  const { page } = application
  await resize(application, { width: 1100, height: 600, zoom: 1 })
  let isBroken = true
  transcriptionService.respondTo = (request) => {
    const { name } = request
    if (!isBroken || !/^[bc]\./.test(name)) return `Words of ${name}.`
    request.fail('This one is too loud.')
    return undefined
  }
  await drop(page, ...makeWavs('abcdefghijkl'))
  const toolbar = page.getByRole('toolbar', { name: 'All files' })
  await expect(toolbar.getByRole('status')).toHaveText('2 failed · 10 finished')
  await toolbar.getByRole('button', { name: 'Failed only' }).click()
  await expect.poll(() => listNames(page)).toEqual(['c.wav', 'b.wav'])
  isBroken = false
  await toolbar.getByRole('button', { name: 'Retry failed' }).click()
  await expect(toolbar.getByRole('status')).toHaveText('12 finished')
  const retried = transcriptionService.requests.slice(12).map(({ name }) => name)
  expect(retried.sort()).toEqual(['b.wav', 'c.wav'])

  // Beside the transcript each row is taller, and this one would be below the list.
  await files(page).focus()
  await page.keyboard.press('End')
  await openTranscript(page, 'a.wav')
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await expect(transcriptText(page)).toBeInViewport()
  await expect(transcript(page).getByRole('button', { name: 'Use in chat' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'All files' }).click()
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
})
