// Image sessions: requests, variations, edits and branches, prompts that wait for their image, restarts, failures.
import { rename, rm, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { openSection } from '../chat-steps'
import {
  chooseOption,
  composer,
  createSession,
  draw,
  expectPixels,
  images,
  inline,
  instruction,
  listMedia,
  mediaFolderOf,
  openImages,
  openSession,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const picture = (color: number) => inline(paint({ width: 64, height: 64 }, color))
const editing = (page: Page) => composer(page).getByRole('group', { name: 'Editing' })
const queued = (page: Page) => page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')

test('an image is requested as the composer says, and is kept', async ({ application, imageModel }) => {
  const { page } = application
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Aspect ratio', '16:9')
  await chooseOption(page, 'Size', '2K')
  await draw(page, 'A lighthouse at dusk.')
  const [request] = await imageModel.wait(1)
  expect(request?.path).toContain('models/gen-3-pro-image-preview:generateContent')
  expect(request?.body).toMatchObject({
    contents: [{ role: 'user', parts: [{ text: 'A lighthouse at dusk.' }] }],
    generationConfig: { imageConfig: { aspectRatio: '16:9', imageSize: '2K' } },
  })
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  // The declared type differs from the actual one.
  request?.answer(
    { text: 'Here it is.' },
    inline(paint({ width: 1376, height: 768 }, 0x335577), 'image/jpeg'),
  )
  // The image and its sidecar.
  await expect.poll(() => listMedia(mediaFolderOf(application))).toHaveLength(2)
  await page.reload()
  await openImages(page)
  await expectPixels(images(page).getByRole('img'), 1376)
  await expect(variations(page)).toContainText('Here it is.')
  await expect(variations(page)).toContainText('1376 × 768, requested 16:9, 2K (differs from request)')
  await expect(variations(page)).toContainText('PNG')
})

test('variations are stopped, retried, added and blocked', async ({ application: { page }, imageModel }) => {
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A red boat.')
  const requests = await imageModel.wait(4)
  expect(new Set(requests.map(({ body }) => JSON.stringify(body.contents))).size).toBe(1)
  await expect(variations(page)).toHaveCount(4)
  await expectNoViolations(page, 'variations in progress')
  await page.getByRole('button', { name: 'Stop image 2 of 4' }).click()
  await expect(variations(page).nth(1)).toContainText('You stopped this image')
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(1)
  const [first, second, third] = requests.filter((request) => !request.wasAborted())
  first?.answer(picture(0xaa2222))
  second?.answer(picture(0xbb2222))
  third?.answerWithoutImage('NO_IMAGE')
  await expect(images(page)).toHaveCount(2)
  const missing = variations(page).filter({ hasText: 'No image was generated' })
  await expect(missing).toContainText('Describe what the image should show.')
  await expect(page.locator('article[aria-busy="true"]')).toHaveCount(0)
  await expectNoViolations(page, 'images, one stopped, one missing')
  await missing.getByRole('button', { name: 'Retry' }).click()
  const [again] = await imageModel.wait(1, 4)
  expect(again?.body).toEqual(first?.body)
  again?.answer(picture(0xcc2222))
  await expect(images(page)).toHaveCount(3)
  await expect(missing).toHaveCount(0)
  await expect(variations(page)).toHaveCount(4)

  await page.getByRole('button', { name: 'More actions for this step' }).click()
  await page.getByRole('menuitem', { name: 'Generate another variation' }).click()
  const [another] = await imageModel.wait(1, 5)
  expect(another?.body).toEqual(first?.body)
  await page.keyboard.press('Escape')
  await expect(variations(page).filter({ hasText: 'You stopped this image' })).toHaveCount(2)
  await expect.poll(() => another?.wasAborted()).toBe(true)

  // The same prompt would be blocked again.
  await page.getByRole('button', { name: 'New session' }).first().click()
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'Forbidden words')
  const [rejected] = await imageModel.wait(1, 6)
  rejected?.blockPrompt('PROHIBITED_CONTENT')
  await expect(variations(page)).toContainText('Prompt blocked: contains prohibited content')
  await expect(variations(page).getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await variations(page).getByRole('button', { name: 'Edit prompt' }).click()
  await expect(instruction(page)).toHaveValue('Forbidden words')
  await expect(instruction(page)).toBeFocused()
  // The number of variations is that of each session.
  await openSession(page, 'A red boat.')
  await expect(composer(page).getByRole('combobox', { name: 'Variations', exact: true })).toContainText('4')
})

test('samples have thumbnails, and four variations are in view with actions', async ({ application }) => {
  const { page } = application
  await openImages(page)
  const thumbnails = page.getByRole('list', { name: 'Samples' }).locator('img')
  const countLoaded = () =>
    thumbnails.evaluateAll((all: HTMLImageElement[]) => all.filter((one) => one.naturalWidth > 100).length)
  await expect.poll(countLoaded).toBe(7)
  for (const title of ['Model', 'Image', 'System instruction', 'Sampling']) await openSection(page, title)
  await expectNoViolations(page, 'an empty panel')
  await page.getByRole('button', { name: 'Hide inspector' }).click()
  await createSession(application, ['A red boat.'], { variations: 4 })
  await openSession(page, 'A red boat.')
  await expect(images(page)).toHaveCount(4)
  for (const size of [
    { width: 900, height: 600, zoom: 1 },
    { width: 1440, height: 900, zoom: 1 },
  ]) {
    await resize(application, size)
    const boxes = () => images(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect()))
    const measure = async () => ({
      columns: new Set((await boxes()).map(({ left }) => Math.round(left))).size,
      rows: new Set((await boxes()).map(({ top }) => Math.round(top))).size,
      isInView:
        Math.max(...(await boxes()).map(({ bottom }) => bottom)) <
        ((await composer(page).boundingBox())?.y ?? 0),
      isScrolledSideways: await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
    })
    await expect.poll(measure).toEqual({ columns: 2, rows: 2, isInView: true, isScrolledSideways: false })
    await images(page).last().hover()
    for (const name of ['Edit', 'View full size', 'Compare', 'More actions for this image'])
      await variations(page).last().getByRole('button', { name, exact: true }).click({ trial: true })
    await expectNoViolations(page, `four variations in a window of ${size.width} pixels`)
  }
})

test('an earlier image is edited on its own branch, and every step is found', async ({ application }) => {
  const { page } = application
  const desktop = await application.desktop()
  const prompts = ['A house.', 'Make the roof red.', 'Add a cat.']
  const conversationId = await createSession(application, prompts, { variations: 2 })
  await openSession(page, 'A house.')
  await expect(steps(page)).toHaveCount(3)
  await expect(editing(page)).toContainText('Add a cat.')
  await images(steps(page).first()).nth(1).click()
  await expect(steps(page)).toHaveCount(1)
  await expect(variations(page).first()).toContainText('2 steps follow')
  await steps(page).first().getByRole('button', { name: 'Edit' }).first().click()
  await expect(editing(page)).toContainText('A house.')
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'Make it blue.')
  await expect(steps(page)).toHaveCount(2)
  await expect(images(page)).toHaveCount(3)
  const drawn = await desktop.images.steps({ conversationId })
  expect(drawn.at(-1)).toMatchObject({ text: 'Make it blue.', parentId: drawn[0]?.variations[0]?.id })

  const filmstrip = page.getByRole('navigation', { name: 'All steps' })
  await expect(filmstrip.getByRole('heading')).toHaveText('4 steps2 branches')
  await expect(page.getByRole('list', { name: 'All sessions' })).toContainText('4 steps')
  const entries = filmstrip.getByRole('button')
  await expect(entries).toHaveCount(4)
  for (const text of ['Make the roof red.', 'Add a cat.', 'Make it blue.', 'Make the roof red.']) {
    const entry = entries.filter({ has: page.getByText(text) })
    await entry.click()
    await expect(steps(page).filter({ hasText: text })).toBeInViewport()
    await expect(entry).toHaveAttribute('aria-current', 'true')
  }
  await filmstrip.locator('button[tabindex="0"]').focus()
  await page.keyboard.press('End')
  await expect(entries.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(steps(page).last()).toContainText('Make it blue.')
  await expectNoViolations(page, 'a session with branches')
  const branches = page.getByRole('group', { name: '2 branches' })
  await expect(branches).toContainText('2 of 2')
  await branches.getByRole('button', { name: 'Previous branch' }).click()
  await expect(steps(page)).toHaveCount(3)
  await expect(branches).toContainText('1 of 2')

  await application.relaunch()
  const again = application.page
  await expect(steps(again)).toHaveCount(3)
  await expect(steps(again).last()).toContainText('Add a cat.')
  await expectPixels(images(again).last().getByRole('img'), 1024)
})

/** Sends a prompt while the last image is being generated. */
async function followUp(page: Page, prompt: string): Promise<void> {
  await instruction(page).fill(prompt)
  await expect(editing(page)).toContainText('once it is ready')
  await composer(page).getByRole('button', { name: 'Queue', exact: true }).click()
  await expect(instruction(page)).toHaveValue('')
}

test('a follow-up waits for its image, or comes back', async ({ application: { page }, imageModel }) => {
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  await followUp(page, 'Paint it blue.')
  await followUp(page, 'Add a moon.')
  await expect(queued(page)).toHaveText([/Paint it blue\./, /Add a moon\./])
  await queued(page).last().getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(queued(page)).toHaveCount(1)
  await queued(page).getByRole('button', { name: 'Edit queued prompt' }).click()
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await followUp(page, 'Paint it dark blue.')
  expect(imageModel.requests).toHaveLength(1)
  first?.answer(picture(0x2233aa))
  const [edit] = await imageModel.wait(1, 1)
  expect(edit?.body.contents).toMatchObject([
    { parts: [{ text: 'A boat.' }] },
    { role: 'model', parts: [picture(0x2233aa)] },
    { parts: [{ text: 'Paint it dark blue.' }] },
  ])
  await expect(queued(page)).toHaveCount(0)
  edit?.answer(picture(0x112255))
  await expect(images(page)).toHaveCount(2)

  await chooseOption(page, 'Variations', '2 images')
  await draw(page, 'Add a sail.')
  const both = await imageModel.wait(2, 2)
  await followUp(page, 'Paint it green.')
  await steps(page).last().getByRole('button', { name: 'Stop all' }).click()
  await expect(instruction(page)).toHaveValue('Paint it green.')
  await expect(composer(page)).toContainText('You stopped the image that it edits.')
  await expect(queued(page)).toHaveCount(0)
  await expect.poll(() => both.map((request) => request.wasAborted())).toEqual([true, true])

  // It does not replace what the user is writing.
  await page.getByRole('button', { name: 'New session' }).first().click()
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'A ship.')
  const [failing] = await imageModel.wait(1, 4)
  await followUp(page, 'Paint it red.')
  await instruction(page).fill('Something else')
  failing?.answerWithoutImage('NO_IMAGE')
  await expect(queued(page)).toContainText('Not sent')
  await expect(instruction(page)).toHaveValue('Something else')
  await instruction(page).fill('')
  await expect(instruction(page)).toHaveValue('Paint it red.')
  expect(imageModel.requests).toHaveLength(5)
})

test('after a restart images are there, interrupted ones are retried', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A heron.')
  const [first] = await imageModel.wait(4)
  first?.answer(picture(9))
  await expect(images(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'A boat.')
  await imageModel.wait(1, 4)
  await followUp(page, 'Paint it blue.')
  await application.relaunch()
  const again = application.page
  await openSession(again, 'A boat.')
  await expect(instruction(again)).toHaveValue('Paint it blue.')
  await expect(composer(again)).toContainText('The image that it edits was interrupted.')
  await openSession(again, 'A heron.')
  await expect(variations(again)).toHaveCount(4)
  const interrupted = variations(again).filter({ hasText: 'closed before this image finished' })
  await expect(interrupted).toHaveCount(3)
  await expectPixels(images(again).getByRole('img'), 64)
  expect(imageModel.requests).toHaveLength(5)
  await interrupted.first().getByRole('button', { name: 'Retry' }).click()
  const [retried] = await imageModel.wait(1, 5)
  expect(retried?.body).toEqual(first?.body)
  retried?.answer(picture(10))
  await expect(images(again)).toHaveCount(2)
})

test('without a media folder nothing is sent until a retry', async ({ application, imageModel }) => {
  const { page } = application
  const folder = mediaFolderOf(application)
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  first?.answer(picture(1))
  await expect(images(page)).toHaveCount(1)
  // The image and its sidecar.
  await expect.poll(() => listMedia(folder)).toHaveLength(2)
  await rename(folder, `${folder} away`)
  // The application may create an empty folder in between.
  await expect(async () => {
    await rm(folder, { recursive: true, force: true })
    await writeFile(folder, 'no folder')
  }).toPass()
  const reference = {
    name: 'reference.png',
    mimeType: 'image/png',
    buffer: paint({ width: 8, height: 8 }, 2),
  }
  await page.getByLabel('Images to add').setInputFiles([reference])
  await expect(composer(page)).toContainText(/1 file wasn’t attached.*media/s)
  await composer(page).getByRole('button', { name: 'Start a new image instead' }).click()
  await draw(page, 'A red boat.')
  await expect(variations(page)).toContainText(/Nothing was sent/)
  await expect(variations(page)).toContainText(folder)
  await expect(steps(page)).toContainText('A red boat.')
  expect(imageModel.requests).toHaveLength(1)

  await rm(folder)
  await rename(`${folder} away`, folder)
  await variations(page).getByRole('button', { name: 'Retry' }).click()
  const [again] = await imageModel.wait(1, 1)
  expect(JSON.stringify(again?.body)).toContain('A red boat.')
  again?.answer(picture(3))
  await expect(images(page)).toHaveCount(1)
  await expectPixels(images(page).getByRole('img'), 64)
})
