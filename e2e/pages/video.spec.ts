// Videos: which request is sent, how each result is shown, polling and downloads, also after a restart.
import { expect, type Page } from '@playwright/test'
import { paint } from '../drawing-steps'
import { test } from '../page-test'
import { done, filtered } from '../scripted-video-service'
import {
  act,
  addJob,
  addPictures,
  chooseIn,
  field,
  form,
  generate,
  openedJob,
  openJob,
  openVideos,
  player,
  prompt,
  row,
  videos,
} from '../video-steps'

const model = 'gen-video-3.1-fast-generate-preview'
const path = `/v1beta/models/${model}:predictLongRunning`
const text = 'A paper boat.'

const toImage = (bytes: Buffer) => ({ bytesBase64Encoded: bytes.toString('base64'), mimeType: 'image/png' })
const statusLine = (page: Page) => page.getByRole('contentinfo')

test('a prompt alone is sent without other fields, polled, downloaded and ready; running jobs are counted', async ({
  application: { page },
  videoService,
}) => {
  const badge = page.getByRole('button', { name: 'Video', exact: true }).locator('[data-badge]')
  await expect(page.getByText('What would you like to create?')).toBeVisible()
  await generate(page, text)
  await videoService.wait(1)
  expect(videoService.submissions).toEqual([{ path, body: { instances: [{ prompt: text }] } }])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, text)).toContainText(/Generating · \d+ s.*next check in \d+ s/)
  await expect(badge).toHaveText('1')
  await expect(statusLine(page)).toContainText('1 running: 1 video')
  await openedJob(page).getByRole('button', { name: 'Technical details' }).click()
  await expect(openedJob(page).getByText(/^operations\/[a-z0-9]+$/)).toBeVisible()

  await act(page, 'Check now')
  await openedJob(page).getByRole('button', { name: 'Polling log: 1 check' }).click()
  videoService.operation = done
  await act(page, 'Check now')
  await expect(player(page)).toBeVisible()
  await expect(row(page, text)).toContainText('Ready')
  const details = openedJob(page).getByRole('region', { name: 'Details' })
  await expect(details).toContainText('64 × 64 · 6 s · 16.1 KB')
  const log = openedJob(page).getByRole('list', { name: 'Polling log' })
  await expect(log.getByRole('listitem')).toHaveText([/Done$/, /Generating$/])
  await expect(badge).toHaveCount(0)
  await expect(statusLine(page)).not.toContainText('running')
  const { submissions, polls, ranges } = videoService
  expect([submissions.length, polls, ranges]).toEqual([1, 2, ['whole']])
})

test('every option is sent as set, with pictures byte for byte, named in the form, and reset', async ({
  application: { page },
  videoService,
}) => {
  const [first, last] = [1, 2].map((color) => paint({ width: 32, height: 18 }, color)) as [Buffer, Buffer]
  await addPictures(page, 'first frame', first)
  await addPictures(page, 'last frame', last)
  await chooseIn(page, 'Aspect ratio', '9:16')
  await chooseIn(page, 'Duration', '8 s')
  await chooseIn(page, 'Resolution', '1080p')
  await form(page)
    .getByRole('button', { name: /^More options/ })
    .click()
  await form(page).getByRole('textbox', { name: 'Negative prompt' }).fill('Rain.')
  await form(page).getByRole('combobox', { name: 'Person generation' }).click()
  await page.getByRole('option', { name: 'Adults only' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('0')
  await generate(page, text)
  await videoService.wait(1)
  expect(videoService.submissions[0]?.body).toEqual({
    instances: [{ prompt: text, image: toImage(first), lastFrame: toImage(last) }],
    parameters: {
      aspectRatio: '9:16',
      durationSeconds: 8,
      resolution: '1080p',
      negativePrompt: 'Rain.',
      personGeneration: 'allow_adult',
      seed: 0,
    },
  })
  const details = openedJob(page).getByRole('region', { name: 'Details' })
  await expect(details.getByRole('list', { name: 'Input images' })).toContainText(/First frame.*Last frame/s)
  await expect(details).toContainText('adults only')

  // The form stays, names all that is carried into the next video, and asks before it is sent again unchanged.
  await expect(form(page)).toContainText(
    'With first frame · last frame · 9:16 · 8 s · 1080p · negative prompt · adults only · seed 0',
  )
  await form(page).getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(form(page)).toContainText('Generate the same video again? It’s billed as a new video.')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await form(page).getByRole('button', { name: 'Reset options' }).click()
  await expect(field(page, 'First frame').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expect(prompt(page)).toHaveValue(text)
})

test('contradictory options are reported at their fields; nothing is sent, and no input is lost', async ({
  application: { page },
  videoService,
}) => {
  const press = () => form(page).getByRole('button', { name: 'Generate' }).click()
  const references = field(page, 'Reference images')
  await press()
  await expect(form(page)).toContainText('Enter a prompt.', { ignoreCase: true })
  await expect(prompt(page)).toBeFocused()
  await prompt(page).fill(text)
  await addPictures(page, 'first frame', paint({ width: 16, height: 16 }, 1))
  const pictures = [2, 3, 4].map((color) => paint({ width: 16, height: 16 }, color))
  await addPictures(page, 'reference', ...pictures)
  await expect(references.getByRole('button', { name: 'Add reference' })).toHaveCount(0)
  await expect(references.getByRole('alert')).toHaveText(/can’t be combined with a first frame/i)
  await press()
  await expect(references.getByRole('button', { name: /^reference 1\.png/ })).toBeFocused()
  expect(videoService.submissions).toEqual([])

  const frame = field(page, 'First frame').getByRole('button', { name: 'first frame 1.png', exact: true })
  await frame.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await frame.press('Delete')
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Words.') }
  await form(page).getByLabel('Image for the first frame').setInputFiles(notes)
  await expect(field(page, 'First frame').getByRole('alert')).toContainText('notes.png')
  await press()
  await videoService.wait(1)
  const referenceImages = pictures.map((bytes) => ({ image: toImage(bytes), referenceType: 'asset' }))
  expect(videoService.submissions[0]?.body).toEqual({ instances: [{ prompt: text, referenceImages }] })
})

test('blocked, rejected and interrupted videos are explained, and only possibly billed ones need a confirmation', async ({
  application,
  videoService,
}) => {
  await addJob(application, 'Somebody known.')
  await openJob(application.page, 'Somebody known.')
  videoService.operation = filtered('The prompt names a person.')
  await act(application.page, 'Check now')
  await expect(row(application.page, 'Somebody known.')).toContainText(
    /Blocked · now.*The prompt names a person\./s,
  )
  await expect(openedJob(application.page)).toContainText('Blocked by the model’s safety filter')
  videoService.error = { status: 400, message: 'Your country is not served.' }
  await addJob(application, 'Something else.')
  await openJob(application.page, 'Something else.')
  await expect(openedJob(application.page)).toContainText('Your country is not served.')
  videoService.error = null
  videoService.isUnresponsive = true
  await act(application.page, 'Generate again')
  await videoService.wait(3)
  expect(videoService.submissions[2]).toEqual(videoService.submissions[1])
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Sending')

  await application.relaunch()
  const { page } = application
  videoService.isUnresponsive = false
  await openVideos(page)
  await expect(videos(page).getByRole('listitem').first()).toContainText('Interrupted')
  await expect(openedJob(page)).toContainText('the video is being generated and billed')
  const question = openedJob(page).getByRole('alert', { name: 'Generate again?' })
  await act(page, 'Generate again')
  await expect(question).toContainText('The first video may already have been billed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await act(page, 'Generate again')
  expect(videoService.submissions).toHaveLength(3)
  await question.getByRole('button', { name: 'Generate again' }).click()
  await videoService.wait(4)
  expect(videoService.submissions[3]).toEqual(videoService.submissions[1])

  const search = page.getByRole('searchbox', { name: 'Search videos' })
  await search.fill('KNOWN')
  await expect(videos(page).getByRole('listitem')).toHaveText([/Somebody known\./])
  await search.press('Escape')
  await expect(videos(page).getByRole('listitem')).toHaveCount(4)
})

test('a job waits while another provider is selected, stops being polled on request, and continues', async ({
  application,
  videoService,
}) => {
  const { page } = application
  const desktop = await application.desktop()
  await addJob(application, text)
  await openJob(page, text)
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  const { upstream } = await desktop.settings.read()
  await desktop.settings.update({ upstream: { kind: 'demo' } })
  await expect(row(page, text)).toContainText('Queued')
  await expect(openedJob(page)).toContainText(/Paused: this job was sent to Scripted \(127/)
  await act(page, 'Check now')
  // In its row, and now as a message.
  await expect(page.getByRole('listitem').filter({ hasText: 'Paused' })).toHaveCount(2)
  await desktop.settings.update({ upstream })
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  const { polls } = videoService
  await act(page, 'Stop polling')
  await expect(row(page, text)).toContainText('Polling stopped')
  await expect(openedJob(page)).toContainText('The provider is still generating this video and will bill it.')
  await expect(openedJob(page).getByRole('button', { name: 'Check now' })).toHaveCount(0)
  expect(videoService.polls).toBe(polls)
  videoService.operation = done
  await act(page, 'Resume polling')
  await expect(row(page, text)).toContainText('Ready')
  expect([videoService.submissions.length, videoService.polls]).toEqual([1, polls + 1])
})

test('a provider that is reselected before the previous selection is saved is the one that is used', async ({
  application,
  videoService,
}) => {
  const { page, electron } = application
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('radio', { name: 'Demo' }).waitFor()
  await page.evaluate(() => {
    const names = ['Demo', 'Video', 'Settings', 'Custom service']
    const click = () => {
      const [name = ''] = names.splice(0, 1)
      const controls = [...document.querySelectorAll<HTMLElement>('[role="radio"], nav button')]
      controls.find((each) => (each.ariaLabel ?? each.textContent)?.includes(name))?.click()
      if (names.length > 0) setTimeout(click, 50)
      else document.title = 'selected'
    }
    setTimeout(click, 200)
  })
  // The main process is blocked until the second choice is made, so nothing is saved before.
  await electron.evaluate(() => {
    for (const end = Date.now() + 1000; Date.now() < end; );
  })
  await expect.poll(() => page.title()).toBe('selected')
  await expect(statusLine(page)).toContainText('Scripted')
  const desktop = await application.desktop()
  await expect.poll(async () => (await desktop.settings.read()).upstream.kind).toBe('service')
  await openVideos(page)
  await generate(page, text)
  await videoService.wait(1)
})

test('a broken download says why it waits, shows its progress, and resumes where it stopped, also after a restart', async ({
  application,
  videoService,
}) => {
  videoService.operation = done
  videoService.downloadFaults = [
    { bytes: 5000, after: 'breaks' },
    { bytes: videoService.video.length / 2 - 5000, after: 'stalls' },
  ]
  const id = await addJob(application, text)
  await openJob(application.page, text)
  await act(application.page, 'Check now')
  await expect(row(application.page, text)).toContainText('Queued')
  await expect(openedJob(application.page)).toContainText(/connection|ended|broke/i)
  await (await application.desktop()).videos.pollNow({ id })
  const progress = openedJob(application.page).getByRole('progressbar', { name: 'Download' })
  await expect(progress).toHaveAttribute('aria-valuenow', '50')
  await expect(row(application.page, text)).toContainText('Downloading 50%')
  await application.relaunch()
  await openVideos(application.page)
  await expect(player(application.page)).toBeVisible()
  const half = videoService.video.length / 2
  expect(videoService.ranges).toEqual(['whole', 'bytes=5000-', `bytes=${half}-`])
  expect([videoService.submissions.length, videoService.polls]).toEqual([1, 1])
})
