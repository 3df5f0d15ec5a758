// Cropping, extending and marking an image: what is sent, and what the demo makes of it.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu } from '../chat-steps'
import {
  composer,
  createSession,
  images,
  instruction,
  openSession,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

const editor = (page: Page) => page.getByRole('dialog', { name: 'Crop, extend, or mark image' })
const references = (page: Page) => composer(page).getByRole('list', { name: 'Attachments' })
const add = (page: Page) => editor(page).getByRole('button', { name: 'Add to next step' })

async function openEditor(page: Page, tool: string): Promise<void> {
  await images(page).last().hover()
  await chooseFromMenu(variations(page).last(), 'More actions for this image', tool)
  await expect(editor(page)).toBeVisible()
}

/** Sends what the editor has prepared, with this text after it. Returns the new step. */
async function generate(page: Page, text: string): Promise<Locator> {
  const count = await steps(page).count()
  await expect(instruction(page)).toBeFocused()
  await instruction(page).pressSequentially(text)
  await page.keyboard.press('Enter')
  await expect(steps(page)).toHaveCount(count + 1)
  const step = steps(page).last()
  await expect(images(step)).toHaveCount(1)
  return step
}

/** The color at a position, as fractions of the image's sides. */
function readColor(image: Locator, [x, y]: readonly [number, number]): Promise<number[]> {
  return image.evaluate(
    async (element: HTMLImageElement, [left, top]) => {
      const bitmap = await createImageBitmap(await (await fetch(element.src)).blob())
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const at = [Math.floor(bitmap.width * left), Math.floor(bitmap.height * top)] as const
      return [...(context?.getImageData(...at, 1, 1).data ?? [])].slice(0, 3)
    },
    [x, y] as const,
  )
}

test('only a marked area changes; the prompt and the copy say which', async ({ application }) => {
  const { page } = application
  await createSession(application, ['A red boat on the sea.'])
  await openSession(page, 'A red boat')
  await openEditor(page, 'Mark area…')
  await expect(add(page)).toBeDisabled()
  await expect(editor(page)).toContainText('Paint an area first.')
  const stage = editor(page).getByRole('group', { name: 'Marked area' })
  const box = await stage.getByRole('img').boundingBox()
  if (!box) throw new Error('The image is not shown.')
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.5)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.5, { steps: 5 })
  await page.mouse.up()
  await expect(editor(page)).toContainText('painted magenta')
  await page.keyboard.press('Control+z')
  await expect(add(page)).toBeDisabled()
  await stage.focus()
  // The brush is where the pointer has left it, at the right.
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expectNoViolations(page, 'a marked area', '[role=dialog]')
  await add(page).click()
  await expect(instruction(page)).toHaveValue(/^Change only the area painted magenta/)
  await expect(references(page).getByRole('listitem')).toHaveCount(1)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A red boat')

  const step = await generate(page, 'black and white')
  await expect(step).toContainText('Only the painted area was changed.')
  const [before, after] = [images(page).first().getByRole('img'), images(step).getByRole('img')]
  for (const outside of [
    [0.05, 0.05],
    [0.5, 0.1],
    [0.95, 0.95],
  ] as const)
    expect(await readColor(after, outside)).toEqual(await readColor(before, outside))
  const [red, green, blue] = await readColor(after, [0.5, 0.5])
  expect([green, blue]).toEqual([red, red])
})

test('an image is extended to another ratio, and a cropped copy becomes a reference', async ({
  application,
}) => {
  const { page } = application
  await createSession(application, ['A red boat on the sea.'])
  await openSession(page, 'A red boat')
  await images(page).first().focus()
  await page.keyboard.press('m')
  await editor(page).getByRole('radio', { name: 'Extend' }).click()
  await editor(page).getByRole('combobox', { name: 'Canvas size' }).click()
  await page.getByRole('option', { name: '1× canvas' }).click()
  await expect(editor(page)).toContainText('Choose another ratio or a larger canvas first.')
  await editor(page).getByRole('combobox', { name: 'Canvas ratio' }).click()
  await page.getByRole('option', { name: '16:9' }).click()
  await expect(editor(page)).toContainText('1820 × 1024 pixels with plain gray')
  await expectNoViolations(page, 'an extended canvas', '[role=dialog]')
  await add(page).click()
  await expect(instruction(page)).toHaveValue(/gray border/)
  await expect(composer(page).getByRole('combobox', { name: 'Aspect ratio' })).toContainText('16:9')
  const step = await generate(page, '')
  await expect(step).toContainText('continued the image into its gray border')
  for (const border of [
    [0.03, 0.5],
    [0.97, 0.5],
  ] as const)
    expect(await readColor(images(step).getByRole('img'), border)).not.toEqual([128, 128, 128])

  await openEditor(page, 'Crop…')
  await editor(page).getByRole('combobox', { name: 'Crop ratio' }).click()
  await page.getByRole('option', { name: '1:1' }).click()
  await expect(editor(page)).toContainText('768 × 768 pixels')
  await editor(page).getByRole('group', { name: 'Crop' }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(editor(page)).toContainText('740 × 740 pixels')
  await expectNoViolations(page, 'a crop', '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(editor(page)).toHaveCount(0)
  await openEditor(page, 'Crop…')
  await expect(editor(page)).toContainText('740 × 740 pixels')
  await add(page).click()
  await expect(references(page).getByRole('listitem')).toHaveCount(1)
  await expect(instruction(page)).toHaveValue('')
})
