// Videos: which request is sent, how each result is shown, polling and downloads, also after a restart.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { paint } from '../drawing-steps'
import { test } from '../page-test'
import { done } from '../scripted-media'
import {
  act,
  addJob,
  addPicture,
  field,
  form,
  generate,
  openedJob,
  openJob,
  openVideos,
  player,
  prompt,
  row,
  videoModel,
  videos,
} from '../video-steps'

const text = 'A paper boat.'
const toImage = (bytes: Buffer) => ({ bytesBase64Encoded: bytes.toString('base64'), mimeType: 'image/png' })

test('a video is requested with every option, and ready', async ({ application: { page }, videoService }) => {
  const badge = page.getByRole('button', { name: 'Video', exact: true }).locator('[data-badge]')
  const [first, last] = [1, 2].map((color) => paint({ width: 32, height: 18 }, color)) as [Buffer, Buffer]
  await addPicture(page, 'first frame', first)
  await addPicture(page, 'last frame', last)
  for (const option of ['9:16', '8 s', '1080p'])
    await form(page).getByRole('radio', { name: option, exact: true }).click()
  await form(page)
    .getByRole('button', { name: /^More options/ })
    .click()
  await form(page).getByRole('textbox', { name: 'Negative prompt' }).fill('Rain.')
  await form(page).getByRole('combobox', { name: 'Person generation' }).click()
  await page.getByRole('option', { name: 'Adults only' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('0')
  await generate(page, text)
  await videoService.wait(1)
  const parameters = {
    aspectRatio: '9:16',
    durationSeconds: 8,
    resolution: '1080p',
    negativePrompt: 'Rain.',
    personGeneration: 'allow_adult',
    seed: 0,
  }
  const instances = [{ prompt: text, image: toImage(first), lastFrame: toImage(last) }]
  const path = `/v1beta/models/${videoModel}:predictLongRunning`
  expect(videoService.submissions).toEqual([{ path, body: { instances, parameters } }])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, text)).toContainText(/Generating · \d+ s.*next check in \d+ s/)
  await expect(badge).toHaveText('1')
  await expect(page.getByRole('contentinfo')).toContainText('1 running: 1 video')

  await act(page, 'Check now')
  await openedJob(page).getByRole('button', { name: 'Polling log: 1 check' }).click()
  videoService.operation = done
  await act(page, 'Check now')
  await expect(player(page)).toBeVisible()
  await expect(row(page, text)).toContainText('Ready')
  const details = openedJob(page).getByRole('region', { name: 'Details' })
  await expect(details).toContainText('16.1 KB')
  await expect(details).toContainText('adults only')
  // The scripted video is always the same.
  const pictures = details.getByRole('list', { name: 'Input images' })
  await expect(pictures).toContainText(/First frame.*The video starts differently.*Last frame/s)
  const log = openedJob(page).getByRole('list', { name: 'Polling log' })
  await expect(log.getByRole('listitem')).toHaveText([/Done$/, /Generating$/])
  await expect(badge).toHaveCount(0)
  expect([videoService.polls, videoService.ranges]).toEqual([2, ['whole']])

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

test('contradictory options are marked at their fields', async ({ application: { page }, videoService }) => {
  const press = () => form(page).getByRole('button', { name: 'Generate' }).click()
  await press()
  await expect(form(page)).toContainText('Enter a prompt.', { ignoreCase: true })
  await expect(prompt(page)).toBeFocused()
  await prompt(page).fill(text)
  await addPicture(page, 'first frame', paint({ width: 16, height: 16 }, 1))
  const picture = paint({ width: 16, height: 16 }, 2)
  await addPicture(page, 'reference', picture)
  const references = field(page, 'Reference images')
  await expect(references.getByRole('alert')).toHaveText(/can’t be combined with a first frame/i)
  await press()
  await expect(references.getByRole('button', { name: /^reference\.png/ })).toBeFocused()
  expect(videoService.submissions).toEqual([])
  await expectNoViolations(page, 'an error at its field')

  const frame = form(page).getByRole('button', { name: 'first frame.png', exact: true })
  await frame.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await frame.press('Delete')
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Words.') }
  await form(page).getByLabel('Image for the first frame').setInputFiles(notes)
  await expect(field(page, 'First frame').getByRole('alert')).toContainText('notes.png')
  await press()
  await videoService.wait(1)
  const referenceImages = [{ image: toImage(picture), referenceType: 'asset' }]
  expect(videoService.submissions[0]?.body).toEqual({ instances: [{ prompt: text, referenceImages }] })
})

test('videos are blocked, followed again, resumed and repeated', async ({ application, videoService }) => {
  const open = async (prompt: string) => {
    await addJob(application, prompt)
    await openJob(application.page, prompt)
  }
  await open('Somebody known.')
  videoService.operation = {
    done: true,
    response: {
      generateVideoResponse: {
        raiMediaFilteredCount: 1,
        raiMediaFilteredReasons: ['The prompt names a person.'],
      },
    },
  }
  await act(application.page, 'Check now')
  await expect(row(application.page, 'Somebody known.')).toContainText(
    /Blocked · now.*The prompt names a person\./s,
  )
  await expect(openedJob(application.page)).toContainText('Blocked by the model’s safety filter')

  await open(text)
  await act(application.page, 'Stop polling')
  await expect(row(application.page, text)).toContainText('Polling stopped')
  await expect(openedJob(application.page)).toContainText(
    'The provider is still generating this video and will bill it.',
  )
  const half = videoService.video.length / 2
  videoService.operation = done
  videoService.stallsAfter = half
  await act(application.page, 'Resume polling')
  const progress = openedJob(application.page).getByRole('progressbar', { name: 'Download' })
  await expect(progress).toHaveAttribute('aria-valuenow', '50')
  await expect(row(application.page, text)).toContainText('Downloading 50%')
  await expectNoViolations(application.page, 'a video that is downloading')
  videoService.isUnresponsive = true
  await open('Something else.')
  await videoService.wait(3)
  await expect(openedJob(application.page).getByRole('status')).toHaveText('Sending')

  await application.relaunch()
  const { page } = application
  videoService.isUnresponsive = false
  await openVideos(page)
  await expect(row(page, text)).toContainText('Ready')
  expect(videoService.ranges).toEqual(['whole', `bytes=${half}-`])
  await expect(row(page, 'Something else.')).toContainText('Interrupted')
  await expect(openedJob(page)).toContainText('the video is being generated and billed')
  await act(page, 'Generate again')
  const question = openedJob(page).getByRole('alert', { name: 'Generate again?' })
  await expect(question).toContainText('The first video may already have been billed.')
  await expectNoViolations(page, 'the confirmation before generating again')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await act(page, 'Generate again')
  expect(videoService.submissions).toHaveLength(3)
  await question.getByRole('button', { name: 'Generate again' }).click()
  await videoService.wait(4)
  expect(videoService.submissions[3]).toEqual(videoService.submissions[2])

  const search = page.getByRole('searchbox', { name: 'Search videos' })
  await search.fill('KNOWN')
  await expect(videos(page).getByRole('listitem')).toHaveText([/Somebody known\./])
  await search.press('Escape')
  await expect(videos(page).getByRole('listitem')).toHaveCount(4)
})

test('a provider that is reselected before it is saved is used', async ({ application, videoService: _ }) => {
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
  await expect(page.getByRole('contentinfo')).toContainText('Scripted')
  const desktop = await application.desktop()
  await expect.poll(async () => (await desktop.settings.read()).upstream.kind).toBe('service')
})
