// Image sessions, the viewer and the Library have no axe violations in both themes.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { chooseFromMenu, openSection } from '../chat-steps'
import {
  chooseOption,
  composer,
  draw,
  images,
  inline,
  openImages,
  paint,
  steps,
  variations,
} from '../drawing-steps'
import { test } from '../page-test'

// axe checks whole panels many times.
test.slow()

const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })

test('image sessions and the viewer have no axe violations', async ({ application, imageModel }) => {
  const { page } = application
  await openImages(page)
  for (const title of ['Model', 'Image', 'System instruction', 'Sampling']) await openSection(page, title)
  await expectNoViolations(page, 'an empty panel')
  await page.getByRole('button', { name: 'Hide inspector' }).click()
  await page.getByLabel('Images to add').setInputFiles([
    { name: 'green.png', mimeType: 'image/png', buffer: paint({ width: 20, height: 20 }, 0xff00) },
    { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Words.') },
  ])
  await expect(composer(page)).toContainText('“notes.png” isn’t an image')
  await expectNoViolations(page, 'a reference and a rejected file')
  await chooseOption(page, 'Variations', '4 images')
  await draw(page, 'A boat.')
  const requests = await imageModel.wait(4)
  await expect(variations(page)).toHaveCount(4)
  await expectNoViolations(page, 'variations in progress')
  await page.getByRole('button', { name: 'Stop image 1 of 4' }).click()
  await expect.poll(() => requests.filter((request) => request.wasAborted()).length).toBe(1)
  const [first, second, third] = requests.filter((request) => !request.wasAborted())
  first?.answer({ text: 'Here it is.' }, inline(paint({ width: 400, height: 300 }, 0x2244aa)))
  second?.answer({ text: 'Here it is.' }, inline(paint({ width: 400, height: 400 }, 0xaa4422)))
  third?.answerWithoutImage('IMAGE_SAFETY')
  await expect(images(page)).toHaveCount(2)
  await expect(variations(page).filter({ hasText: 'safety filters' })).toHaveCount(1)
  await expectNoViolations(page, 'pictures, one stopped, one blocked')
  await page.getByRole('button', { name: 'Image keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Image keyboard shortcuts' })).toBeVisible()
  await expectNoViolations(page, 'the keyboard shortcuts', '[role=dialog]')
  await page.keyboard.press('Escape')
  await chooseFromMenu(composer(page), 'Add reference images', 'From the Library…')
  const picker = page.getByRole('dialog', { name: 'Choose references from the Library' })
  await expect(picker.getByRole('listitem')).toHaveCount(2)
  await picker.getByRole('listitem').first().getByRole('button').click()
  await expectNoViolations(page, 'references from the Library', '[role=dialog]')
  await picker.getByRole('button', { name: 'Cancel' }).click()

  await images(page).first().dblclick()
  const viewer = page.getByRole('dialog', { name: 'A boat.' })
  await expect(viewer).toContainText('pixels')
  await expectNoViolations(page, 'the viewer', '[role=dialog]')
  await viewer.getByRole('button', { name: 'Compare with…' }).click()
  await page.getByRole('menuitem').first().click()
  const compare = page.getByRole('dialog', { name: 'Compare images' })
  for (const mode of ['Slider', 'Side by side', 'Difference']) {
    await compare.getByRole('radio', { name: mode }).click()
    await expectNoViolations(page, `compared: ${mode}`, '[role=dialog]')
  }
  await page.keyboard.press('Escape')
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await chooseOption(page, 'Variations', '1 image')
  await draw(page, 'Larger.')
  const [edit] = await imageModel.wait(1, 4)
  edit?.answer(inline(paint({ width: 300, height: 300 }, 0x11)))
  await expect(images(steps(page).last())).toHaveCount(1)
  await steps(page).first().getByRole('button', { name: 'Edit' }).last().click()
  await expectNoViolations(page, 'two steps, the first being edited')
})

test('the Library has no axe violations', async ({ application, imageModel }) => {
  const { page } = application
  const items = page.getByRole('listbox', { name: 'Items' })
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(library(page)).toContainText('Nothing here yet')
  await expectNoViolations(page, 'an empty Library')
  await openImages(page)
  await chooseOption(page, 'Variations', '2 images')
  await draw(page, 'A boat.')
  for (const [index, request] of (await imageModel.wait(2)).entries())
    request.answer(inline(paint({ width: 400, height: 300 }, 0x2244aa + index)))
  await expect(images(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(items.getByRole('option')).toHaveCount(3)
  const image = items.getByRole('option', { name: /A boat.*, Image, / }).first()
  await image.click()
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('A boat.')
  await expectNoViolations(page, 'the grid and the details')
  await page.getByRole('combobox', { name: 'Add a tag' }).fill('sea')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags' })).toContainText('sea')
  await image.click({ modifiers: ['Control'] })
  await items
    .getByRole('option')
    .last()
    .click({ modifiers: ['Control'] })
  await library(page).getByRole('radio', { name: 'List' }).click()
  await page.getByRole('region', { name: 'Filters' }).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items.getByRole('option')).toHaveCount(2)
  await expectNoViolations(page, 'the list, filtered')
  await items.getByRole('option').first().click()
  await library(page).getByRole('button', { name: 'Tags…' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolations(page, 'tags', '[role=dialog]')
  await page.keyboard.press('Escape')
  await library(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(items.getByRole('option')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search Library' }).fill('nothing like it')
  await expect(library(page)).toContainText('No results')
  await expectNoViolations(page, 'nothing found')
  await library(page).getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: /^Trash/ }).click()
  await expect(items.getByRole('option')).toHaveCount(1)
  await expectNoViolations(page, 'the trash')
  await library(page).getByRole('button', { name: 'Empty trash…' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 item')
  await expectNoViolations(page, 'the confirmation', '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash', exact: true }).click()
  await expect(library(page)).toContainText('Trash is empty')
  await expectNoViolations(page, 'an empty trash')
})
