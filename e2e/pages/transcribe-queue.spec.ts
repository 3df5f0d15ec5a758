// The queue of audio files: pausing, canceling, retrying, reordering, and recovery after a kill.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav } from '../audio-files'
import { expectOnDisk, openSection } from '../chat-steps'
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
  row,
  setMaxChunkMinutes,
  transcriptText,
} from '../transcribe-steps'
import { answerDialogs } from '../video-steps'
import { resize } from '../window-size'

/** Each file has another length: equal bytes would be the same file. */
const makeWavs = (...names: string[]) => names.map((name, at) => makeWav(name, { seconds: at + 1 }))

test('files are reordered by keyboard, paused, canceled, and retried', async ({
  application: { page },
  transcriptionService,
}) => {
  const { keyboard } = page
  await drop(page, ...makeWavs('a.wav', 'b.wav', 'c.wav', 'd.wav', 'e.wav'))
  // Two are sent concurrently.
  const [a, b] = await transcriptionService.wait(2)
  expect([a?.name, b?.name].sort()).toEqual(['a.wav', 'b.wav'])
  await expect(row(page, 'e.wav')).toContainText('Queued')
  expect(await listNames(page)).toEqual(['a.wav', 'b.wav', 'c.wav', 'd.wav', 'e.wav'])
  await files(page).focus()
  await keyboard.press('End')
  await keyboard.press('Alt+ArrowUp')
  await expect.poll(() => listNames(page)).toEqual(['a.wav', 'b.wav', 'c.wav', 'e.wav', 'd.wav'])
  await keyboard.press('Alt+ArrowUp')
  await expect.poll(() => listNames(page)).toEqual(['a.wav', 'b.wav', 'e.wav', 'c.wav', 'd.wav'])
  await act(page, 'Pause', 'c.wav')
  await expect(row(page, 'c.wav')).toContainText('Paused')
  for (const request of [a, b]) request?.respond('Done so far.')
  const next = await transcriptionService.wait(2, 2)
  expect(next.map(({ name }) => name).sort()).toEqual(['d.wav', 'e.wav'])

  const [d, e] = next.sort((one, other) => one.name.localeCompare(other.name))
  await act(page, 'Cancel', 'd.wav')
  await expect(row(page, 'd.wav')).toContainText('Canceled')
  await expect.poll(() => d?.wasAborted()).toBe(true)
  e?.fail(400, 'This one is too loud.')
  await expect(row(page, 'e.wav')).toContainText('Failed')
  await expect(row(page, 'e.wav')).toContainText('This one is too loud.')
  await act(page, 'Retry', 'e.wav')
  const [again] = await transcriptionService.wait(1, 4)
  expect(again?.name).toBe('e.wav')
  again?.respond('Better.')
  await expect(row(page, 'e.wav')).toContainText('Done, 1 word')
  await act(page, 'Resume', 'c.wav')
  const [c] = await transcriptionService.wait(1, 5)
  c?.respond('At last.')
  await expect(row(page, 'c.wav')).toContainText('Done')

  // Its request was aborted, and may have been billed.
  await act(page, 'Retry', 'd.wav')
  const warning = page.getByRole('alert').filter({ hasText: 'Retry d.wav?' })
  await expect(warning).toContainText('retrying may bill it twice')
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(warning).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear finished' }).click()
  await expect.poll(() => listNames(page)).toEqual([])
  expect(transcriptionService.requests).toHaveLength(6)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => listNames(page)).toHaveLength(5)
})

test('after a kill while sending a chunk, nothing is sent again automatically, and a retry sends only missing chunks', async ({
  application,
  transcriptionService,
}) => {
  await setMaxChunkMinutes(application, 1)
  await drop(application.page, makeWav('Long talk.wav', { seconds: 130, silences: [50, 105] }))
  const [first] = await transcriptionService.wait(1)
  first?.respond('First part.')
  await transcriptionService.wait(1, 1)
  await drop(application.page, makeWav('short.wav', { seconds: 3 }))
  await transcriptionService.wait(1, 2)
  await drop(application.page, makeWav('queued.wav', { seconds: 4 }))
  await expect(row(application.page, 'queued.wav')).toContainText('Queued')
  await application.kill()
  await application.launch()
  const { page } = application
  await openTranscribe(page)
  await expect(row(page, 'Long talk.wav')).toContainText('Interrupted')
  await expect(row(page, 'short.wav')).toContainText('Interrupted')
  await expect(row(page, 'short.wav')).toContainText('may have been billed')
  // A file that had not been sent continues automatically.
  const [queued] = await transcriptionService.wait(1, 3)
  queued?.respond('Never sent before.')
  await expect(row(page, 'queued.wav')).toContainText('Done, 3 words')
  expect(transcriptionService.requests.map(({ name }) => name)).toEqual([
    'Long talk (1 of 3).wav',
    'Long talk (2 of 3).wav',
    'short.wav',
    'queued.wav',
  ])

  await act(page, 'Retry', 'Long talk.wav')
  const warning = page.getByRole('alert').filter({ hasText: 'Retry Long talk.wav?' })
  await expect(warning).toContainText('Finished chunks aren’t sent again.')
  expect(transcriptionService.requests).toHaveLength(4)
  await warning.getByRole('button', { name: 'Retry anyway' }).click()
  for (const [index, text] of ['Second part.', 'Third part.'].entries()) {
    const [chunk] = await transcriptionService.wait(1, 4 + index)
    expect(chunk?.name).toBe(`Long talk (${index + 2} of 3).wav`)
    chunk?.respond(text)
  }
  await expect(row(page, 'Long talk.wav')).toContainText('Done, 6 words')
  await openTranscript(page, 'Long talk.wav')
  await expect(transcriptText(page)).toHaveText('First part. Second part. Third part.')
})

test('after a kill while files are copied, copied ones continue and the others are named', async ({
  application,
  transcriptionService,
}) => {
  await drop(application.page, makeWav('first.wav', { seconds: 1 }))
  const [first] = await transcriptionService.wait(1)
  first?.respond('One.')
  await expect(row(application.page, 'first.wav')).toContainText('Done, 1 word')
  // The second part of a file is never copied.
  await application.page.evaluate(() => {
    const original = window.fetch
    window.fetch = (url, init) =>
      String(url).includes('offset=2097152') ? new Promise(() => undefined) : original(url, init)
  })
  await drop(application.page, makeWav('long.wav', { seconds: 200 }), makeWav('short.wav', { seconds: 2 }))
  const copying = files(application.page).getByRole('row', { name: 'Copying long.wav' })
  await expect(copying).toContainText(/Copying [1-9]\d%/)
  await expect(files(application.page).getByRole('row', { name: 'Copying short.wav' })).toContainText(
    'Queued',
  )
  await expect(application.page.getByText('2 copying · 1 finished')).toBeVisible()
  await expectOnDisk(application, '"name":"short.wav","source":')
  await application.kill()
  await application.launch()
  const { page } = application
  await openTranscribe(page)
  const [short] = await transcriptionService.wait(1, 1)
  expect(short?.name).toBe('short.wav')
  short?.respond('Two words.')
  await expect(row(page, 'short.wav')).toContainText('Done, 2 words')
  expect(await listNames(page)).toEqual(['short.wav', 'first.wav'])
  const notice = panel(page).getByRole('status').filter({ hasText: '1 file wasn’t copied' })
  await expect(notice.getByRole('list', { name: 'Files not copied' })).toHaveText('long.wav')
  await expectNoViolations(page, 'the notice of files that were not copied')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toHaveCount(0)
  await application.relaunch()
  await openTranscribe(application.page)
  await expect(row(application.page, 'short.wav')).toBeVisible()
  await expect(application.page.getByText('wasn’t copied')).toHaveCount(0)
  expect(transcriptionService.requests).toHaveLength(2)
})

test('quitting names the files that are being copied, and waits for them on request', async ({
  application,
  transcriptionService,
}) => {
  const { page, electron } = application
  // The second part of a file is copied only later.
  await page.evaluate(() => {
    const original = window.fetch
    const copied = new Promise<void>((resolve) => Object.assign(window, { copyOn: resolve }))
    window.fetch = async (url, init) => {
      if (String(url).includes('offset=2097152')) await copied
      return original(url, init)
    }
  })
  const names = ['a.wav', 'b.wav', 'c.wav', 'd.wav']
  await drop(page, ...names.map((name, at) => makeWav(name, { seconds: 140 + at })))
  await expect(files(page).getByRole('row', { name: 'Copying c.wav' })).toContainText(/Copying [1-9]\d%/)
  const readDialogs = await answerDialogs(application, 'Cancel')
  await electron.evaluate(({ app }) => app.quit())
  await expect.poll(readDialogs).toEqual([
    {
      message: 'Still in progress: 4 files being copied',
      detail: '4 files are still being copied. Files that aren’t complete have to be added again.',
      buttons: ['Quit when done', 'Quit', 'Cancel'],
    },
  ])
  await answerDialogs(application, 'Quit when done')
  await electron.evaluate(({ app }) => app.quit())
  await expect.poll(async () => (await readDialogs()).length).toBe(1)
  await application.waitUntilQuit(() =>
    page.evaluate(() => (window as unknown as { copyOn: () => void }).copyOn()),
  )
  await application.launch()
  await openTranscribe(application.page)
  await expect(row(application.page, 'd.wav')).toBeVisible()
  expect((await listNames(application.page)).toSorted()).toEqual(names)
  await expect(application.page.getByText('wasn’t copied')).toHaveCount(0)
  expect(transcriptionService.requests.length).toBeLessThanOrEqual(4)
})

test('files are selected, opened and removed by keyboard alone', async ({
  application: { page },
  transcriptionService,
}) => {
  const { keyboard } = page
  transcriptionService.respondTo = ({ name }) => `Words of ${name}.`
  await drop(page, ...makeWavs('a.wav', 'b.wav', 'c.wav'))
  for (const name of ['a.wav', 'b.wav', 'c.wav']) await expect(row(page, name)).toContainText('Done')
  await page.keyboard.press('Control+4')
  for (let count = 0; count < 40 && (await nameFocused(page)) !== 'Files'; count += 1)
    await keyboard.press('Tab')
  await keyboard.press('Home')
  const [name = ''] = await listNames(page)
  await expect(row(page, name)).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(transcriptText(page)).toHaveText(`Words of ${name}.`)
  await files(page).focus()
  await keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selected files' })).toContainText('2 files selected')
  await keyboard.press('Delete')
  await expect.poll(() => listNames(page)).toHaveLength(1)
  await expect(
    page.getByText('2 files removed from the list. Transcripts stay in the Library.'),
  ).toBeVisible()
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
})

test('Delete cancels files that wait, with Undo, and leaves those that are being sent', async ({
  application: { page },
  transcriptionService,
}) => {
  await drop(page, ...makeWavs('a.wav', 'b.wav', 'c.wav'))
  const sent = await transcriptionService.wait(2)
  await expect(row(page, 'c.wav')).toContainText('Queued')
  await files(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await expect(page.getByText('2 files in progress. Choose Cancel to stop.')).toBeVisible()
  await expect(row(page, 'c.wav')).toContainText('Canceled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'c.wav')).toContainText('Queued')
  for (const request of sent) {
    expect(request.wasAborted()).toBe(false)
    request.respond('Words.')
  }
  const [last] = await transcriptionService.wait(1, 2)
  last?.respond('More words.')
  await expect(row(page, 'c.wav')).toContainText('Done')
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
  const names = Array.from('abcdefghijklmn', (letter) => `${letter}.wav`)
  await drop(page, ...makeWavs(...names))
  for (const name of ['b.wav', 'c.wav']) await expect(row(page, name)).toContainText('Failed')
  const toolbar = page.getByRole('toolbar', { name: 'All files' })
  await expect(toolbar.getByRole('status')).toHaveText('2 failed · 12 finished')
  await toolbar.getByRole('button', { name: 'Failed only' }).click()
  await expect.poll(() => listNames(page)).toEqual(['c.wav', 'b.wav'])
  isBroken = false
  await toolbar.getByRole('button', { name: 'Retry failed' }).click()
  await expect(toolbar.getByRole('status')).toHaveText('14 finished')
  await expect.poll(() => listNames(page).then(({ length }) => length)).toBeGreaterThan(2)
  // Both at the same time.
  const retried = transcriptionService.requests.slice(14).map(({ name }) => name)
  expect(retried.sort()).toEqual(['b.wav', 'c.wav'])

  // Beside the transcript each row is taller, and this one would be below the list.
  await files(page).focus()
  await page.keyboard.press('End')
  await openTranscript(page, 'a.wav')
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await page.getByRole('button', { name: 'All files' }).click()
  await expect(row(page, 'a.wav')).toBeInViewport({ ratio: 1 })
})

test('a rate limit delays the next request by the stated time, and no file fails', async ({
  application: { page },
  transcriptionService,
}) => {
  await drop(page, makeWav('talk.wav', { seconds: 2 }))
  const [first] = await transcriptionService.wait(1)
  first?.fail(429, 'Too many requests. Please retry in 3s.')
  await expect(row(page, 'talk.wav')).toContainText(/Please retry in 3s\. Retrying in [123] s\./)
  await expect(row(page, 'talk.wav')).toContainText('Queued')
  const [, again] = await transcriptionService.wait(2)
  again?.respond('Now it is done.')
  await expect(row(page, 'talk.wav')).toContainText('Done, 4 words')
  expect(transcriptionService.requests.length).toBe(2)
})

test('long silences are not sent if they are skipped, and the open file shows how much that was', async ({
  application: { page },
  transcriptionService,
}) => {
  transcriptionService.respondTo = ({ name }) => `Words of ${name}.`
  const chunking = await openSection(page, 'Chunking')
  await chunking.getByRole('switch', { name: 'Skip long silences' }).click()
  const silences = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
  await drop(page, makeWav('gaps.wav', { seconds: 30, silences }))
  await expect(row(page, 'gaps.wav')).toContainText('Done, 14 words')
  const sizes = transcriptionService.requests.map(({ name, bytes }) => [
    name,
    Math.floor(bytes.length / 16_000),
  ])
  expect(sizes).toEqual([
    ['gaps (1 of 2).wav', 10],
    ['gaps (2 of 2).wav', 10],
  ])
  await openTranscript(page, 'gaps.wav')
  await expect(page.getByRole('region', { name: 'Settings of the open file' })).toContainText(
    'Silences0:09 skipped',
  )
})
