// An open transcript: edited, searched, restored, played, exported and used in a chat.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { makeWav, readAudioFile } from '../audio-files'
import { choosePath, promptField } from '../chat-steps'
import { test } from '../page-test'
import type { TestFile } from '../provide-files'
import type { ScriptedTranscriptionService } from '../scripted-transcription-service'
import { drop, openTranscribe, openTranscript, row, transcript, transcriptText } from '../transcribe-steps'

const spokenText = 'The boat leaves. Another boat comes. A third boat sinks.'
const editedText = `${spokenText} So it ends.`

/** Transcribes the file, by default 12 seconds of speech, and opens the transcript. */
async function openTalk(
  page: Page,
  transcriptionService: ScriptedTranscriptionService,
  file?: TestFile,
): Promise<Locator> {
  transcriptionService.respondTo = () => spokenText
  const talk = file ?? (await readAudioFile('speech.mp3', 'talk.mp3'))
  await drop(page, talk)
  await expect(row(page, talk.name)).toContainText('Done, 10 words')
  return openTranscript(page, talk.name)
}

async function addToEnd(page: Page, text: string): Promise<void> {
  await transcriptText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

test('an edit is saved automatically, copied and used in a chat, and an older version is restored', async ({
  application,
  transcriptionService,
}) => {
  const opened = await openTalk(application.page, transcriptionService)
  await addToEnd(application.page, ' So it ends.')
  await opened.getByRole('button', { name: 'Copy text' }).click()
  await expect(opened.getByRole('button', { name: 'Copied' })).toBeVisible()
  const readClipboard = () => application.electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toBe(editedText)
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(opened).toContainText('13 words')
  await opened.getByRole('button', { name: 'Use in chat' }).click()
  await application.page.getByRole('menuitem', { name: 'Insert as text' }).click()
  await expect(promptField(application.page)).toHaveValue(editedText)
  await openTranscribe(application.page)
  await opened.getByRole('button', { name: 'Use in chat' }).click()
  await application.page.getByRole('menuitem', { name: 'Summarize' }).click()
  await expect(promptField(application.page)).toHaveValue(/Summarize the attached transcript/)
  const attachments = application.page.getByRole('list', { name: 'Attachments' })
  await expect(attachments.getByRole('listitem')).toHaveCount(1)
  await expect(attachments.getByRole('button', { name: /^talk\.txt/ })).toBeVisible()

  await application.relaunch()
  const { page } = application
  await openTranscribe(page)
  await openTranscript(page, 'talk.mp3')
  await expect(transcriptText(page)).toHaveText(editedText)

  await transcript(page).getByRole('button', { name: 'Version history' }).click()
  const history = page.getByRole('dialog', { name: 'Version history' })
  await expect(history.getByRole('list', { name: 'Versions' }).getByRole('button')).toHaveText([
    /^Edited, current.*13 words$/,
    /^Original.*10 words$/,
  ])
  await expect(history.locator('ins')).toHaveText('So it ends.')
  await history.getByRole('radio', { name: 'Full text' }).click()
  await expect(history.getByRole('textbox', { name: 'Version text' })).toHaveText(spokenText)
  await history.getByRole('button', { name: 'Restore version' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(transcriptText(page)).toHaveText(editedText)
  expect(transcriptionService.requests).toHaveLength(1)
})

test('text is found and replaced, once and everywhere, and replacing is undone', async ({
  application: { page },
  transcriptionService,
}) => {
  const opened = await openTalk(page, transcriptionService)
  await page.keyboard.press('Control+h')
  const bar = opened.getByRole('search', { name: 'Find in transcript' })
  const status = bar.getByRole('status')
  await bar.getByRole('searchbox', { name: 'Find' }).fill('BOAT')
  await expect(status).toHaveText('1 of 3')
  await page.keyboard.press('Enter')
  await expect(status).toHaveText('2 of 3')
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('ship')
  await expect(status).toHaveText(/^\d of 3$/)
  await bar.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(status).toHaveText(/of 2$/)
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText.replaceAll('boat', 'ship'))
  await expect(page.getByText('2 places replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(status).toHaveText(/2/)
  await page.keyboard.press('Escape')
  await expect(transcriptText(page)).toContainText('boat')
})

test('the audio has a waveform, seeks on click, plays from a word, and changes its speed', async ({
  application: { page },
  transcriptionService,
}) => {
  const opened = await openTalk(page, transcriptionService)
  const position = opened.getByRole('slider', { name: 'Position' })
  const read = (what: 'currentTime' | 'playbackRate') =>
    opened.locator('audio').evaluate((element: HTMLAudioElement, name) => element[name], what)
  await expect(position.locator('canvas').first()).toBeVisible()
  const box = await position.boundingBox()
  if (!box) throw new Error('There is no waveform.')
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height / 2)
  await expect(position).toHaveAttribute('aria-valuenow', '9')
  expect(await read('currentTime')).toBeCloseTo(9, 0)
  await page.keyboard.press('Home')
  await expect(position).toHaveAttribute('aria-valuenow', '0')
  await opened.getByRole('combobox', { name: 'Playback speed' }).click()
  await page.getByRole('option', { name: '1.5×' }).click()
  await expect.poll(() => read('playbackRate')).toBe(1.5)
  await opened.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => read('currentTime')).toBeGreaterThan(0.2)
  const played = transcriptText(page).locator('.cm-played')
  await expect(played).toHaveText('The boat leaves.')
  await opened.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(played).toHaveCount(0)

  await addToEnd(page, '')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => read('currentTime')).toBeGreaterThan(8)

  await opened.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => ((await position.boundingBox())?.width ?? 0) / box.width).toBeCloseTo(2, 1)
})

test('a transcript is split into paragraphs at the pauses of its audio, undone, and exported', async ({
  application,
  transcriptionService,
}, testInfo) => {
  const { page } = application
  const talk = makeWav('talk.wav', { seconds: 12, silences: [3, 4, 5] })
  const opened = await openTalk(page, transcriptionService, talk)
  // The pauses are known once the waveform is.
  await expect(opened.getByRole('slider', { name: 'Position' }).locator('canvas').first()).toBeVisible()
  await opened.getByRole('button', { name: 'Split into paragraphs at pauses (estimated)' }).click()
  const lines = transcriptText(page).locator('.cm-line')
  await expect(lines).toHaveText(['The boat leaves.', '', 'Another boat comes. A third boat sinks.'])
  await opened.getByRole('button', { name: 'Undo' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText)
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()

  const path = testInfo.outputPath('talk.srt')
  await choosePath(application, path)
  await opened.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([/^Text/, /^Markdown/, /^JSON/, /SRT, est/, /VTT, est/])
  await page.getByRole('menuitem', { name: /SRT, estimated/ }).click()
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  expect(await readFile(path, 'utf8')).toMatch(/^1\n00:00:00,\d{3} --> [\d:,]+\nThe boat leaves\.\n/)

  await choosePath(application, testInfo.outputDir)
  await page.getByRole('button', { name: 'Export all' }).click()
  await page.getByRole('menuitem', { name: 'Text (TXT)' }).click()
  await expect(page.getByText(`1 transcript saved to ${testInfo.outputDir}`)).toBeVisible()
  expect(await readFile(join(testInfo.outputDir, 'talk.txt'), 'utf8')).toBe(`${spokenText}\n`)
})
