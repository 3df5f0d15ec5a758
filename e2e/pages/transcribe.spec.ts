// Audio files: which requests are sent, which files are rejected, how long ones are split, and the queue.
import { expect } from '@playwright/test'
import { makeWav, readAudioFile } from '../audio-files'
import { openSection } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import {
  act,
  drop,
  files,
  listNames,
  openTranscribe,
  openTranscript,
  panel,
  retryWarning,
  row,
  splitByMinute,
  transcript,
  transcriptText,
} from '../transcribe-steps'
import { resize } from '../window-size'

/** Each file has another length: equal bytes would be the same file. */
const makeWavs = (...names: string[]) => names.map((name, at) => makeWav(name, { seconds: at + 1 }))

test('of four dropped files three are transcribed, and the one that is not audio is named', async ({
  application: { page },
  transcriptionService,
}) => {
  await expect(page.getByText('Turn speech into text')).toBeVisible()
  transcriptionService.respondTo = () => 'Everything that was said.'
  const misnamed = await readAudioFile('speech.flac', 'My talk.mp3')
  const notes = { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Only words.') }
  await drop(page, await readAudioFile('speech.m4a'), notes, await readAudioFile('opus.ogg'), misnamed)
  for (const name of ['speech.m4a', 'opus.ogg', 'My talk.mp3']) {
    await expect(row(page, name)).toContainText(/Everything that was said\..*Done, 4 words/)
  }
  const rejected = page.getByRole('list', { name: 'Files not added' })
  await expect(panel(page)).toContainText('1 file wasn’t added')
  await expect(rejected.getByRole('listitem')).toHaveText(/^“notes\.mp3” .+\.$/)
  // The list keeps the given name; what is sent has the extension of its content.
  const { requests } = transcriptionService
  const sent = requests.map(({ fields, name, mimeType }) => ({ fields, name, mimeType }))
  const fields = { model: 'gen-4o-transcribe' }
  expect(sent.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { fields, name: 'My talk.flac', mimeType: 'audio/flac' },
    { fields, name: 'opus.ogg', mimeType: 'audio/ogg' },
    { fields, name: 'speech.m4a', mimeType: expect.stringContaining('mp4') },
  ])
  expect(requests.some(({ bytes }) => bytes.equals(misnamed.buffer))).toBe(true)
})

test('options are checked and sent, streamed text is shown immediately, and a file is sent again with others', async ({
  application: { page },
  transcriptionService,
}) => {
  const options = await openSection(page, 'Provider-specific options')
  const language = options.getByRole('textbox', { name: 'Language' })
  await language.fill('english')
  await drop(page, makeWav('talk.wav', { seconds: 2 }))
  // The error is shown, and the dropped file waits.
  await expect(panel(page)).toContainText('Couldn’t add 1 file yet')
  await expect(panel(page)).toContainText('Language must be a two-letter language code, such as en.')
  expect(transcriptionService.requests).toEqual([])
  await options.getByRole('textbox', { name: 'Prompt' }).fill('Ms. Ōyama')
  await options.getByRole('textbox', { name: 'Temperature' }).fill('0.2')
  await options.getByRole('switch', { name: 'Stream transcript' }).click()
  await language.fill('EN')
  const [request] = await transcriptionService.wait(1)
  const sent = { model: 'gen-4o-transcribe', prompt: 'Ms. Ōyama', temperature: '0.2', stream: 'true' }
  expect(request?.fields).toEqual({ ...sent, language: 'en' })
  request?.sendDelta('Ms. Ōyama ')
  await expect(row(page, 'talk.wav')).toContainText('… Ms. Ōyama')
  const opened = await openTranscript(page, 'talk.wav')
  await expect(opened).toContainText('Read-only until transcription finishes')
  request?.sendDelta('lives here.')
  await expect(transcriptText(page)).toContainText('Ms. Ōyama lives here.')
  request?.finish('Ms. Ōyama lives here.')
  await expect(row(page, 'talk.wav')).toContainText('Done, 4 words')
  await expect(opened).toContainText('4 words · 21 characters · 0:02 · gen-4o-transcribe · en')

  await language.fill('fr')
  const settings = page.getByRole('region', { name: 'Settings of the open file' })
  await expect(settings).toContainText('LanguageEnglish')
  await settings.getByRole('button', { name: 'Transcribe again' }).click()
  await expect(row(page, 'talk.wav')).toHaveCount(2)
  const [, again] = await transcriptionService.wait(2)
  expect(again?.fields).toEqual({ ...sent, language: 'fr' })
  again?.finish('Mme Ōyama.')
  await expect(transcriptText(page)).toHaveText('Ms. Ōyama lives here.')
  await settings.getByRole('button', { name: 'Use settings' }).click()
  await expect(language).toHaveValue('en')
})

test('long audio is split at its silences, sent in order, and merged; long silences are skipped on request', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await splitByMinute(application)
  await drop(page, makeWav('Long talk.wav', { seconds: 80, silences: [20, 50] }))
  const [first] = await transcriptionService.wait(1)
  first?.respond('Part 1.')
  const [, second] = await transcriptionService.wait(2)
  await expect(row(page, 'Long talk.wav')).toContainText('chunk 2 of 2')
  await expect(row(page, 'Long talk.wav').getByRole('img')).toHaveAccessibleName(
    '2 chunks: 1 done, 1 sending',
  )
  second?.respond('Part 2.')
  await expect(row(page, 'Long talk.wav')).toContainText('Done, 4 words')
  const readSeconds = () =>
    transcriptionService.requests.map(({ bytes }) => Math.floor(bytes.length / 32_000))
  expect(readSeconds()).toEqual([50, 29])
  expect([first?.name, second?.name]).toEqual(['Long talk (1 of 2).wav', 'Long talk (2 of 2).wav'])
  await openTranscript(page, 'Long talk.wav')
  await expect(transcriptText(page)).toHaveText('Part 1. Part 2.')

  transcriptionService.respondTo = () => 'Words.'
  const chunking = await openSection(page, 'Chunking')
  await chunking.getByRole('switch', { name: 'Skip long silences' }).click()
  const silences = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
  await drop(page, makeWav('gaps.wav', { seconds: 30, silences }))
  await expect(row(page, 'gaps.wav')).toContainText('Done')
  expect(readSeconds().slice(2)).toEqual([10, 10])
  await openTranscript(page, 'gaps.wav')
  const settings = page.getByRole('region', { name: 'Settings of the open file' })
  await expect(settings).toContainText('Silences0:09 skipped')
})

test('files are reordered, paused, canceled, retried, opened and removed, by keyboard and by buttons', async ({
  application: { page },
  transcriptionService,
}) => {
  const { keyboard } = page
  await drop(page, ...makeWavs('a.wav', 'b.wav', 'c.wav', 'd.wav', 'e.wav'))
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
  e?.fail(400, 'This one is too loud.')
  await expect(row(page, 'e.wav')).toContainText(/This one is too loud\..*Failed/)
  transcriptionService.respondTo = ({ name }) => `Words of ${name}.`
  await act(page, 'Retry', 'e.wav')
  await act(page, 'Resume', 'c.wav')
  for (const name of ['c.wav', 'e.wav']) await expect(row(page, name)).toContainText('Done, 3 words')
  // Its request was aborted, and may have been billed.
  await act(page, 'Retry', 'd.wav')
  await expect(retryWarning(page, 'd.wav')).toContainText('retrying may bill it twice')
  await retryWarning(page, 'd.wav').getByRole('button', { name: 'Cancel' }).click()
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

test('after a restart, interrupted and not copied files are named, and a retry sends only missing chunks', async ({
  application,
  transcriptionService,
}) => {
  await splitByMinute(application)
  await drop(application.page, makeWav('Long talk.wav', { seconds: 80, silences: [50] }))
  const [first] = await transcriptionService.wait(1)
  first?.respond('Part 1.')
  await transcriptionService.wait(2)
  const { forms } = await application.desktop()
  await forms.write({ name: 'incomingAudio', form: [{ id: 'half', name: 'half.wav' }] })
  await application.relaunch()
  const { page } = application
  await openTranscribe(page)
  const notice = panel(page).getByRole('status').filter({ hasText: '1 file wasn’t copied' })
  await expect(notice.getByRole('list', { name: 'Files not copied' })).toHaveText('half.wav')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await expect(row(page, 'Long talk.wav')).toContainText(/may have been billed.*Interrupted/)

  await act(page, 'Retry', 'Long talk.wav')
  await expect(retryWarning(page, 'Long talk.wav')).toContainText('Finished chunks aren’t sent again.')
  expect(transcriptionService.requests).toHaveLength(2)
  await retryWarning(page, 'Long talk.wav').getByRole('button', { name: 'Retry anyway' }).click()
  const [, , again] = await transcriptionService.wait(3)
  expect(again?.name).toBe('Long talk (2 of 2).wav')
  again?.respond('Part 2.')
  await expect(row(page, 'Long talk.wav')).toContainText('Done, 4 words')
  await openTranscript(page, 'Long talk.wav')
  await expect(transcriptText(page)).toHaveText('Part 1. Part 2.')
})

test('failed files are filtered and retried together, and the open row stays in view', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await resize(application, { width: 1100, height: 600, zoom: 1 })
  let isBroken = true
  transcriptionService.respondTo = (request) => {
    const { name } = request
    if (!isBroken || !/^[bc]\./.test(name)) return `Words of ${name}.`
    request.fail(400, 'This one is too loud.')
    return undefined
  }
  await drop(page, ...makeWavs(...Array.from('abcdefghijklmn', (letter) => `${letter}.wav`)))
  const toolbar = page.getByRole('toolbar', { name: 'All files' })
  await expect(toolbar.getByRole('status')).toHaveText('2 failed · 12 finished')
  await toolbar.getByRole('button', { name: 'Failed only' }).click()
  await expect.poll(() => listNames(page)).toEqual(['c.wav', 'b.wav'])
  isBroken = false
  await toolbar.getByRole('button', { name: 'Retry failed' }).click()
  await expect(toolbar.getByRole('status')).toHaveText('14 finished')
  const retried = transcriptionService.requests.slice(14).map(({ name }) => name)
  expect(retried.sort()).toEqual(['b.wav', 'c.wav'])

  // Beside the transcript each row is taller, and this one would be below the list.
  await files(page).focus()
  await page.keyboard.press('End')
  await openTranscript(page, 'a.wav')
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await expect(transcriptText(page)).toBeInViewport()
  // Menus and dialogs return the focus to their buttons.
  for (const name of ['Export', 'Use in chat', 'Version history']) {
    const opener = transcript(page).getByRole('button', { name })
    await expect(opener).toBeInViewport({ ratio: 1 })
    await opener.press('Enter')
    const opened = page.locator('[role=dialog], [role=menu]')
    await expect(opened.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(opened).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
  await page.getByRole('button', { name: 'All files' }).click()
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
})
