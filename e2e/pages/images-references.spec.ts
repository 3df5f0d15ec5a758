// Reference images of a prompt: dropped, pasted, chosen; which are sent, and which are rejected.
import { truncate, writeFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, expectOnDisk } from '../chat-steps'
import {
  chooseOption,
  composer,
  draw,
  images,
  inline,
  instruction,
  openImages,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'
import { dropFiles, pastePicture } from '../provide-files'
import type { SentRequest } from '../scripted-model'

const panel = (page: Page) => page.getByRole('region', { name: 'Images', exact: true })
const references = (page: Page) => page.getByRole('list', { name: 'Attachments' })
const fileInput = (page: Page) => page.getByLabel('Images to add')
const toFile = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })

/** The bytes of each picture that was sent with the prompt. */
function readPictures(request: SentRequest | undefined) {
  return request?.contents.at(-1)?.parts.flatMap(({ inline_data, inlineData }) => {
    const data = inline_data?.data ?? inlineData?.data
    return data ? [Buffer.from(data, 'base64')] : []
  })
}

test('references are dropped, pasted and chosen, and reach the model byte for byte', async ({
  application: { page },
  imageModel,
}) => {
  const [one, two, three] = [10, 20, 30].map((width) => paint({ width, height: 8 }, width))
  if (!one || !two || !three) throw new Error('No picture was created.')
  await dropFiles(panel(page), toFile('one.png', one), toFile('two.png', two))
  await expect(references(page).getByRole('listitem')).toHaveCount(2)
  await fileInput(page).setInputFiles([toFile('three.png', three)])
  await expect(references(page).getByRole('listitem')).toHaveCount(3)
  await pastePicture(instruction(page), paint({ width: 40, height: 8 }, 40))
  await expect(references(page).getByRole('listitem')).toHaveCount(4)
  await expect(references(page).locator('img')).toHaveCount(4)
  // The selected model accepts three.
  await instruction(page).fill('All of these in one picture.')
  await expect(composer(page).getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
  await instruction(page).press('Enter')
  await expect(composer(page)).toContainText(/accepts up to 3 reference images\. You added 4\./)
  await chooseOption(page, 'Model', /Gen 3 Pro Image/)
  await draw(page, 'All of these in one picture.')
  const [request] = await imageModel.wait(1)
  const sent = readPictures(request?.body)
  expect(sent?.map((bytes, at) => bytes.equals([one, two, three][at] ?? bytes))).toEqual([
    true,
    true,
    true,
    true,
  ])
  request?.answer(inline(paint({ width: 64, height: 64 }, 1)))
  await expect(images(page)).toHaveCount(1)
  const sentReferences = steps(page).getByRole('list', { name: 'Reference images' }).getByRole('button')
  await expect(sentReferences).toHaveCount(4)
  await sentReferences.first().click()
  await expect(page.getByRole('dialog')).toContainText('10 × 8 pixels')
})

test('files that are not images are rejected by name, and the prompt and the other reference stay', async ({
  application,
  imageModel,
}) => {
  const { page } = application
  await instruction(page).fill('Like these.')
  const picture = paint({ width: 10, height: 10 }, 5)
  await dropFiles(
    panel(page),
    toFile('notes.png', Buffer.from('This is text, whatever the extension is.')),
    toFile('empty.png', Buffer.alloc(0)),
    toFile('picture.png', picture),
  )
  await expect(composer(page)).toContainText('2 files weren’t attached')
  await expect(composer(page)).toContainText('“notes.png” isn’t an image. Its content is text/plain.')
  await expect(composer(page)).toContainText('“empty.png” is empty.')
  await expect(references(page).getByRole('listitem')).toHaveCount(1)
  await expect(instruction(page)).toHaveValue('Like these.')
  await expectOnDisk(application, 'picture.png')
  await application.relaunch()
  await expect(instruction(application.page)).toHaveValue('Like these.')
  await expect(references(application.page).getByRole('button', { name: /^picture\.png/ })).toBeVisible()
  expect(imageModel.requests).toEqual([])
})

test('a damaged picture is reported before it is sent, and the prompt stays', async ({
  application: { page },
  imageModel,
}) => {
  await instruction(page).fill('Like this one.')
  const whole = paint({ width: 300, height: 300 }, 0x112233)
  await fileInput(page).setInputFiles([toFile('torn.png', whole.subarray(0, 60))])
  await expect(composer(page)).toContainText('“torn.png” is damaged or incomplete.')
  await expect(references(page)).toHaveCount(0)
  await expect(instruction(page)).toHaveValue('Like this one.')
  expect(imageModel.requests).toEqual([])
})

test('a picture of 100 MB is too large, and is reported before anything is sent', async ({
  application: { page },
  imageModel,
}, testInfo) => {
  // Copying it to the media folder takes a while on a busy machine.
  test.slow()
  await instruction(page).fill('Like this large one.')
  const path = testInfo.outputPath('large.png')
  await writeFile(path, paint({ width: 10, height: 10 }, 7))
  await truncate(path, 100_000_000)
  await fileInput(page).setInputFiles(path)
  await expect(references(page).getByRole('button', { name: /^large\.png/ })).toBeVisible({ timeout: 60_000 })
  await expect(composer(page)).toContainText('This prompt is too large to send: 133.3 MB')
  await expect(composer(page).getByRole('button', { name: 'Generate', exact: true })).toBeDisabled()
  await instruction(page).press('Enter')
  await expect(instruction(page)).toHaveValue('Like this large one.')
  expect(imageModel.requests).toEqual([])
  await page.getByRole('button', { name: 'Remove large.png' }).click()
  await expect(composer(page).getByRole('button', { name: 'Generate', exact: true })).toBeEnabled()
})

test('pictures of the Library are sent in the order they were selected', async ({
  application: { page },
  imageModel,
}) => {
  const pictures = [11, 12, 13].map((width) => paint({ width, height: 8 }, width))
  await chooseOption(page, 'Variations', '3 images')
  await draw(page, 'A bridge.')
  for (const [index, request] of (await imageModel.wait(3)).entries())
    request.answer(inline(pictures[index] ?? Buffer.alloc(0)))
  await expect(images(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'New session' }).first().click()
  await expect(steps(page)).toHaveCount(0)
  await chooseFromMenu(composer(page), 'Add reference images', 'From the Library…')
  const picker = page.getByRole('dialog', { name: 'Choose references from the Library' })
  await picker.getByRole('searchbox', { name: 'Search images' }).fill('nothing like it')
  await expect(picker).toContainText('No matching images')
  await picker.getByRole('searchbox', { name: 'Search images' }).fill('bridge')
  const options = picker.getByRole('list', { name: 'Images' }).getByRole('button')
  await expect(options).toHaveCount(3)
  await options.nth(2).click()
  await options.nth(0).click()
  await picker.getByRole('button', { name: 'Add 2 images' }).click()
  await expect(references(page).getByRole('listitem')).toHaveCount(2)
  await expect(instruction(page)).toBeFocused()
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'Both in one.')
  const [request] = await imageModel.wait(1, 3)
  const sent = readPictures(request?.body)?.map((bytes) => pictures.findIndex((one) => one.equals(bytes)))
  expect(new Set(sent).size).toBe(2)
  expect(sent).not.toContain(-1)
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="20" height="10" fill="red"/></svg>'
const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

test('an SVG and a GIF are converted to PNG with a note, and a TIFF is rejected by name', async ({
  application: { page },
  imageModel,
}) => {
  await fileInput(page).setInputFiles([toFile('logo.svg', Buffer.from(svg), 'image/svg+xml')])
  await expect(references(page).getByRole('button', { name: /^logo\.svg \(as PNG\)/ })).toBeVisible()
  await expect(page.getByText('“logo.svg” converted to PNG, 1024 × 512 pixels.')).toBeVisible()
  await fileInput(page).setInputFiles([toFile('dot.gif', gif, 'image/gif')])
  await expect(references(page).getByRole('button', { name: /^dot\.gif \(as PNG\)/ })).toBeVisible()
  await fileInput(page).setInputFiles([
    toFile('scan.tiff', Buffer.from('II*\0rest of the file'), 'image/tiff'),
  ])
  await expect(composer(page)).toContainText('“scan.tiff” is image/tiff, which models can’t read.')
  await draw(page, 'Like these.')
  const [request] = await imageModel.wait(1)
  const sent = readPictures(request?.body)?.map((bytes) => {
    const { width, height, data } = PNG.sync.read(bytes)
    return [width, height, ...data.subarray(0, 4)]
  })
  expect(sent).toEqual([
    [1024, 512, 255, 0, 0, 255],
    [1, 1, 255, 0, 0, 255],
  ])
  request?.answer(inline(paint({ width: 64, height: 64 }, 1)))
})

test('the viewer stars an image, edits it, uses it as a reference, and deletes it, which shows the next one', async ({
  application: { page },
  imageModel,
}) => {
  await chooseOption(page, 'Variations', '2 images')
  await draw(page, 'A heron.')
  const requests = await imageModel.wait(2)
  for (const [index, request] of requests.entries()) {
    request.answer(inline(paint({ width: 64 + index, height: 64 }, index + 1)))
  }
  await expect(images(page)).toHaveCount(2)
  const open = () => images(page).first().dblclick()
  const viewer = page.getByRole('dialog')
  const press = (name: string) => viewer.getByRole('button', { name, exact: true }).click()
  const star = viewer.getByRole('button', { name: 'Star', exact: true })
  const starred = (page: Page) => variations(page).filter({ hasText: 'Starred' })
  await open()
  await page.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await expectNoViolations(page, 'the viewer of a starred image', '[role=dialog]')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await expect(starred(page)).toHaveCount(0)
  await press('Edit')
  await expect(viewer).toHaveCount(0)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A heron.')
  await open()
  await press('Use as reference')
  await expect(viewer).toHaveCount(0)
  await expect(references(page).getByRole('listitem')).toHaveCount(1)
  await open()
  await expect(viewer).toContainText('1 of 2')
  await press('Delete')
  await expect(viewer.getByText(/of 2/)).toHaveCount(0)
  await expect(viewer).toContainText(/6[45] × 64 pixels/)
  await page.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  // Once closes the dialog, together with the tooltip of the button that is now under the pointer.
  await viewer.getByRole('button', { name: 'Zoom in' }).hover()
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expect(images(page)).toHaveCount(1)
  await expect(starred(page)).toHaveCount(1)
  // The star is that of the Library's item, and is removed there, too.
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await page.getByRole('option', { name: /^A heron\., Image, Starred/ }).click()
  await page.keyboard.press('s')
  await expect(page.getByRole('option', { name: /^A heron\., Image, (?!Starred)/ })).toBeVisible()
  await openImages(page)
  await expect(images(page)).toHaveCount(1)
  await expect(starred(page)).toHaveCount(0)
})
