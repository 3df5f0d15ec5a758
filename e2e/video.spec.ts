// Making a video: what is sent, what is refused before it is sent, and how each end is told.
import { expect } from '@playwright/test'
import { test } from './application'
import { paint } from './drawing-steps'
import { done, failed, filtered } from './scripted-video-service'
import { act, addPictures, checkNow, chooseIn, field, form, make, opened, prompt, row } from './video-steps'

const model = 'gen-video-3.1-fast-generate-preview'
const path = `/v1beta/models/${model}:predictLongRunning`

const toImage = (bytes: Buffer) => ({ bytesBase64Encoded: bytes.toString('base64'), mimeType: 'image/png' })

test('with a prompt alone nothing else is sent; it is looked at, fetched and ready', async ({
  application: { page },
  cinema,
}) => {
  await expect(page.getByText('What would you like to create?')).toBeVisible()
  await make(page, 'A paper boat.')
  await cinema.wait(1)
  expect(cinema.submissions).toEqual([{ path, body: { instances: [{ prompt: 'A paper boat.' }] } }])
  await expect(opened(page).getByRole('status')).toHaveText('Generating')
  await expect(row(page, 'A paper boat.')).toContainText(/Generating · \d+ s/)
  await expect(row(page, 'A paper boat.')).toContainText(/next check in \d+ s/)
  await expect(opened(page).getByText(/^operations\/[a-z0-9]+$/)).toBeVisible()

  await checkNow(page)
  await expect.poll(() => cinema.looks).toBe(1)
  await opened(page).getByRole('button', { name: 'Polling log: 1 check' }).click()
  await expect(opened(page).getByRole('list', { name: 'Polling log' })).toContainText('Generating')
  cinema.operation = done
  await checkNow(page)
  await expect(row(page, 'A paper boat.')).toContainText('Ready')
  await expect(opened(page).locator('video')).toBeVisible()
  await expect(opened(page).getByRole('region', { name: 'Details' })).toContainText('64 × 64 · 6 s · 16.1 KB')
  await expect(opened(page).getByRole('list', { name: 'Polling log' }).getByRole('listitem')).toHaveText([
    /Done$/,
    /Generating$/,
  ])
  expect([cinema.submissions.length, cinema.looks, cinema.ranges]).toEqual([1, 2, ['whole']])
})

test('everything beyond the prompt is sent as it was set, and pictures byte by byte', async ({
  application: { page },
  cinema,
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
  await form(page).getByRole('textbox', { name: 'Negative prompt' }).fill('Rain.')
  await form(page).getByRole('combobox', { name: 'Person generation' }).click()
  await page.getByRole('option', { name: 'Adults only' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('0')
  await make(page, 'From the one to the other.')
  await cinema.wait(1)
  expect(cinema.submissions[0]?.body).toEqual({
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
  const details = opened(page).getByRole('region', { name: 'Details' })
  await expect(details.getByRole('list', { name: 'Input images' })).toContainText(/First frame.*Last frame/s)
  await expect(details).toContainText('adults only')

  // The settings stay for the next one, which pictures of the last one would surprise.
  await expect(field(page, 'First frame').getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  const references = [1, 2, 3].map((colour) => paint({ width: 16, height: 16 }, colour))
  await addPictures(page, 'reference', ...references)
  await expect(field(page, 'Reference images').getByRole('button', { name: 'Add reference' })).toHaveCount(0)
  await make(page, 'The same three again.')
  await cinema.wait(2)
  expect(cinema.submissions[1]?.body).toMatchObject({
    instances: [
      {
        prompt: 'The same three again.',
        referenceImages: references.map((bytes) => ({ image: toImage(bytes), referenceType: 'asset' })),
      },
    ],
    parameters: { aspectRatio: '9:16', seed: 0 },
  })
})

test('what makes no sense together is told beside its field; nothing is sent, and nothing lost', async ({
  application: { page },
  cinema,
}) => {
  const press = () => form(page).getByRole('button', { name: 'Generate' }).click()
  const told = (name: string) => field(page, name).getByRole('alert')
  await press()
  await expect(form(page)).toContainText('Enter a prompt.', { ignoreCase: true })
  await expect(prompt(page)).toBeFocused()
  await prompt(page).fill('A boat.')
  await addPictures(page, 'last frame', paint({ width: 16, height: 16 }, 1))
  await expect(told('Last frame')).toHaveText(/requires a first frame/i)
  await addPictures(page, 'first frame', paint({ width: 16, height: 16 }, 2))
  await expect(told('Last frame')).toHaveCount(0)
  await addPictures(page, 'reference', paint({ width: 16, height: 16 }, 3))
  await expect(told('Reference images')).toHaveText(/can’t be combined with a first frame/i)
  await chooseIn(page, 'Duration', '4 s')
  await chooseIn(page, 'Resolution', '4k')
  await expect(told('Resolution')).toHaveText(/requires a duration of 8 s/i)
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
  await expect(told('Reference images').filter({ hasText: 'notes.png' })).toBeVisible()
  await form(page).getByRole('button', { name: 'Remove reference 1.png' }).click()
  await form(page).getByRole('textbox', { name: 'Seed' }).fill('7')
  await chooseIn(page, 'Duration', '8 s')
  expect(cinema.submissions).toEqual([])
  await press()
  await cinema.wait(1)
  expect(cinema.submissions[0]?.body).toMatchObject({
    instances: [{ prompt: 'A boat.', image: {}, lastFrame: {} }],
    parameters: { durationSeconds: 8, resolution: '4k', seed: 7 },
  })
})

test('filtered, failed, refused and expired ones say so in words, and only what may be billed is asked about', async ({
  application: { page },
  cinema,
}) => {
  const question = opened(page).getByRole('alert', { name: 'Generate again?' })
  await make(page, 'Somebody known.')
  cinema.operation = filtered('The prompt names a person.')
  await checkNow(page)
  await expect(row(page, 'Somebody known.')).toContainText(/Blocked · now.*The prompt names a person\./s)
  await expect(opened(page)).toContainText('Blocked by the model’s safety filter')

  await make(page, 'Something else.')
  cinema.operation = failed('The reference is too small.')
  await checkNow(page)
  await expect(row(page, 'Something else.')).toContainText('Failed')
  await expect(opened(page)).toContainText('The reference is too small.')
  await act(page, 'Generate again')
  await expect(question).toContainText('The first video may already have been billed.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)

  await make(page, 'What has gone.')
  cinema.operation = done
  cinema.handings = [{ status: 404, message: 'File not found.' }]
  await checkNow(page)
  await expect(opened(page)).toContainText('The provider no longer has the video file.')
  await expect(opened(page)).toContainText('about two days. It says: File not found.')
  await expect(opened(page).getByRole('button', { name: 'Retry download' })).toHaveCount(0)

  cinema.refusal = { status: 400, message: 'Your country is not served.' }
  await make(page, 'What was never begun.')
  await expect(opened(page)).toContainText('Your country is not served.')
  await expect(opened(page)).toContainText('The request was rejected before anything was generated.')
  cinema.refusal = null
  await act(page, 'Generate again')
  await cinema.wait(5)
  expect(cinema.submissions[4]).toEqual(cinema.submissions[3])
  await expect(opened(page).getByRole('status')).toHaveText('Generating')
})
