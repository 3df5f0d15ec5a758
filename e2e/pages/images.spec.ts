// Image sessions: requests, variations, edits and branches, reference images, marked areas, and the keyboard.
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, choosePath } from '../chat-steps'
import {
  chooseOption,
  composer,
  createSession,
  draw,
  images,
  inline,
  instruction,
  openImages,
  openSession,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { dropFiles, pastePicture } from '../provide-files'

const picture = (color: number) => inline(paint({ width: 64, height: 64 }, color))
const panel = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const editing = (page: Page) => composer(page).getByRole('group', { name: 'Editing' })
const editor = (page: Page) => page.getByRole('dialog', { name: 'Crop, extend, or mark image' })
const references = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
const toFile = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })

test('variations are requested, stopped, retried, added or blocked', async ({
  application: { page },
  imageModel,
}) => {
  await draw(page, 'Forbidden words')
  const [rejected] = await imageModel.wait(1)
  rejected?.respond({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })
  await expect(variations(page)).toContainText('Prompt blocked')
  await variations(page).getByRole('button', { name: 'Edit prompt' }).click()
  await expect(instruction(page)).toHaveValue('Forbidden words')
  await expect(instruction(page)).toBeFocused()

  await page.getByRole('button', { name: 'New session' }).first().click()
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await chooseOption(page, 'Size', '2K')
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A red boat.')
  const requests = await imageModel.wait(4, 1)
  for (const { path, body } of requests) {
    expect(path).toContain('models/gen-3-pro-image-preview:generateContent')
    expect(body).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'A red boat.' }] }],
      generationConfig: { imageConfig: { imageSize: '2K' } },
    })
  }
  await page.getByRole('button', { name: 'Stop image 2 of 4' }).click()
  await expect(variations(page).nth(1)).toContainText('You stopped this image')
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(1)
  const [first, second, third] = requests.filter((request) => !request.wasAborted())
  first?.answer({ text: 'Here it is.' }, picture(0xaa2222))
  second?.answer(picture(0xbb2222))
  third?.respond({ candidates: [{ finishReason: 'NO_IMAGE' }] })
  await expect(images(page)).toHaveCount(2)
  await expect(variations(page).filter({ hasText: 'Here it is.' })).toContainText('64 × 64, requested 2K')
  const missing = variations(page).filter({ hasText: 'No image was generated' })
  await expect(missing).toBeVisible()
  await expectNoViolations(page, 'images, one stopped, one missing')
  await missing.getByRole('button', { name: 'Retry' }).click()
  const [again] = await imageModel.wait(1, 5)
  expect(again?.body).toEqual(first?.body)
  again?.answer(picture(0xcc2222))
  await expect(images(page)).toHaveCount(3)
  await chooseFromMenu(steps(page), 'More actions for this step', 'Generate another variation')
  const [another] = await imageModel.wait(1, 6)
  expect(another?.body).toEqual(first?.body)
  another?.answer(picture(0xdd2222))
  await expect(images(page)).toHaveCount(4)
  await expect(variations(page)).toHaveCount(5)
})

test('images are generated, viewed, edited on branches, and deleted by keyboard alone', async ({
  application: { page },
}) => {
  const { keyboard } = page
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  await keyboard.press('Control+2')
  await expect(instruction(page)).toBeFocused()
  await keyboard.type('A house.')
  await tabTo(page, 'Aspect ratio')
  await keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await keyboard.type('4:3')
  await expect(page.getByRole('option', { name: '4:3' })).toBeFocused()
  await keyboard.press('Enter')
  await expect.poll(() => nameFocused(page)).toBe('Aspect ratio')
  await tabTo(page, 'Prompt', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(images(page)).toHaveCount(1)
  await expect(instruction(page)).toBeFocused()
  await expect(variations(page)).toContainText('requested 4:3')

  await tabTo(page, 'Image 1 of 1', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'A house.' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(images(page)).toBeFocused()
  for (const [first, edit] of [
    [images(page), 'Make the roof red.'],
    [images(steps(page).first()), 'Make it blue.'],
  ] as const) {
    await first.press('e')
    await expect(instruction(page)).toBeFocused()
    await expect(editing(page)).toContainText('A house.')
    await keyboard.type(edit)
    await keyboard.press('Enter')
    await expect(steps(page).last()).toContainText(edit)
    await expect(images(page)).toHaveCount(2)
  }

  const filmstrip = page.getByRole('navigation', { name: 'All steps' })
  await expect(filmstrip.getByRole('heading')).toHaveText('3 steps2 branches')
  await expect(page.getByRole('list', { name: 'All sessions' })).toContainText('3 steps')
  const entry = filmstrip.getByRole('button').filter({ has: page.getByText('Make the roof red.') })
  await entry.click()
  await expect(steps(page).last()).toContainText('Make the roof red.')
  await expect(entry).toHaveAttribute('aria-current', 'true')
  await filmstrip.locator('button[tabindex="0"]').focus()
  await keyboard.press('End')
  await expect(filmstrip.getByRole('button').last()).toBeFocused()
  await keyboard.press('Enter')
  await expect(steps(page).last()).toContainText('Make it blue.')
  await expectNoViolations(page, 'a session with branches')
  const branches = page.getByRole('group', { name: '2 branches' })
  await branches.getByRole('button', { name: 'Previous branch' }).press('Enter')
  await expect(steps(page).last()).toContainText('Make the roof red.')
  await expect(branches).toContainText('1 of 2')

  await images(steps(page).last()).focus()
  await keyboard.press('ArrowUp')
  await expect(images(steps(page).first())).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Delete')
  await expect(images(page)).toHaveCount(1)
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
  await keyboard.press('Control+n')
  await expect(steps(page)).toHaveCount(0)
  await expect(instruction(page)).toBeFocused()
})

test('a follow-up waits for its image, or comes back', async ({ application: { page }, imageModel }) => {
  const queued = page.getByRole('list', { name: 'Queued prompts' }).getByRole('listitem')
  const followUp = async (prompt: string) => {
    await instruction(page).fill(prompt)
    await expect(editing(page)).toContainText('once it is ready')
    await composer(page).getByRole('button', { name: 'Queue', exact: true }).click()
    await expect(instruction(page)).toHaveValue('')
  }
  await draw(page, 'A boat.')
  const [first] = await imageModel.wait(1)
  await followUp('Paint it blue.')
  await followUp('Add a moon.')
  await expect(queued).toHaveText([/Paint it blue\./, /Add a moon\./])
  await queued.last().getByRole('button', { name: 'Remove queued prompt' }).click()
  await expect(queued).toHaveCount(1)
  await queued.getByRole('button', { name: 'Edit queued prompt' }).click()
  await expect(instruction(page)).toHaveValue('Paint it blue.')
  await followUp('Paint it dark blue.')
  expect(imageModel.requests).toHaveLength(1)
  first?.answer(picture(0x2233aa))
  const [edit] = await imageModel.wait(1, 1)
  expect(edit?.body.contents).toMatchObject([
    { parts: [{ text: 'A boat.' }] },
    { role: 'model', parts: [picture(0x2233aa)] },
    { parts: [{ text: 'Paint it dark blue.' }] },
  ])
  await expect(queued).toHaveCount(0)
  await expect(steps(page).last()).toBeInViewport({ ratio: 0.5 })

  await followUp('Paint it green.')
  await instruction(page).fill('Something else')
  await page.getByRole('button', { name: /^Stop image/ }).click()
  await expect(queued).toContainText('Not sent')
  await expect(instruction(page)).toHaveValue('Something else')
  await instruction(page).fill('')
  await expect(instruction(page)).toHaveValue('Paint it green.')
  await expect.poll(() => edit?.wasAborted()).toBe(true)
  expect(imageModel.requests).toHaveLength(2)
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>'

test('references are sent unchanged, others rejected, and an image restores its prompt', async ({
  application,
  imageModel,
}, testInfo) => {
  const { page } = application
  const green = paint({ width: 10, height: 8 }, 0x00ff00)
  await chooseOption(page, 'Aspect ratio', '16:9')
  await dropFiles(
    panel(page),
    toFile('notes.png', Buffer.from('This is text, whatever the extension is.')),
    toFile('torn.png', paint({ width: 300, height: 300 }, 0x112233).subarray(0, 60)),
    toFile('green.png', green),
  )
  for (const text of [
    '“notes.png” isn’t an image. Its content is text/plain.',
    '“torn.png” is damaged or incomplete.',
  ])
    await expect(composer(page)).toContainText(text)
  await expect(references(page)).toHaveText([/green\.png/])
  await expectNoViolations(page, 'a reference and rejected files')
  await page
    .getByLabel('Images to add')
    .setInputFiles([toFile('logo.svg', Buffer.from(svg), 'image/svg+xml')])
  await expect(page.getByText('“logo.svg” converted to PNG, 1024 × 512 pixels.')).toBeVisible()
  await pastePicture(instruction(page), paint({ width: 40, height: 8 }, 40))
  await expect(references(page).locator('img')).toHaveCount(3)
  await draw(page, 'A lighthouse, as green as this.')
  const [request] = await imageModel.wait(1)
  const parts = request?.body.contents.at(-1)?.parts ?? []
  const sent = parts.flatMap(({ inline_data, inlineData }) => {
    const data = inline_data?.data ?? inlineData?.data
    return data ? [Buffer.from(data, 'base64')] : []
  })
  expect(sent[0]).toEqual(green)
  const read = ({ width, height, data }: PNG) => [width, height, ...data.subarray(0, 3)]
  expect(sent.slice(1).map((bytes) => read(PNG.sync.read(bytes)))).toEqual([
    [1024, 512, 255, 0, 0],
    [40, 8, 0, 0, 40],
  ])
  const drawn = paint({ width: 160, height: 90 }, 0x123456)
  request?.answer(inline(drawn))
  await expect(images(page)).toHaveCount(1)
  const path = testInfo.outputPath('copy.png')
  await choosePath(application, path)
  await chooseFromMenu(panel(page), 'More actions for this image', /^Save a copy with prompt…/)
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  const copy = toFile('copy.png', await readFile(path))
  expect(PNG.sync.read(copy.buffer).data).toEqual(PNG.sync.read(drawn).data)

  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await chooseOption(page, 'Aspect ratio', '1:1')
  await instruction(page).fill('Something else')
  await dropFiles(panel(page), copy)
  await expect(composer(page)).toContainText('Prompt and settings restored')
  await expect(instruction(page)).toHaveValue('A lighthouse, as green as this.')
  await composer(page).getByRole('button', { name: 'Undo' }).click()
  await expect(instruction(page)).toHaveValue('Something else')
  await expect(composer(page).getByRole('combobox', { name: 'Aspect ratio' })).toHaveText('1:1')
  await expect(references(page)).toHaveCount(0)
  await dropFiles(panel(page), copy)
  await composer(page).getByRole('button', { name: 'Use as reference instead' }).click()
  await expect(references(page)).toHaveText([/copy\.png/])
  await composer(page).getByRole('button', { name: 'Remove copy.png' }).click()
  await dropFiles(panel(page), copy)
  await composer(page).getByRole('button', { name: 'Generate', exact: true }).click()
  const [again] = await imageModel.wait(1, 1)
  expect(again?.body).toEqual(request?.body)
})

test('images of the Library are added in the order they were selected', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A bridge.'], { variations: 2 })
  await openImages(page)
  await chooseFromMenu(composer(page), 'Add reference images', 'From the Library…')
  const picker = page.getByRole('dialog', { name: 'Choose references from the Library' })
  await picker.getByRole('searchbox', { name: 'Search images' }).fill('bridge')
  const options = picker.getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(options).toHaveCount(2)
  const readHash = async (element: Locator) =>
    /[0-9a-f]{64}/.exec((await element.locator('img').getAttribute('src')) ?? '')?.[0]
  const selected = [await readHash(options.nth(1)), await readHash(options.nth(0))]
  for (const at of [1, 0]) await options.nth(at).click()
  await expectNoViolations(page, 'references from the Library', '[role=dialog]')
  await picker.getByRole('button', { name: 'Add 2 images' }).click()
  await expect(references(page)).toHaveCount(2)
  expect(await Promise.all((await references(page).all()).map(readHash))).toEqual(selected)
  await expect(instruction(page)).toBeFocused()
})

test('an area is marked, an image is extended, and a copy is cropped', async ({ application }) => {
  const { page } = application
  const add = editor(page).getByRole('button', { name: 'Add to next step' })
  const choose = async (setting: string, option: string) => {
    await editor(page).getByRole('combobox', { name: setting }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await createSession(application, ['A red boat on the sea.'])
  await openSession(page, 'A red boat')
  await chooseFromMenu(variations(page), 'More actions for this image', 'Mark area…')
  await expect(add).toBeDisabled()
  const stage = editor(page).getByRole('group', { name: 'Marked area' })
  const { x = 0, y = 0, width = 0, height = 0 } = (await stage.getByRole('img').boundingBox()) ?? {}
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 5 })
  await page.mouse.up()
  await expect(editor(page)).toContainText('painted magenta')
  await page.keyboard.press('Control+z')
  await expect(add).toBeDisabled()
  await stage.focus()
  // The brush is where the pointer has left it, at the right.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expectNoViolations(page, 'a marked area', '[role=dialog]')
  await add.click()
  await expect(instruction(page)).toHaveValue(/^Change only the area painted magenta/)
  await expect(references(page)).toHaveCount(1)
  await expect(editing(page)).toContainText('A red boat')
  await expect(instruction(page)).toBeFocused()
  await page.keyboard.type('black and white')
  await page.keyboard.press('Enter')
  await expect(steps(page).last()).toContainText('Only the painted area was changed.')

  await images(page).last().press('m')
  await editor(page).getByRole('radio', { name: 'Extend' }).click()
  await choose('Canvas size', '1× canvas')
  await expect(editor(page)).toContainText('Choose another ratio or a larger canvas first.')
  await choose('Canvas ratio', '16:9')
  await add.click()
  await expect(instruction(page)).toHaveValue(/gray border/)
  await expect(composer(page).getByRole('combobox', { name: 'Aspect ratio' })).toContainText('16:9')
  await expect(references(page)).toContainText('1820 × 1024')

  await chooseFromMenu(variations(page).last(), 'More actions for this image', 'Crop…')
  await choose('Crop ratio', '4:3')
  await editor(page).getByRole('group', { name: 'Crop' }).press('Shift+ArrowLeft')
  await expect(editor(page)).toContainText('1004 × 753 pixels')
  await expectNoViolations(page, 'a crop', '[role=dialog]')
  await add.click()
  await expect(references(page).last()).toContainText('1004 × 753')
})
