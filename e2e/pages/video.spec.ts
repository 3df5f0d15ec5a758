// Generating a video: which request is sent, what is rejected before sending, and how each result is shown.
import { expect } from '@playwright/test'
import { paint } from '../drawing-steps'
import { test } from '../page-test'
import { done, failed, filtered } from '../scripted-video-service'
import {
  act,
  addPictures,
  checkNow,
  chooseIn,
  field,
  form,
  generate,
  openedJob,
  openVideos,
  player,
  prompt,
  row,
  showMoreOptions,
} from '../video-steps'

const model = 'gen-video-3.1-fast-generate-preview'
const path = `/v1beta/models/${model}:predictLongRunning`

const toImage = (bytes: Buffer) => ({ bytesBase64Encoded: bytes.toString('base64'), mimeType: 'image/png' })

test('a prompt alone is sent without other fields, then polled, downloaded and ready', async ({
  application: { page },
  videoService,
}) => {
  await expect(page.getByText('What would you like to create?')).toBeVisible()
  await generate(page, 'A paper boat.')
  await videoService.wait(1)
  expect(videoService.submissions).toEqual([{ path, body: { instances: [{ prompt: 'A paper boat.' }] } }])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, 'A paper boat.')).toContainText(/Generating · \d+ s/)
  await expect(row(page, 'A paper boat.')).toContainText(/next check in \d+ s/)
  await openedJob(page).getByRole('button', { name: 'Technical details' }).click()
  await expect(openedJob(page).getByText(/^operations\/[a-z0-9]+$/)).toBeVisible()

  await checkNow(page)
  await expect.poll(() => videoService.polls).toBe(1)
  await openedJob(page).getByRole('button', { name: 'Polling log: 1 check' }).click()
  await expect(openedJob(page).getByRole('list', { name: 'Polling log' })).toContainText('Generating')
  videoService.operation = done
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(openedJob(page).locator('video')).toBeVisible()
  await expect(openedJob(page).getByRole('region', { name: 'Details' })).toContainText(
    '64 × 64 · 6 s · 16.1 KB',
  )
  await expect(openedJob(page).getByRole('list', { name: 'Polling log' }).getByRole('listitem')).toHaveText([
    /Done$/,
    /Generating$/,
  ])
  expect([videoService.submissions.length, videoService.polls, videoService.ranges]).toEqual([
    1,
    2,
    ['whole'],
  ])
})

test('all settings are sent as set, and pictures byte for byte', async ({
  application: { page },
  videoService,
}) => {
  const [first, last] = [
    paint({ width: 32, height: 18 }, 0x112233),
    paint({ width: 32, height: 18 }, 0x332211),
  ]
  await addPictures(page, 'first frame', first)
  await addPictures(page, 'last frame', last)
  await chooseIn(page, 'Aspect ratio', '9:16')
  await chooseIn(page, 'Duration', '8 s')
  await chooseIn(page, 'Resolution', '1080p')
  await showMoreOptions(page)
  await form(page).getByRole('textbox', { name: 'Negative prompt' }).fill('Rain.')
  await form(page).getByRole('combobox', { name: 'Person generation' }).click()
  await page.getByRole('option', { name: 'Adults only' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('0')
  await generate(page, 'From the one to the other.')
  await videoService.wait(1)
  expect(videoService.submissions[0]?.body).toEqual({
    instances: [{ prompt: 'From the one to the other.', image: toImage(first), lastFrame: toImage(last) }],
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
  await expect(prompt(page)).toHaveValue('From the one to the other.')
  await expect(form(page)).toContainText(
    'With first frame · last frame · 9:16 · 8 s · 1080p · negative prompt · adults only · seed 0',
  )
  await expect(details).toContainText('1080p')
  await form(page).getByRole('button', { name: 'Generate', exact: true }).click()
  await expect(form(page)).toContainText('Generate the same video again? It’s billed as a new video.')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await form(page).getByRole('button', { name: 'Reset options' }).click()
  await expect(field(page, 'First frame').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await expect(form(page).getByRole('button', { name: 'More options', exact: true })).toBeVisible()
  await expect(prompt(page)).toHaveValue('From the one to the other.')
  await chooseIn(page, 'Aspect ratio', '9:16')
  const references = [1, 2, 3].map((color) => paint({ width: 16, height: 16 }, color))
  await addPictures(page, 'reference', ...references)
  await expect(field(page, 'Reference images').getByRole('button', { name: 'Add reference' })).toHaveCount(0)
  await generate(page, 'The same three again.')
  await videoService.wait(2)
  expect(videoService.submissions[1]?.body).toMatchObject({
    instances: [
      {
        prompt: 'The same three again.',
        referenceImages: references.map((bytes) => ({ image: toImage(bytes), referenceType: 'asset' })),
      },
    ],
    parameters: { aspectRatio: '9:16' },
  })
})

test('contradictory settings are reported at their fields; nothing is sent, and no input is lost', async ({
  application: { page },
  videoService,
}) => {
  const press = () => form(page).getByRole('button', { name: 'Generate' }).click()
  const alert = (name: string) => field(page, name).getByRole('alert')
  await press()
  await expect(form(page)).toContainText('Enter a prompt.', { ignoreCase: true })
  await expect(prompt(page)).toBeFocused()
  await prompt(page).fill('A boat.')
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 1))
  await expect(alert('Last frame')).toHaveText(/requires a first frame/i)
  await addPictures(page, 'first frame', paint({ width: 16, height: 16 }, 2))
  await expect(alert('Last frame')).toHaveCount(0)
  await addPictures(page, 'reference', paint({ width: 16, height: 16 }, 3))
  await expect(alert('Reference images')).toHaveText(/can’t be combined with a first frame/i)
  await chooseIn(page, 'Duration', '4 s')
  await chooseIn(page, 'Resolution', '4K')
  await expect(alert('Resolution')).toHaveText(/requires a duration of 8 s/i)
  await showMoreOptions(page)
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('many')
  await expect(form(page).getByText(/must be a whole number/i)).toBeVisible()
  await press()
  await expect(
    field(page, 'Reference images').getByRole('button', { name: /^reference 1\.png/ }),
  ).toBeFocused()

  await expect(prompt(page)).toHaveValue('A boat.')
  await form(page)
    .getByLabel('Image for the reference')
    .setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('Words.'),
    })
  await expect(alert('Reference images').filter({ hasText: 'notes.png' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Remove reference 1.png' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('7')
  await chooseIn(page, 'Duration', '8 s')
  expect(videoService.submissions).toEqual([])
  await press()
  await videoService.wait(1)
  expect(videoService.submissions[0]?.body).toMatchObject({
    instances: [{ prompt: 'A boat.', image: {}, lastFrame: {} }],
    parameters: { durationSeconds: 8, resolution: '4k', seed: 7 },
  })
})

test('blocked, failed, rejected and expired videos are explained, and only possibly billed ones need a confirmation', async ({
  application: { page },
  videoService,
}) => {
  const question = openedJob(page).getByRole('alert', { name: 'Generate again?' })
  await generate(page, 'Somebody known.')
  videoService.operation = filtered('The prompt names a person.')
  await checkNow(page)
  await expect(row(page, 'Somebody known.')).toContainText(/Blocked · now.*The prompt names a person\./s)
  await expect(openedJob(page)).toContainText('Blocked by the model’s safety filter')

  await generate(page, 'Something else.')
  videoService.operation = failed('The reference is too small.')
  await checkNow(page)
  await expect(row(page, 'Something else.')).toContainText('Failed')
  await expect(openedJob(page)).toContainText('The reference is too small.')
  await act(page, 'Generate again')
  await expect(question).toContainText('The first video may already have been billed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)

  await generate(page, 'One that is expired.')
  videoService.operation = done
  videoService.downloadFaults = [{ status: 404, message: 'File not found.' }]
  await checkNow(page)
  await expect(openedJob(page)).toContainText('The provider no longer has the video file.')
  await expect(openedJob(page)).toContainText('about two days. It says: File not found.')
  await expect(openedJob(page).getByRole('button', { name: 'Retry download' })).toHaveCount(0)

  videoService.error = { status: 400, message: 'Your country is not served.' }
  await generate(page, 'One that is rejected.')
  await expect(openedJob(page)).toContainText('Your country is not served.')
  await expect(openedJob(page)).toContainText('The request was rejected before anything was generated.')
  videoService.error = null
  await act(page, 'Generate again')
  await videoService.wait(5)
  expect(videoService.submissions[4]).toEqual(videoService.submissions[3])
  await expect(openedJob(page).getByRole('status')).toHaveText('Generating')
})

test('the demo delivers the first frame, the resolution and the duration that were requested', async ({
  application: { page },
}) => {
  test.slow()
  await openVideos(page)
  await addPictures(page, 'first frame', paint({ width: 64, height: 36 }, 0xd02010))
  await chooseIn(page, 'Duration', '4 s')
  await chooseIn(page, 'Resolution', '720p')
  await generate(page, 'A boat on the sea.')
  await expect(player(page)).toBeVisible({ timeout: 120_000 })
  const details = openedJob(page).getByRole('region', { name: 'Details' })
  await expect(details).toContainText('1280 × 720 · 4 s')
  await expect(details).not.toContainText('delivered')
  await expect(details.getByRole('list', { name: 'Input images' })).not.toContainText('differently')
  const shown = await player(page).evaluate(async (video: HTMLVideoElement) => {
    if (video.readyState < 2) await new Promise((resolve) => video.addEventListener('loadeddata', resolve))
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0)
    return [video.videoWidth, video.videoHeight, ...(context?.getImageData(99, 99, 1, 1).data ?? [])]
  })
  const [width, height, red = 0, green = 255, blue = 255] = shown
  expect([width, height]).toEqual([1280, 720])
  // Encoded colors differ slightly.
  expect([Math.abs(red - 0xd0) < 8, Math.abs(green - 0x20) < 8, Math.abs(blue - 0x10) < 8]).toEqual([
    true,
    true,
    true,
  ])
})
