// Audio files: which requests are sent, the queue, recordings of Chromium's fake microphone, and opened transcripts.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { defaultJobSettings } from '#shared/schemas/settings'
import { expectNoViolations } from '../accessibility'
import { makeWav, readAudioFile } from '../audio-files'
import { chooseFromMenu, choosePath, openSection, promptField } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { inspector, item, openLibrary } from '../library-steps'
import { test } from '../page-test'
import type { ScriptedTranscriptionService } from '../scripted-media'
import {
  act,
  drop,
  files,
  listNames,
  openTranscribe,
  openTranscript,
  panel,
  recorder,
  retryWarning,
  row,
  transcriptText,
} from '../transcribe-steps'

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
  request?.sendEvent({ type: 'transcript.text.delta', delta: 'Ms. Ōyama ' })
  await expect(row(page, 'My talk.mp3')).toContainText('… Ms. Ōyama')
  const opened = await openTranscript(page, 'My talk.mp3')
  await expect(opened).toContainText('Read-only until transcription finishes')
  request?.sendEvent({ type: 'transcript.text.done', text: 'Ms. Ōyama lives here.' })
  request?.end()
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

test('long audio is split at a silence', async ({ application, transcriptionService }) => {
  const { page } = application
  const { settings } = await application.desktop()
  await settings.update({ jobs: { ...defaultJobSettings, pieceMinutes: 1 } })
  transcriptionService.answer = ({ name, transcribe }) => transcribe(`It is ${name}.`)
  await drop(page, makeWav('Talk.wav', { seconds: 80, silences: [50] }))
  await expect(row(page, 'Talk.wav')).toContainText('Done')
  await openTranscript(page, 'Talk.wav')
  await expect(transcriptText(page)).toHaveText('It is Talk (1 of 2).wav. It is Talk (2 of 2).wav.')
  const [first] = transcriptionService.requests
  expect(Math.floor((first?.bytes.length ?? 0) / 32_000)).toBe(50)
})

test('files are queued by keyboard and buttons', async ({ application: { page }, transcriptionService }) => {
  const { keyboard } = page
  // Each file has another length: equal bytes would be the same file.
  await drop(page, ...Array.from('abcde', (name, at) => makeWav(`${name}.wav`, { seconds: at + 1 })))
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
  for (const request of [a, b]) request?.transcribe('Done so far.')
  const next = await transcriptionService.wait(2, 2)
  const [d, e] = next.sort((one, other) => one.name.localeCompare(other.name))
  expect([d?.name, e?.name]).toEqual(['d.wav', 'e.wav'])

  await act(page, 'Cancel', 'd.wav')
  await expect(row(page, 'd.wav')).toContainText('Canceled')
  await expect.poll(() => d?.wasAborted()).toBe(true)
  e?.respond({ error: { message: 'This one is too loud.', type: 'x', param: null, code: null } }, 400)
  await expect(row(page, 'e.wav')).toContainText(/This one is too loud\..*Failed/)
  // Its request was aborted, and may have been billed.
  await act(page, 'Retry', 'd.wav')
  await expect(retryWarning(page, 'd.wav')).toContainText('retrying may bill it twice')
  await expectNoViolations(page, 'files in every state, and a warning')
  await retryWarning(page, 'd.wav').getByRole('button', { name: 'Cancel' }).click()
  transcriptionService.answer = ({ name, transcribe }) => transcribe(`Words of ${name}.`)
  const toolbar = page.getByRole('toolbar', { name: 'All files' })
  await toolbar.getByRole('button', { name: 'Failed only' }).click()
  await expect.poll(() => listNames(page)).toEqual(['e.wav'])
  await toolbar.getByRole('button', { name: 'Failed only' }).click()
  await toolbar.getByRole('button', { name: 'Retry failed' }).click()
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

/** Starts a recording, and resolves once a part of it is on the disk. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expect(recorder(page)).toContainText(/[1-9][\d.]* KB saved/)
}

test('a recording is paused, kept, transcribed', async ({ application: { page }, transcriptionService }) => {
  const choice = (await openSection(page, 'Recording')).getByRole('combobox', { name: 'Microphone' })
  await choice.click()
  const microphone = page.getByRole('option', { name: 'Fake Audio Input' }).last()
  const label = (await microphone.textContent()) ?? ''
  await microphone.click()
  await record(page)
  await expect(recorder(page)).toContainText(label)
  const meter = recorder(page).getByRole('meter', { name: 'Microphone level' })
  await expect(meter).not.toHaveAttribute('value', '0')
  await expectNoViolations(page, 'recording')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  const statusLine = page.getByRole('contentinfo')
  await statusLine.getByRole('button', { name: /^Recording \d:\d\d/ }).click()
  await recorder(page).getByRole('button', { name: 'Pause recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Paused')
  const length = await recorder(page).getByRole('timer', { name: 'Recording length' }).textContent()
  await expect(statusLine.getByText(`Recording paused ${length}`)).toBeVisible()
  await recorder(page).getByRole('button', { name: 'Resume recording' }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await recorder(page).getByRole('button', { name: 'Stop and transcribe' }).click()
  const [request] = await transcriptionService.wait(1)
  await expect(recorder(page)).toHaveCount(0)
  request?.transcribe('Beep, beep.')
  const [name = ''] = await listNames(page)
  // The file has a duration, so that seeking works.
  await expect(row(page, name)).toContainText(/0:0[1-9] · [\d.]+ KB/)
  await expect(row(page, name)).toContainText('Done, 2 words')
  expect(request?.name).toMatch(/\.webm$/)
  expect(request?.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')

  await record(page)
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  await expect(recorder(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  const unfinished = page.getByRole('list', { name: 'Unfinished recordings' })
  await expect(unfinished).toContainText(/[\d.]+ KB saved and ready to transcribe\./)
  await unfinished.getByRole('button', { name: 'Transcribe' }).click()
  const [, second] = await transcriptionService.wait(2)
  second?.transcribe('Beep again.')
  await expect(unfinished).toHaveCount(0)
})

const spokenText = 'The boat leaves. Another boat comes. A third boat sinks.'

/** Transcribes twelve seconds with a pause, and opens the transcript. */
async function openTalk(page: Page, transcriptionService: ScriptedTranscriptionService): Promise<Locator> {
  transcriptionService.answer = ({ transcribe }) => transcribe(spokenText)
  await drop(page, makeWav('talk.wav', { seconds: 12, silences: [3, 4, 5] }))
  await expect(row(page, 'talk.wav')).toContainText('Done, 10 words')
  return openTranscript(page, 'talk.wav')
}

test('a text is edited, restored, and used in a chat', async ({ application, transcriptionService }) => {
  const { page } = application
  const opened = await openTalk(page, transcriptionService)
  await page.keyboard.press('Control+h')
  const bar = opened.getByRole('search', { name: 'Find in transcript' })
  const status = bar.getByRole('status')
  await bar.getByRole('searchbox', { name: 'Find' }).fill('BOAT')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('2 of 3')
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('ship')
  await bar.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(status).toHaveText(/of 2$/)
  await expectNoViolations(page, 'a search in a transcript')
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText.replaceAll('boat', 'ship'))
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(status).toHaveText(/2/)
  await page.keyboard.press('Escape')

  await transcriptText(page).click()
  await page.keyboard.press('Control+a')
  const editedText = 'The boat leaves. Another boat comes. So it ends.'
  await page.keyboard.insertText(editedText)
  await opened.getByRole('button', { name: 'Copy text' }).click()
  const readClipboard = () => application.electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toBe(editedText)
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(opened).toContainText('9 words')
  await chooseFromMenu(opened, 'Use in chat', 'Insert as text')
  await expect(promptField(page)).toHaveValue(editedText)
  await openTranscribe(page)
  await chooseFromMenu(opened, 'Use in chat', 'Summarize')
  await expect(promptField(page)).toHaveValue(/Summarize the attached transcript/)
  const attachments = page.getByRole('list', { name: 'Attachments' })
  await expect(attachments.getByRole('listitem')).toHaveCount(1)
  await expect(attachments.getByRole('button', { name: /^talk\.txt/ })).toBeVisible()

  await openTranscribe(page)
  await opened.getByRole('button', { name: 'Version history' }).click()
  const history = page.getByRole('dialog', { name: 'Version history' })
  await expect(history.getByRole('list', { name: 'Versions' }).getByRole('button')).toHaveText([
    /^Edited, current.*9 words$/,
    /^Original.*10 words$/,
  ])
  await expect(history.locator('ins')).toHaveText(['So', 'it', 'ends'])
  await expectNoViolations(page, 'the version history', '[role=dialog]')
  await history.getByRole('button', { name: 'Restore version' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText)
  await page.getByRole('listitem').getByRole('button', { name: 'Undo' }).first().click()
  await expect(transcriptText(page)).toHaveText(editedText)
})

test('the audio is played, and times the text', async ({ application, transcriptionService }, testInfo) => {
  const { page } = application
  const opened = await openTalk(page, transcriptionService)
  const position = opened.getByRole('slider', { name: 'Position' })
  const read = (what: 'currentTime' | 'playbackRate') =>
    opened.locator('audio').evaluate((element: HTMLAudioElement, name) => element[name], what)
  await expect(position.locator('canvas').first()).toBeVisible()
  const { width = 0, height = 0 } = (await position.boundingBox()) ?? {}
  await position.click({ position: { x: width * 0.75, y: height / 2 } })
  await expect(position).toHaveAttribute('aria-valuenow', '9')
  expect(await read('currentTime')).toBeCloseTo(9, 0)
  await page.keyboard.press('Home')
  await opened.getByRole('combobox', { name: 'Playback speed' }).click()
  await page.getByRole('option', { name: '1.5×' }).click()
  await expect.poll(() => read('playbackRate')).toBe(1.5)
  await opened.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read('currentTime')).toBeGreaterThan(0)
  const played = transcriptText(page).locator('.cm-played')
  await expect(played).toHaveText('The boat leaves.')
  await opened.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(played).toHaveCount(0)
  await transcriptText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => read('currentTime')).toBeGreaterThan(8)

  await opened.getByRole('button', { name: 'Split into paragraphs at pauses (estimated)' }).click()
  const lines = transcriptText(page).locator('.cm-line')
  await expect(lines).toHaveText(['The boat leaves.', '', 'Another boat comes. A third boat sinks.'])
  await opened.getByRole('button', { name: 'Undo' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText)
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const path = testInfo.outputPath('talk.srt')
  await choosePath(application, path)
  await chooseFromMenu(opened, 'Export', /SRT, estimated/)
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect(await readFile(path, 'utf8')).toMatch(/^1\n00:00:00,\d{3} --> [\d:,]+\nThe boat leaves\.\n/)

  await openLibrary(page)
  await page.getByRole('searchbox', { name: 'Search Library' }).fill('"boat sinks"')
  await item(page, /talk.*, Transcript, /).click()
  const section = inspector(page).getByRole('region', { name: 'Transcript' })
  await expect(section.getByText('10 words')).toBeVisible()
  await section.getByRole('region', { name: 'Audio' }).getByRole('button', { name: 'Play' }).click()
  const audio = section.locator('audio')
  await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.currentTime)).toBeGreaterThan(0)
  await expectNoViolations(page, 'a transcript in the Library')
  await inspector(page).getByRole('button', { name: 'Open in Transcribe' }).click()
  await choosePath(application, testInfo.outputDir)
  await page.getByRole('button', { name: 'Export all' }).click()
  await page.getByRole('menuitem', { name: 'Text (TXT)' }).click()
  await expect(page.getByText(`1 transcript saved to ${testInfo.outputDir}`)).toBeVisible()
  expect(await readFile(join(testInfo.outputDir, 'talk.txt'), 'utf8')).toBe(`${spokenText}\n`)
})
