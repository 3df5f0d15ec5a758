// Reference images of a prompt: dropped, pasted, chosen; which are sent, which are rejected, and restored prompts.
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
  paint,
  steps,
} from '../drawing-steps'
import { test } from '../page-test'
import { dropFiles, pastePicture } from '../provide-files'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const panel = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const references = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
const toFile = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>'

test('references are sent unchanged; others are rejected', async ({ application: { page }, imageModel }) => {
  const green = paint({ width: 10, height: 8 }, 0x00ff00)
  await instruction(page).fill('Like these.')
  await dropFiles(
    panel(page),
    toFile('notes.png', Buffer.from('This is text, whatever the extension is.')),
    toFile('torn.png', paint({ width: 300, height: 300 }, 0x112233).subarray(0, 60)),
    toFile('green.png', green),
  )
  for (const text of [
    '2 files weren’t attached',
    '“notes.png” isn’t an image. Its content is text/plain.',
    '“torn.png” is damaged or incomplete.',
  ])
    await expect(composer(page)).toContainText(text)
  await expect(references(page)).toHaveText([/green\.png/])
  await expect(instruction(page)).toHaveValue('Like these.')
  await expectNoViolations(page, 'a reference and rejected files')
  const fileInput = page.getByLabel('Images to add')
  await fileInput.setInputFiles([toFile('logo.svg', Buffer.from(svg), 'image/svg+xml')])
  await expect(page.getByText('“logo.svg” converted to PNG, 1024 × 512 pixels.')).toBeVisible()
  await pastePicture(instruction(page), paint({ width: 40, height: 8 }, 40))
  await expect(references(page).locator('img')).toHaveCount(3)
  await draw(page, 'All of these in one picture.')
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
  request?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  const sentReferences = steps(page).getByRole('list', { name: 'Reference images' }).getByRole('button')
  await expect(sentReferences).toHaveCount(3)
  await sentReferences.first().click()
  await expect(page.getByRole('dialog')).toContainText('10 × 8 pixels')
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
  await options.nth(1).click()
  await options.nth(0).click()
  await expectNoViolations(page, 'references from the Library', '[role=dialog]')
  await picker.getByRole('button', { name: 'Add 2 images' }).click()
  await expect(references(page)).toHaveCount(2)
  expect(await Promise.all((await references(page).all()).map(readHash))).toEqual(selected)
  await expect(instruction(page)).toBeFocused()
})

test('a saved image that is dropped restores its prompt', async ({ application, imageModel }, testInfo) => {
  const { page } = application
  const ratio = composer(page).getByRole('combobox', { name: 'Aspect ratio', exact: true })
  await chooseOption(page, 'Aspect ratio', '16:9')
  await dropFiles(panel(page), toFile('green.png', paint({ width: 20, height: 20 }, 0x00ff00)))
  await expect(references(page)).toHaveCount(1)
  await draw(page, 'A lighthouse, as green as this.')
  const [request] = await imageModel.wait(1)
  const picture = paint({ width: 160, height: 90 }, 0x123456)
  request?.answer(inline(picture))
  await expect(images(page)).toHaveCount(1)
  const path = testInfo.outputPath('copy.png')
  await choosePath(application, path)
  await chooseFromMenu(panel(page), 'More actions for this image', /^Save a copy with prompt…/)
  await expect(page.getByText(`Saved to ${path}`)).toBeVisible()
  const copy = toFile('copy.png', await readFile(path))
  expect(PNG.sync.read(copy.buffer).data).toEqual(PNG.sync.read(picture).data)

  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await chooseOption(page, 'Aspect ratio', '1:1')
  await instruction(page).fill('Something else')
  await dropFiles(panel(page), copy)
  await expect(composer(page)).toContainText('Prompt and settings restored')
  await expect(instruction(page)).toHaveValue('A lighthouse, as green as this.')
  await composer(page).getByRole('button', { name: 'Undo' }).click()
  await expect(instruction(page)).toHaveValue('Something else')
  await expect(ratio).toHaveText('1:1')
  await expect(references(page)).toHaveCount(0)
  await dropFiles(panel(page), copy)
  await composer(page).getByRole('button', { name: 'Use as reference instead' }).click()
  await expect(instruction(page)).toHaveValue('Something else')
  await expect(references(page)).toHaveText([/copy\.png/])
  await composer(page).getByRole('button', { name: 'Remove copy.png' }).click()
  await dropFiles(panel(page), copy)
  await composer(page).getByRole('button', { name: 'Generate', exact: true }).click()
  const [again] = await imageModel.wait(1, 1)
  expect(again?.body).toEqual(request?.body)
})
