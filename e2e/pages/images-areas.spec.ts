// Cropping, extending and marking an image: the copies that are sent.
import { expect, type Page } from '@playwright/test'
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

test('an area is marked, an image is extended, and a copy is cropped', async ({ application }) => {
  const { page } = application
  const add = editor(page).getByRole('button', { name: 'Add to next step' })
  const reference = composer(page).getByRole('list', { name: 'Attachments' }).getByRole('listitem')
  const choose = async (setting: string, option: string) => {
    await editor(page).getByRole('combobox', { name: setting }).click()
    await page.getByRole('option', { name: option }).click()
  }
  const openEditor = async (tool: string) => {
    await images(page).last().hover()
    await chooseFromMenu(variations(page).last(), 'More actions for this image', tool)
  }
  await createSession(application, ['A red boat on the sea.'])
  await openSession(page, 'A red boat')
  await openEditor('Mark area…')
  await expect(add).toBeDisabled()
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
  await expect(add).toBeDisabled()
  await stage.focus()
  // The brush is where the pointer has left it, at the right.
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  await expectNoViolations(page, 'a marked area', '[role=dialog]')
  await add.click()
  await expect(instruction(page)).toHaveValue(/^Change only the area painted magenta/)
  await expect(reference).toHaveCount(1)
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A red boat')
  await expect(instruction(page)).toBeFocused()
  await page.keyboard.type('black and white')
  await page.keyboard.press('Enter')
  await expect(images(page)).toHaveCount(2)
  await expect(steps(page).last()).toContainText('Only the painted area was changed.')

  await images(page).last().press('m')
  await editor(page).getByRole('radio', { name: 'Extend' }).click()
  await choose('Canvas size', '1× canvas')
  await expect(editor(page)).toContainText('Choose another ratio or a larger canvas first.')
  await choose('Canvas ratio', '16:9')
  await expect(editor(page)).toContainText('1820 × 1024 pixels with plain gray')
  await expectNoViolations(page, 'an extended canvas', '[role=dialog]')
  await add.click()
  await expect(instruction(page)).toHaveValue(/gray border/)
  await expect(composer(page).getByRole('combobox', { name: 'Aspect ratio' })).toContainText('16:9')
  await expect(reference).toContainText('1820 × 1024')

  await openEditor('Crop…')
  await choose('Crop ratio', '4:3')
  await expect(editor(page)).toContainText('1024 × 768 pixels')
  await editor(page).getByRole('group', { name: 'Crop' }).press('Shift+ArrowLeft')
  await expect(editor(page)).toContainText('1004 × 753 pixels')
  await expectNoViolations(page, 'a crop', '[role=dialog]')
  await page.keyboard.press('Escape')
  await openEditor('Crop…')
  await expect(editor(page)).toContainText('1004 × 753 pixels')
  await add.click()
  await expect(reference.last()).toContainText('1004 × 753')
})
