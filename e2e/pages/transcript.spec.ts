// An open transcript: edited, searched, restored, played, exported and used in a chat.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav } from '../audio-files'
import { chooseFromMenu, choosePath, promptField } from '../chat-steps'
import { inspector, item, openLibrary } from '../library-steps'
import { test } from '../page-test'
import type { ScriptedTranscriptionService } from '../scripted-media'
import { drop, openTranscribe, openTranscript, row, transcriptText } from '../transcribe-steps'

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
  await expect(page.getByText('2 places replaced')).toBeVisible()
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
  await history.getByRole('radio', { name: 'Full text' }).click()
  await expect(history.getByRole('textbox', { name: 'Version text' })).toHaveText(spokenText)
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
  await expect(position).toHaveAttribute('aria-valuenow', '0')
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
