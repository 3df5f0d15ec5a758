// Video, Transcribe and Embeddings have no axe violations in any state and either theme.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav } from '../audio-files'
import { openSection } from '../chat-steps'
import { paint } from '../drawing-steps'
import * as embeddings from '../embeddings-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import { done, failed, filtered, running } from '../scripted-video-service'
import * as transcribe from '../transcribe-steps'
import * as video from '../video-steps'

// axe checks whole panels many times.
test.slow()

test('Video', async ({ application, videoService }) => {
  const { page } = application
  const { act, addJob, addPictures, addVideo, field, form, openedJob, openJob } = video
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 0x225522))
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(field(page, 'Last frame').getByRole('alert')).toBeVisible()
  await expectNoViolations(page, 'no video, and an error at its field')
  await addVideo(application, videoService)
  await addVideo(application, videoService, { prompt: 'Another one.' })
  await openedJob(page).getByRole('button', { name: 'Compare…' }).click()
  await page.getByRole('menuitem', { name: /^A paper boat/ }).click()
  await expect(openedJob(page).getByLabel('Video: A paper boat.')).toBeVisible()
  await expectNoViolations(page, 'two videos side by side')
  const check = async (text: string, action: string) => {
    await addJob(application, text)
    await openJob(page, text)
    await act(page, action)
  }
  videoService.operation = filtered('The prompt names a person.')
  await check('One that is filtered.', 'Check now')
  videoService.operation = running
  await check('One that is not polled.', 'Stop polling')
  videoService.operation = failed('The picture is too small.')
  await check('One that has failed.', 'Check now')
  await act(page, 'Generate again')
  await expect(openedJob(page).getByRole('alert', { name: 'Generate again?' })).toBeVisible()
  videoService.operation = done
  videoService.downloadFaults = [{ bytes: 8000, after: 'stalls' }]
  await expectNoViolations(page, 'the confirmation before generating again')
  await check('One that downloads.', 'Check now')
  await expect(openedJob(page).getByRole('progressbar', { name: 'Download' })).toBeVisible()
  await expectNoViolations(page, 'a video that is downloading, among all others')
})

test('Transcribe', async ({ application, transcriptionService }) => {
  const { page } = application
  const { act, drop, openTranscript, recorder, retryWarning, row } = transcribe
  await openSection(page, 'Provider-specific options')
  await expectNoViolations(page, 'an empty panel with its settings')
  const notAudio = { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Only words.') }
  await drop(page, makeWav('failed.wav', { seconds: 2 }), makeWav('canceled.wav', { seconds: 3 }), notAudio)
  const requests = await transcriptionService.wait(2)
  requests.find(({ name }) => name === 'failed.wav')?.fail(400, 'This one is too loud.')
  await act(page, 'Cancel', 'canceled.wav')
  await drop(page, makeWav('done.wav', { seconds: 4 }))
  const [, , third] = await transcriptionService.wait(3)
  third?.respond('Everything that was said.')
  await expect(row(page, 'done.wav')).toContainText('Done')
  await drop(page, ...[5, 6, 7, 8].map((seconds) => makeWav(`${seconds}.wav`, { seconds })))
  await act(page, 'Pause', '8.wav')
  await act(page, 'Retry', 'canceled.wav')
  await expect(retryWarning(page, 'canceled.wav')).toBeVisible()
  await expectNoViolations(page, 'files in every state, a rejected file and a warning')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expectNoViolations(page, 'recording')
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  const opened = await openTranscript(page, 'done.wav')
  await page.keyboard.press('Control+h')
  await opened.getByRole('searchbox', { name: 'Find' }).fill('that')
  await expectNoViolations(page, 'a search in a transcript')
  await opened.getByRole('button', { name: 'Version history' }).click()
  await expect(page.getByRole('dialog', { name: 'Version history' })).toBeVisible()
  await expectNoViolations(page, 'the version history', '[role=dialog]')
})

test('Embeddings', async ({ application, embeddingService }) => {
  const { page } = application
  const { addSet, openInspector, panel, rows, showView, tally, themedSet, toThemedVector } = embeddings
  const run = () => embeddings.run(page).click()
  await openInspector(page)
  await expectNoViolations(page, 'no set is open')
  embeddingService.answer = ({ text, respond, fail }) => {
    if (text.includes('boat')) fail(400, 'This text isn’t allowed here.')
    else if (!text.includes('bread')) respond(toThemedVector(text))
  }
  await addSet(application, themedSet, false)
  await run()
  await expect(rows(page).filter({ hasText: 'Failed: ' })).toHaveCount(2)
  await rows(page).nth(9).dblclick()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await expectNoViolations(page, 'rows that run, are done, have failed, and one that is edited')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  embeddingService.answer = ({ text, respond }) => respond(toThemedVector(text))
  await run()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await dropFiles(panel(page), {
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a;b\nA;x;y\nB\n'),
  })
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Import \d rows?$/ })).toBeVisible()
  await expectNoViolations(page, 'a file with irregular rows', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await showView(page, 'Compare')
  await page.getByRole('button', { name: 'Duplicate set…' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: '768' }).click()
  await expectNoViolations(page, 'the settings of a duplicate', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate set' }).click()
  await run()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  const parts = {
    Vector: page.getByLabel('Statistics'),
    Matrix: page.getByRole('grid', { name: 'Similarity matrix' }),
    Neighbors: page.getByRole('list', { name: 'Nearest rows' }),
    Map: page.getByRole('application', { name: 'Map of 10 texts' }),
    Compare: page.getByRole('listbox', { name: 'Rows that changed most' }),
  }
  for (const name of ['Vector', 'Matrix', 'Neighbors', 'Map', 'Compare'] as const) {
    await showView(page, name)
    await expect(parts[name]).toBeVisible()
    await expectNoViolations(page, name)
  }
})
