// An open transcript: edited, searched, restored, played, exported and used in a chat.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from '../application'
import { makeWav, readAudioFile } from '../audio-files'
import { choosePath, promptField } from '../chat-steps'
import { test } from '../page-test'
import type { ScriptedTranscriptionService } from '../scripted-transcription-service'
import {
  drop,
  openTranscribe,
  openTranscript,
  row,
  setMaxChunkMinutes,
  transcript,
  transcriptText,
} from '../transcribe-steps'

const spokenText = 'The boat leaves. Another boat comes. A third boat sinks.'

async function openTalk(page: Page, transcriptionService: ScriptedTranscriptionService): Promise<Locator> {
  transcriptionService.respondTo = () => spokenText
  await drop(page, await readAudioFile('speech.mp3', 'talk.mp3'))
  await expect(row(page, 'talk.mp3')).toContainText('Done, 10 words')
  return openTranscript(page, 'talk.mp3')
}

test('an edit is saved automatically, and an older version is restored', async ({
  application,
  transcriptionService,
}) => {
  const opened = await openTalk(application.page, transcriptionService)
  await transcriptText(application.page).click()
  await application.page.keyboard.press('Control+End')
  await application.page.keyboard.type(' So it ends.')
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(opened).toContainText('13 words')
  await application.kill()
  await application.launch()
  const { page } = application
  await openTranscribe(page)
  await openTranscript(page, 'talk.mp3')
  await expect(transcriptText(page)).toHaveText(`${spokenText} So it ends.`)

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
  await expect(history).toHaveCount(0)
  await expect(transcriptText(page)).toHaveText(spokenText)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(transcriptText(page)).toHaveText(`${spokenText} So it ends.`)
  expect(transcriptionService.requests).toHaveLength(1)
})

test('text is found and replaced, once and everywhere, and replacing is undone', async ({
  application: { page },
  transcriptionService,
}) => {
  const opened = await openTalk(page, transcriptionService)
  const { keyboard } = page
  await keyboard.press('Control+h')
  const bar = opened.getByRole('search', { name: 'Find in transcript' })
  await bar.getByRole('searchbox', { name: 'Find' }).fill('BOAT')
  await expect(bar.getByRole('status')).toHaveText('1 of 3')
  await keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 of 3')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await expect(bar.getByRole('status')).toHaveText('No matches')
  await bar.getByRole('button', { name: 'Match case' }).click()
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('ship')
  await expect(bar.getByRole('status')).toHaveText(/^\d of 3$/)
  await bar.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(bar.getByRole('status')).toHaveText(/of 2$/)
  await bar.getByRole('button', { name: 'Replace all' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText.replaceAll('boat', 'ship'))
  await expect(page.getByText('2 places replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(bar.getByRole('status')).toHaveText(/2/)
  await keyboard.press('Escape')
  await expect(transcriptText(page)).toContainText('boat')
})

test('the audio has a waveform, seeks on click, plays from a word, and changes its speed', async ({
  application: { page },
  transcriptionService,
}) => {
  const opened = await openTalk(page, transcriptionService)
  const position = opened.getByRole('slider', { name: 'Position' })
  const audio = opened.locator('audio')
  const read = (what: 'currentTime' | 'playbackRate') =>
    audio.evaluate((element: HTMLAudioElement, name) => element[name], what)
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

  await transcriptText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => read('currentTime')).toBeGreaterThan(8)

  await opened.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => ((await position.boundingBox())?.width ?? 0) / box.width).toBeCloseTo(2, 1)
  await opened.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(async () => ((await position.boundingBox())?.width ?? 0) / box.width).toBeCloseTo(1, 1)
})

test('a transcript is split into paragraphs at the pauses of its audio, and this is undone', async ({
  application: { page },
  transcriptionService,
}) => {
  transcriptionService.respondTo = () => spokenText
  await drop(page, makeWav('talk.wav', { seconds: 12, silences: [3, 4, 5] }))
  await expect(row(page, 'talk.wav')).toContainText('Done')
  const opened = await openTranscript(page, 'talk.wav')
  // The pauses are known once the waveform is.
  await expect(opened.getByRole('slider', { name: 'Position' }).locator('canvas').first()).toBeVisible()
  await opened.getByRole('button', { name: 'Split into paragraphs at pauses (estimated)' }).click()
  await expect(page.getByText('Split into 2 paragraphs')).toBeVisible()
  const lines = transcriptText(page).locator('.cm-line')
  await expect(lines).toHaveText(['The boat leaves.', '', 'Another boat comes. A third boat sinks.'])
  await opened.getByRole('button', { name: 'Undo' }).click()
  await expect(transcriptText(page)).toHaveText(spokenText)
  await expect(opened.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
})

async function exportAs(application: Application, item: RegExp, path: string): Promise<string> {
  const { page } = application
  await choosePath(application, path)
  // A menu that is closing would intercept the click.
  await expect(page.getByRole('menu')).toHaveCount(0)
  await transcript(page).getByRole('button', { name: 'Export' }).click()
  // The menu covers the toast of the previous export.
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  return readFile(path, 'utf8')
}

test('a transcript is exported in five formats, and subtitles are marked as estimated', async ({
  application,
  transcriptionService,
}, testInfo) => {
  const { page } = application
  await setMaxChunkMinutes(application, 1)
  transcriptionService.respondTo = ({ name }) =>
    name.includes('(1 of 2)') ? 'The boat leaves.' : 'Tom & Ann stay.'
  await drop(page, makeWav('talk.wav', { seconds: 100, silences: [50] }))
  await expect(row(page, 'talk.wav')).toContainText('Done, 6 words')
  await openTranscript(page, 'talk.wav')
  const save = (item: RegExp, name: string) => exportAs(application, item, testInfo.outputPath(name))
  expect(await save(/^Text/, 'talk.txt')).toBe('The boat leaves. Tom & Ann stay.\n')
  const markdown = await save(/^Markdown/, 'talk.md')
  expect(markdown).toMatch(/^# talk\.wav\n/)
  expect(markdown).toContain('- Length: 1:40\n- Words: 6\n- Model: gen-4o-transcribe\n')
  expect(markdown).toContain('The boat leaves. Tom \\& Ann stay.\n')
  const srt = await save(/SRT, estimated/, 'talk.srt')
  expect(srt).toMatch(/^1\n00:00:00,\d{3} --> [\d:,]+\nThe boat leaves\.\n\n2\n/)
  expect(srt).toMatch(/\n2\n00:00:5\d,\d{3} --> 00:\d\d:\d\d,\d{3}\nTom & Ann stay\.\n$/)
  const vtt = await save(/VTT, estimated/, 'talk.vtt')
  expect(vtt).toMatch(
    /^WEBVTT\n\nNOTE Subtitle times are estimated because the provider returned only text\./,
  )
  expect(vtt).toMatch(/\n00:00:5\d\.\d{3} --> [\d:.]+\nTom &amp; Ann stay\.\n$/)
  const json = JSON.parse(await save(/^JSON/, 'talk.json'))
  expect(json).toMatchObject({
    source: { name: 'talk.wav', seconds: 100 },
    model: 'gen-4o-transcribe',
    text: 'The boat leaves. Tom & Ann stay.',
    words: 6,
    estimated: true,
    pieces: [{ start: 0, text: 'The boat leaves.' }, { text: 'Tom & Ann stay.' }],
  })
  // The known split, in the middle of the silence.
  expect(json.pieces[1].start).toBeCloseTo(50.5, 0)
})

test('the transcripts of all files are exported into a folder, and no file of it is replaced', async ({
  application,
  transcriptionService,
}, testInfo) => {
  const { page } = application
  transcriptionService.respondTo = ({ name }) => `Words of ${name}.`
  await drop(page, makeWav('a.wav', { seconds: 1 }), makeWav('b.wav', { seconds: 2 }))
  for (const name of ['a.wav', 'b.wav']) await expect(row(page, name)).toContainText('Done')
  const folder = testInfo.outputPath('texts')
  await mkdir(folder)
  await writeFile(join(folder, 'a.txt'), 'from elsewhere')
  await choosePath(application, folder)
  await page.getByRole('button', { name: 'Export all' }).click()
  await page.getByRole('menuitem', { name: 'Text (TXT)' }).click()
  await expect(page.getByText(`2 transcripts saved to ${folder}`)).toBeVisible()
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  expect((await readdir(folder)).sort()).toEqual(['a (2).txt', 'a.txt', 'b.txt'])
  expect([await read('a.txt'), await read('a (2).txt'), await read('b.txt')]).toEqual([
    'from elsewhere',
    'Words of a.wav.\n',
    'Words of b.wav.\n',
  ])
})

test('a transcript is copied with its latest change, and used in a chat', async ({
  application,
  transcriptionService,
}) => {
  const { page, electron } = application
  const opened = await openTalk(page, transcriptionService)
  await transcriptText(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' So it ends.')
  await opened.getByRole('button', { name: 'Copy text' }).click()
  await expect(opened.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${spokenText} So it ends.`)
  await opened.getByRole('button', { name: 'Use in chat' }).click()
  await page.getByRole('menuitem', { name: 'Insert as text' }).click()
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
  await expect(promptField(page)).toHaveValue(`${spokenText} So it ends.`)
})

test('a transcript is attached to a new chat as a named file, with an offered prompt', async ({
  application: { page },
  transcriptionService,
}) => {
  const opened = await openTalk(page, transcriptionService)
  await opened.getByRole('button', { name: 'Use in chat' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Summarize',
    'Write show notes',
    'List action items',
    'Attach only',
    'Insert as text',
  ])
  await page.getByRole('menuitem', { name: 'Summarize' }).click()
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible()
  await expect(promptField(page)).toHaveValue(/^Summarize the attached transcript/)
  const attachments = page.getByRole('list', { name: 'Attachments' })
  await expect(attachments.getByRole('listitem')).toHaveCount(1)
  await expect(attachments.getByRole('button', { name: /^talk\.txt/ })).toBeVisible()
})
