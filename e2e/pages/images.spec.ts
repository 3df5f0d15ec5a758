// Generating pictures: the request, the stored file, variations that are stopped and blocked.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { expect } from '@playwright/test'
import {
  chooseOption,
  composer,
  draw,
  drawWithDemo,
  expectPixels,
  findStoredFile,
  images,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
  readSidecar,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

const wide = { width: 1376, height: 768 }

test('a picture is requested in its ratio and size, and stored byte for byte', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Aspect ratio', '16:9')
  await chooseOption(page, 'Size', '2K')
  await draw(page, 'A lighthouse at dusk.')
  const [request] = await imageModel.wait(1)
  expect(request?.path).toContain('models/gen-3-pro-image-preview:generateContent')
  expect(request?.body.contents).toEqual([{ role: 'user', parts: [{ text: 'A lighthouse at dusk.' }] }])
  expect(request?.body.generationConfig).toMatchObject({
    imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
  })
  const picture = paint(wide, 0x335577)
  // The declared type differs from the actual one.
  request?.answer({ text: 'Here it is.' }, inline(picture, 'image/jpeg'))

  const [variation] = [variations(page).first()]
  await expect(variation).toHaveAttribute('aria-busy', 'false')
  await expectPixels(images(page).getByRole('img'), wide.width)
  await expect(variation).toContainText('Here it is.')
  await expect(variation).toContainText('1376 × 768, requested 16:9, 2K (differs from request)')
  await expect(variation).toContainText('PNG')

  const path = await findStoredFile(mediaFolderOf(application), picture)
  expect(extname(path)).toBe('.png')
  expect((await readFile(path)).equals(picture)).toBe(true)
  expect(await readSidecar(mediaFolderOf(application), picture)).toMatchObject([
    {
      prompt: 'A lighthouse at dusk.',
      model: 'gen-3-pro-image-preview',
      parameters: { aspectRatio: '16:9', imageSize: '2K' },
    },
  ])
  // A thumbnail may be written beside them.
  await expect.poll(() => listMedia(mediaFolderOf(application))).toHaveLength(2)
})

test('a model without ratios and sizes gets neither in the request nor in the form', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Aspect ratio', '16:9')
  await chooseOption(page, 'Size', '2K')
  await chooseOption(page, 'Model', /2\.0 Flash/)
  await expect(page.getByRole('combobox', { name: 'Aspect ratio' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveCount(0)
  await draw(page, 'A heron.')
  const [request] = await imageModel.wait(1)
  expect(request?.body.generationConfig).not.toHaveProperty('imageConfig')
  expect(request?.body.generationConfig).toMatchObject({ responseModalities: ['TEXT', 'IMAGE'] })
})

test('of four variations one is stopped, one is blocked and retried, and two succeed', async ({
  application: { page },
  imageModel,
}) => {
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A red boat.')
  const requests = await imageModel.wait(4)
  expect(new Set(requests.map(({ body: request }) => JSON.stringify(request.contents))).size).toBe(1)
  await expect(variations(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Stop image 2 of 4' }).click()
  await expect(variations(page).nth(1)).toContainText('You stopped this image')
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(1)

  const [first, second, third] = requests.filter((request) => !request.wasAborted())
  first?.answer(inline(paint({ width: 64, height: 64 }, 0xaa2222)))
  second?.answer(inline(paint({ width: 64, height: 64 }, 0xbb2222)))
  third?.answerWithoutImage('NO_IMAGE')
  await expect(images(page)).toHaveCount(2)
  const blocked = variations(page).filter({ hasText: 'No image was generated' })
  await expect(blocked).toContainText('Describe what the image should show.')
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)

  await blocked.getByRole('button', { name: 'Retry' }).click()
  const [again] = await imageModel.wait(1, 4)
  expect(again?.body).toEqual(first?.body)
  again?.answer(inline(paint({ width: 64, height: 64 }, 0xcc2222)))
  await expect(images(page)).toHaveCount(3)
  await expect(blocked).toHaveCount(0)
  await expect(variations(page)).toHaveCount(4)
  await expect(instruction(page)).toHaveValue('')
})

test('a text answer, a blocked prompt and an unknown finish reason are each explained', async ({
  application: { page },
  imageModel,
}) => {
  const finishReasons = [
    ['IMAGE_SAFETY', 'Image blocked by safety filters'],
    ['PROHIBITED_CONTENT', 'Stopped: prohibited content'],
    ['SOMETHING_NEW', 'The provider ended this response early (SOMETHING_NEW)'],
  ] as const
  for (const [index, [reason, message]] of finishReasons.entries()) {
    await draw(page, `Number ${index}`)
    const [request] = await imageModel.wait(1, index)
    request?.answerWithoutImage(reason)
    await expect(variations(page).last()).toContainText(message)
  }
  await draw(page, 'Only words')
  const [request] = await imageModel.wait(1, finishReasons.length)
  request?.answer({ text: 'I would rather talk.' })
  await expect(variations(page).last()).toContainText('The model returned text instead of an image')
  await expect(variations(page).last()).toContainText('I would rather talk.')
  await draw(page, 'Forbidden words')
  const [rejected] = await imageModel.wait(1, finishReasons.length + 1)
  rejected?.blockPrompt('PROHIBITED_CONTENT')
  const blocked = variations(page).last()
  await expect(blocked).toContainText('Prompt blocked: contains prohibited content')
  // The same prompt would be blocked again.
  await expect(blocked.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await blocked.getByRole('button', { name: 'Edit prompt' }).click()
  await expect(instruction(page)).toHaveValue('Forbidden words')
  await expect(instruction(page)).toBeFocused()
})

test('Escape stops all variations in progress, and a stopped step gets another variation', async ({
  application: { page },
  imageModel,
}) => {
  await chooseOption(page, 'Variations', '3 images')
  await draw(page, 'A bridge.')
  const requests = await imageModel.wait(3)
  await page.keyboard.press('Escape')
  await expect(variations(page).filter({ hasText: 'You stopped this image' })).toHaveCount(3)
  await expect.poll(() => requests.every((request) => request.wasAborted())).toBe(true)
  await page.getByRole('button', { name: 'More actions for this step' }).click()
  await page.getByRole('menuitem', { name: 'Generate another variation' }).click()
  const [another] = await imageModel.wait(1, 3)
  expect(another?.body).toEqual(requests[0]?.body)
  another?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  await expect(variations(page)).toHaveCount(4)
  await expect(images(page)).toHaveCount(1)
})

test('an answer continues while another panel is open, and is there when the user returns', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await draw(page, 'A bridge.')
  const [request] = await imageModel.wait(1)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  request?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  // The picture and its sidecar.
  await expect.poll(() => listMedia(mediaFolderOf(application))).toHaveLength(2)
  await page.reload()
  await openImages(page)
  await expectPixels(images(page).getByRole('img'), 64)
})

test('the number of variations is stored per image session', async ({ application: { page } }) => {
  await openImages(page)
  const count = composer(page).getByRole('combobox', { name: 'Variations', exact: true })
  await chooseOption(page, 'Variations', '2 images')
  await drawWithDemo(page, 'A yellow boat', 2)
  await expect(count).toContainText('2')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await chooseOption(page, 'Variations', '4 images')
  await page
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /A yellow boat/ })
    .first()
    .click()
  await expect(images(page).first()).toBeVisible()
  await expect(count).toContainText('2')
})
