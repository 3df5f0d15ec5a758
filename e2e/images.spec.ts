// Drawing a picture: what is asked for, what comes and where it is kept, variations that are stopped and refused.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './application'
import {
  choose,
  composer,
  draw,
  drawn,
  drawWithDemo,
  expectPixels,
  findStoredFile,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  paint,
  readSidecar,
  variations,
} from './drawing-steps'

const wide = { width: 1376, height: 768 }

test('a picture is asked for in its ratio and size, and kept byte by byte as it came', async ({
  application,
  studio,
}) => {
  const { page } = application
  await choose(page, 'Model', /Gen 3 Pro Image/)
  await choose(page, 'Aspect ratio', '16:9')
  await choose(page, 'Size', '2K')
  await draw(page, 'A lighthouse at dusk.')
  const [call] = await studio.wait(1)
  expect(call?.path).toContain('models/gen-3-pro-image-preview:generateContent')
  expect(call?.request.contents).toEqual([{ role: 'user', parts: [{ text: 'A lighthouse at dusk.' }] }])
  expect(call?.request.generationConfig).toMatchObject({
    imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
  })
  const picture = paint(wide, 0x335577)
  // What it is said to be is not what it is.
  call?.answer({ text: 'Here it is.' }, inline(picture, 'image/jpeg'))

  const [variation] = [variations(page).first()]
  await expect(variation).toHaveAttribute('aria-busy', 'false')
  await expectPixels(drawn(page).getByRole('img'), wide.width)
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
  // A thumbnail may be arriving beside them.
  await expect.poll(() => listMedia(mediaFolderOf(application))).toHaveLength(2)
})

test('a model without ratios and sizes is asked for none, and offers none', async ({
  application,
  studio,
}) => {
  const { page } = application
  await choose(page, 'Model', /Gen 3 Pro Image/)
  await choose(page, 'Aspect ratio', '16:9')
  await choose(page, 'Size', '2K')
  await choose(page, 'Model', /2\.0 Flash/)
  await expect(page.getByRole('combobox', { name: 'Aspect ratio' })).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Size' })).toHaveCount(0)
  await draw(page, 'A heron.')
  const [call] = await studio.wait(1)
  expect(call?.request.generationConfig).not.toHaveProperty('imageConfig')
  expect(call?.request.generationConfig).toMatchObject({ responseModalities: ['TEXT', 'IMAGE'] })
})

test('of four variations one is stopped, one is refused and tried again, and two come', async ({
  application: { page },
  studio,
}) => {
  await choose(page, 'Variations', '4 images')
  await draw(page, 'A red boat.')
  const calls = await studio.wait(4)
  expect(new Set(calls.map(({ request }) => JSON.stringify(request.contents))).size).toBe(1)
  await expect(variations(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Stop image 2 of 4' }).click()
  await expect(variations(page).nth(1)).toContainText('You stopped this image')
  await expect.poll(() => calls.filter((call) => call.isCut()).length).toBe(1)

  const [first, second, third] = calls.filter((call) => !call.isCut())
  first?.answer(inline(paint({ width: 64, height: 64 }, 0xaa2222)))
  second?.answer(inline(paint({ width: 64, height: 64 }, 0xbb2222)))
  third?.refuse('NO_IMAGE')
  await expect(drawn(page)).toHaveCount(2)
  const refused = variations(page).filter({ hasText: 'No image was generated' })
  await expect(refused).toContainText('Describe what the image should show.')
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)

  await refused.getByRole('button', { name: 'Retry' }).click()
  const [again] = await studio.wait(1, 4)
  expect(again?.request).toEqual(first?.request)
  again?.answer(inline(paint({ width: 64, height: 64 }, 0xcc2222)))
  await expect(drawn(page)).toHaveCount(3)
  await expect(refused).toHaveCount(0)
  await expect(variations(page)).toHaveCount(4)
  await expect(instruction(page)).toHaveValue('')
})

test('an answer in words, a blocked instruction and a refusing service each say what happened', async ({
  application: { page },
  studio,
}) => {
  const refusals = [
    ['IMAGE_SAFETY', 'Image blocked by safety filters'],
    ['PROHIBITED_CONTENT', 'Stopped: prohibited content'],
    ['SOMETHING_NEW', 'The provider ended this response early (SOMETHING_NEW)'],
  ] as const
  for (const [index, [reason, sentence]] of refusals.entries()) {
    await draw(page, `Number ${index}`)
    const [call] = await studio.wait(1, index)
    call?.refuse(reason)
    await expect(variations(page).last()).toContainText(sentence)
  }
  await draw(page, 'Only words')
  const [call] = await studio.wait(1, refusals.length)
  call?.answer({ text: 'I would rather talk.' })
  await expect(variations(page).last()).toContainText('The model returned text instead of an image')
  await expect(variations(page).last()).toContainText('I would rather talk.')
})

test('Escape stops all that are being drawn, and a closed step is drawn once more', async ({
  application: { page },
  studio,
}) => {
  await choose(page, 'Variations', '3 images')
  await draw(page, 'A bridge.')
  const calls = await studio.wait(3)
  await page.keyboard.press('Escape')
  await expect(variations(page).filter({ hasText: 'You stopped this image' })).toHaveCount(3)
  await expect.poll(() => calls.every((call) => call.isCut())).toBe(true)
  await page.getByRole('button', { name: 'More actions for this step' }).click()
  await page.getByRole('menuitem', { name: 'Generate another variation' }).click()
  const [more] = await studio.wait(1, 3)
  expect(more?.request).toEqual(calls[0]?.request)
  more?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  await expect(variations(page)).toHaveCount(4)
  await expect(drawn(page)).toHaveCount(1)
})

test('an answer goes on while another panel is open, and is there when the user comes back', async ({
  application,
  studio,
}) => {
  const { page } = application
  await draw(page, 'A bridge.')
  const [call] = await studio.wait(1)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  call?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  // The picture, and what stands beside it.
  await expect.poll(() => listMedia(mediaFolderOf(application))).toHaveLength(2)
  await page.reload()
  await openImages(page)
  await expectPixels(drawn(page).getByRole('img'), 64)
})

test('how many pictures are asked for is each drawing’s own', async ({ application: { page } }) => {
  await openImages(page)
  const count = composer(page).getByRole('combobox', { name: 'Variations', exact: true })
  await choose(page, 'Variations', '2 images')
  await drawWithDemo(page, 'A yellow boat', 2)
  await expect(count).toContainText('2')
  await page.getByRole('button', { name: 'New session' }).first().click()
  await choose(page, 'Variations', '4 images')
  await page
    .getByRole('list', { name: 'All sessions' })
    .getByRole('button', { name: /A yellow boat/ })
    .first()
    .click()
  await expect(drawn(page).first()).toBeVisible()
  await expect(count).toContainText('2')
})
