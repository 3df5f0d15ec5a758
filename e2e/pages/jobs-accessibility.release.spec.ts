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

const notAudio = { name: 'notes.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('Only words.') }

test('Video', async ({ application, videoService }) => {
  const { page } = application
  const { act, addJob, addPictures, field, form, openedJob, openJob, row } = video
  await expectNoViolations(page, 'an empty panel')
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 0x225522))
  await form(page).getByRole('button', { name: 'Generate' }).click()
  await expect(field(page, 'Last frame').getByRole('alert')).toBeVisible()
  await expectNoViolations(page, 'an error at its field')
  await video.addVideo(application, videoService)
  await video.addVideo(application, videoService, { prompt: 'Another one.' })
  await openedJob(page).getByRole('button', { name: 'Compare…' }).click()
  await page.getByRole('menuitem', { name: /^A paper boat/ }).click()
  await expect(openedJob(page).getByLabel('Video: A paper boat.')).toBeVisible()
  await expectNoViolations(page, 'two videos side by side')
  const ends = {
    'One that is filtered.': filtered('Too loud.'),
    'One that has failed.': failed('Too small.'),
  }
  for (const [text, operation] of Object.entries(ends)) {
    videoService.operation = operation
    await addJob(application, text)
    await openJob(page, text)
    await act(page, 'Check now')
    await act(page, 'Generate again')
  }
  await expect(openedJob(page).getByRole('alert', { name: 'Generate again?' })).toBeVisible()
  await expectNoViolations(page, 'the confirmation before generating again')
  videoService.operation = running
  await addJob(application, 'One that is not polled.')
  await openJob(page, 'One that is not polled.')
  await act(page, 'Stop polling')
  await expectNoViolations(page, 'a video whose polling is stopped')
  videoService.operation = done
  videoService.downloadFaults = [{ bytes: 8000, after: 'stalls' }]
  await addJob(application, 'One that downloads.')
  await openJob(page, 'One that downloads.')
  await act(page, 'Check now')
  await expect(openedJob(page).getByRole('progressbar', { name: 'Download' })).toBeVisible()
  videoService.isUnresponsive = true
  for (const text of ['One that is sent.', 'Another one that is sent.', 'One that waits.'])
    await addJob(application, text)
  await expect(row(page, 'One that waits.')).toContainText('Queued')
  await expectNoViolations(page, 'a video that is downloading, among all others')
})

test('Transcribe', async ({ application, transcriptionService }) => {
  const { page } = application
  const { drop, openTranscript, recorder, row, transcriptText } = transcribe
  await openSection(page, 'Provider-specific options')
  await expectNoViolations(page, 'an empty panel with its settings')
  await transcribe.splitByMinute(application)
  await drop(page, makeWav('done.wav', { seconds: 2 }), notAudio)
  const [first] = await transcriptionService.wait(1)
  first?.respond('Everything that was said.')
  await expect(row(page, 'done.wav')).toContainText('Done')
  await drop(page, makeWav('failed.wav', { seconds: 3 }), makeWav('canceled.wav', { seconds: 4 }))
  const requests = await transcriptionService.wait(2, 1)
  requests.find(({ name }) => name === 'failed.wav')?.fail(400, 'This one is too loud.')
  await transcribe.act(page, 'Cancel', 'canceled.wav')
  await expect(row(page, 'canceled.wav')).toContainText('Canceled')
  await drop(page, makeWav('Long.wav', { seconds: 100, silences: [50] }), makeWav('sent.wav', { seconds: 5 }))
  await transcriptionService.wait(2, 3)
  await drop(page, makeWav('queued.wav', { seconds: 6 }), makeWav('paused.wav', { seconds: 7 }))
  await transcribe.act(page, 'Pause', 'paused.wav')
  await expect(row(page, 'queued.wav')).toContainText('Queued')
  await transcribe.act(page, 'Retry', 'canceled.wav')
  await expect(transcribe.retryWarning(page, 'canceled.wav')).toBeVisible()
  await expectNoViolations(page, 'files in every state, a rejected file and a warning')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(recorder(page).getByRole('status')).toHaveText('Recording')
  await expectNoViolations(page, 'recording')
  await recorder(page).getByRole('button', { name: 'Discard recording' }).click()
  await openTranscript(page, 'Long.wav')
  await expectNoViolations(page, 'an unfinished transcript')
  const opened = await openTranscript(page, 'done.wav')
  await page.keyboard.press('Control+h')
  await opened.getByRole('searchbox', { name: 'Find' }).fill('that')
  await expectNoViolations(page, 'a search in a transcript')
  await page.keyboard.press('Escape')
  await transcriptText(page).click()
  await page.keyboard.type('And more. ')
  await opened.getByRole('button', { name: 'Version history' }).click()
  await expect(page.getByRole('dialog', { name: 'Version history' }).locator('ins')).toBeVisible()
  await expectNoViolations(page, 'the version history', '[role=dialog]')
})

test('Embeddings', async ({ application, embeddingService }) => {
  const { page } = application
  const { addSet, openInspector, panel, rows, run, showView, tally, tenTexts, toThemedVector } = embeddings
  await openInspector(page)
  await expectNoViolations(page, 'no set is open')
  embeddingService.answer = ({ text, respond, fail }) => {
    if (text === tenTexts[0]) fail(400, 'This text isn’t allowed here.')
    else if (text !== tenTexts[1]) respond(toThemedVector(text))
  }
  await addSet(application, { rows: tenTexts.map((text) => ({ text })) }, false)
  await dropFiles(panel(page), {
    name: 'a.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('a;b\nA;é;x\nB\n'),
  })
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Import \d rows$/ })).toBeVisible()
  await expectNoViolations(page, 'a file with irregular rows', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await run(page).click()
  await expect(page.getByText('9 of 10').last()).toBeVisible()
  await rows(page).nth(5).dblclick()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await expectNoViolations(page, 'rows that run, are done, have failed, and one that is edited')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click()
  embeddingService.answer = ({ text, respond }) => respond(toThemedVector(text))
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  await embeddings.writeDimensions(await openInspector(page), '12345')
  await page.mouse.move(0, 0)
  await expectNoViolations(page, 'invalid dimensions')
  await showView(page, 'Compare')
  await page.getByRole('button', { name: 'Duplicate set…' }).click()
  await expectNoViolations(page, 'the settings of a duplicate', '[role=dialog]')
  await page.getByRole('dialog').getByRole('radio', { name: '768' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate set' }).click()
  await run(page).click()
  await expect(tally(page)).toHaveText('10 rows · 10 done')
  const parts = {
    Vector: page.getByLabel('Statistics'),
    Matrix: page.getByRole('grid', { name: 'Similarity matrix' }),
    Neighbors: page.getByRole('list', { name: 'Nearest rows' }),
    Map: page.getByRole('application', { name: 'Map of 10 texts' }),
    Compare: page.getByRole('listbox', { name: 'Rows that changed most' }),
  } as const
  for (const name of ['Vector', 'Matrix', 'Neighbors', 'Map', 'Compare'] as const) {
    await showView(page, name)
    await expect(parts[name]).toBeVisible()
    await expectNoViolations(page, name)
  }
})
