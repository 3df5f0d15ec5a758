// Transcribing audio files: which requests are sent, which files are rejected, and how long ones are split.
import { expect } from '@playwright/test'
import { makeWav, readAudioFile } from '../audio-files'
import { openSection } from '../chat-steps'
import { test } from '../page-test'
import { drop, openTranscript, panel, row, setMaxChunkMinutes, transcriptText } from '../transcribe-steps'

test('of five dropped files four are transcribed, and the one that is not audio is named', async ({
  application: { page },
  transcriptionService,
}) => {
  await expect(page.getByText('Turn speech into text')).toBeVisible()
  transcriptionService.respondTo = () => 'Everything that was said.'
  const [mp3, m4a, ogg] = await Promise.all(
    ['speech.mp3', 'speech.m4a', 'opus.ogg'].map((name) => readAudioFile(name)),
  )
  const misnamed = await readAudioFile('speech.flac', 'My talk.mp3')
  if (!mp3 || !m4a || !ogg) throw new Error('A sample is missing.')
  const notes = { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Only words.') }
  await drop(page, mp3, m4a, notes, ogg, misnamed)
  // The list keeps the given name; what is sent has the extension of its content.
  for (const name of ['speech.mp3', 'speech.m4a', 'opus.ogg', 'My talk.mp3']) {
    await expect(row(page, name)).toContainText('Done, 4 words')
    await expect(row(page, name)).toContainText('Everything that was said.')
  }
  const rejected = page.getByRole('list', { name: 'Files not added' })
  await expect(panel(page)).toContainText('1 file wasn’t added')
  await expect(rejected.getByRole('listitem')).toHaveText(/^“notes\.mp3” .+\.$/)
  await expect(row(page, 'notes.mp3')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(rejected).toHaveCount(0)

  const sent = transcriptionService.requests.map(({ fields, name, mimeType }) => ({ fields, name, mimeType }))
  const fields = { model: 'gen-4o-transcribe' }
  expect(sent.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
    { fields, name: 'My talk.flac', mimeType: 'audio/flac' },
    { fields, name: 'opus.ogg', mimeType: 'audio/ogg' },
    { fields, name: 'speech.m4a', mimeType: expect.stringContaining('mp4') },
    { fields, name: 'speech.mp3', mimeType: 'audio/mpeg' },
  ])
  const flac = transcriptionService.requests.find(({ name }) => name === 'My talk.flac')
  expect(flac?.bytes.equals(misnamed.buffer)).toBe(true)
})

test('language, prompt and temperature are sent if set, and streamed text is shown immediately', async ({
  application: { page },
  transcriptionService,
}) => {
  const options = await openSection(page, 'Provider-specific options')
  await options.getByRole('textbox', { name: 'Language' }).fill('english')
  await drop(page, makeWav('talk.wav', { seconds: 2 }))
  // The error is shown, and the dropped file waits.
  await expect(panel(page)).toContainText('Couldn’t add 1 file yet')
  await expect(panel(page)).toContainText('Language must be a two-letter language code, such as en.')
  expect(transcriptionService.requests).toEqual([])
  await options.getByRole('textbox', { name: 'Prompt' }).fill('Kirovograd, Ms. Ōyama')
  await options.getByRole('textbox', { name: 'Temperature' }).fill('0.2')
  await options.getByRole('switch', { name: 'Stream transcript' }).click()
  await options.getByRole('textbox', { name: 'Language' }).fill('EN')
  const [request] = await transcriptionService.wait(1)
  expect(request?.fields).toEqual({
    model: 'gen-4o-transcribe',
    language: 'en',
    prompt: 'Kirovograd, Ms. Ōyama',
    temperature: '0.2',
    stream: 'true',
  })
  request?.sendDelta('Ms. Ōyama ')
  await expect(row(page, 'talk.wav')).toContainText('… Ms. Ōyama')
  const opened = await openTranscript(page, 'talk.wav')
  await expect(transcriptText(page)).toContainText('Ms. Ōyama')
  await expect(opened).toContainText('Read-only until transcription finishes')
  request?.sendDelta('lives here.')
  await expect(transcriptText(page)).toContainText('Ms. Ōyama lives here.')
  request?.finish('Ms. Ōyama lives here.')
  await expect(row(page, 'talk.wav')).toContainText('Done, 4 words')
  await expect(opened).toContainText('4 words · 21 characters · 0:02 · gen-4o-transcribe · en')
})

test('an open file shows its settings, and is transcribed again with others', async ({
  application: { page },
  transcriptionService,
}) => {
  transcriptionService.respondTo = ({ fields }) => `Words in ${fields.language ?? 'any language'}.`
  const options = await openSection(page, 'Provider-specific options')
  await options.getByRole('textbox', { name: 'Language' }).fill('de')
  await drop(page, makeWav('talk.wav', { seconds: 2 }))
  await expect(row(page, 'talk.wav')).toContainText('Words in de.')
  await options.getByRole('textbox', { name: 'Language' }).fill('fr')
  await openTranscript(page, 'talk.wav')
  const settings = page.getByRole('region', { name: 'Settings of the open file' })
  await expect(settings).toContainText('LanguageGerman')
  // Each job is billed: a double-click adds one.
  await settings.getByRole('button', { name: 'Transcribe again' }).dblclick()
  await expect(page.getByText('talk.wav added to the queue with the current settings')).toBeVisible()
  await expect(row(page, 'talk.wav')).toHaveCount(2)
  await expect(row(page, 'talk.wav').first()).toContainText('Words in fr.')
  await expect(transcriptText(page)).toHaveText('Words in de.')
  expect(transcriptionService.requests.map(({ fields }) => fields.language)).toEqual(['de', 'fr'])
  await settings.getByRole('button', { name: 'Use settings' }).click()
  await expect(options.getByRole('textbox', { name: 'Language' })).toHaveValue('de')
})

test('audio over the limit is split at its silences, sent in order, and merged', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await setMaxChunkMinutes(application, 1)
  await drop(page, makeWav('Long talk.wav', { seconds: 130, silences: [20, 50, 105] }))
  const lengths = [50.5, 55, 24.5]
  for (const [index, text] of ['First part.', 'Second part.', 'Third part.'].entries()) {
    const [chunk] = await transcriptionService.wait(1, index)
    expect(chunk?.name).toBe(`Long talk (${index + 1} of 3).wav`)
    expect((chunk?.bytes.length ?? 0) / 16_000).toBeCloseTo(lengths[index] ?? 0, 0)
    await expect(row(page, 'Long talk.wav')).toContainText(`chunk ${index + 1} of 3`)
    await expect(row(page, 'Long talk.wav').getByRole('img')).toHaveAccessibleName(
      [`3 chunks: ${index > 0 ? `${index} done, ` : ''}1 sending`, index < 2 && `${2 - index} waiting`]
        .filter(Boolean)
        .join(', '),
    )
    chunk?.respond(text)
  }
  await expect(row(page, 'Long talk.wav')).toContainText('Done, 6 words')
  await openTranscript(page, 'Long talk.wav')
  await expect(transcriptText(page)).toHaveText('First part. Second part. Third part.')
})

test('if audio is split during speech, words in both chunks appear once in the transcript', async ({
  application,
  transcriptionService,
}) => {
  const { page } = application
  await setMaxChunkMinutes(application, 1)
  await drop(page, makeWav('hum.wav', { seconds: 80 }))
  const [first] = await transcriptionService.wait(1)
  await expect(row(page, 'hum.wav').getByRole('img')).toHaveAccessibleName(/1 split during speech/)
  first?.respond('The boat goes down the river to the')
  const [second] = await transcriptionService.wait(1, 1)
  second?.respond('the river to the wide sea.')
  await expect(row(page, 'hum.wav')).toContainText('Done')
  await openTranscript(page, 'hum.wav')
  await expect(transcriptText(page)).toHaveText('The boat goes down the river to the wide sea.')
})
