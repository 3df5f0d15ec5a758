// Drawings, pictures in large and the Library for assistive technology: clean for axe, in both themes.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility'
import { test } from './application'
import { chooseFromMenu, openSection } from './chat-steps'
import { choose, composer, draw, drawn, inline, openImages, paint, steps, variations } from './drawing-steps'
import { useTheme } from './settings-steps'

// axe looks at whole panels, many times over.
test.setTimeout(120_000)

const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })

for (const theme of ['light', 'dark'] as const) {
  test(`drawings and pictures in large are clean for axe, ${theme}`, async ({ application, studio }) => {
    const { page } = application
    await useTheme(page, theme)
    await openImages(page)
    for (const title of ['Model', 'Picture', 'System instruction', 'Sampling']) await openSection(page, title)
    await expectNoViolations(page, 'an empty panel')
    await page.getByRole('button', { name: 'Hide inspector' }).click()
    await page.getByLabel('Pictures to add').setInputFiles([
      { name: 'green.png', mimeType: 'image/png', buffer: paint({ width: 20, height: 20 }, 0xff00) },
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('Words.') },
    ])
    await expect(composer(page)).toContainText('notes.png is no picture')
    await expectNoViolations(page, 'a reference and a refusal')
    await choose(page, 'Variations', '4 pictures')
    await draw(page, 'A boat.')
    const calls = await studio.wait(4)
    await expect(variations(page)).toHaveCount(4)
    await expectNoViolations(page, 'variations under way')
    await page.getByRole('button', { name: 'Stop picture 1 of 4' }).click()
    await expect.poll(() => calls.filter((call) => call.isCut()).length).toBe(1)
    const [first, second, third] = calls.filter((call) => !call.isCut())
    first?.answer({ text: 'Here it is.' }, inline(paint({ width: 400, height: 300 }, 0x2244aa)))
    second?.answer({ text: 'Here it is.' }, inline(paint({ width: 400, height: 400 }, 0xaa4422)))
    third?.refuse('IMAGE_SAFETY')
    await expect(drawn(page)).toHaveCount(2)
    await expect(variations(page).filter({ hasText: 'Safety filters' })).toHaveCount(1)
    await expectNoViolations(page, 'pictures, one stopped, one withheld')
    await page.getByRole('button', { name: 'Keys among pictures' }).click()
    await expect(page.getByRole('dialog', { name: 'Keys among pictures' })).toBeVisible()
    await expectNoViolations(page, 'the keys', '[role=dialog]')
    await page.keyboard.press('Escape')
    await chooseFromMenu(composer(page), 'Add references', 'From the Library…')
    const picker = page.getByRole('dialog', { name: 'References from the Library' })
    await expect(picker.getByRole('listitem')).toHaveCount(2)
    await picker.getByRole('listitem').first().getByRole('button').click()
    await expectNoViolations(page, 'references from the Library', '[role=dialog]')
    await picker.getByRole('button', { name: 'Cancel' }).click()

    await drawn(page).first().dblclick()
    const viewer = page.getByRole('dialog', { name: 'A boat.' })
    await expect(viewer).toContainText('pixels')
    await expectNoViolations(page, 'the viewer', '[role=dialog]')
    await viewer.getByRole('button', { name: 'Compare with…' }).click()
    await page.getByRole('menuitem').first().click()
    const compare = page.getByRole('dialog', { name: 'Compare pictures' })
    for (const mode of ['Slider', 'Side by side', 'Difference']) {
      await compare.getByRole('radio', { name: mode }).click()
      await expectNoViolations(page, `compared: ${mode}`, '[role=dialog]')
    }
    await page.keyboard.press('Escape')
    await expect(viewer).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose(page, 'Variations', '1 picture')
    await draw(page, 'Larger.')
    const [edit] = await studio.wait(1, 4)
    edit?.answer(inline(paint({ width: 300, height: 300 }, 0x11)))
    await expect(drawn(steps(page).last())).toHaveCount(1)
    await steps(page).first().getByRole('button', { name: 'Edit this' }).last().click()
    await expectNoViolations(page, 'two steps, the first being edited')
  })

  test(`the Library is clean for axe, ${theme}`, async ({ application, studio }) => {
    const { page } = application
    await useTheme(page, theme)
    const items = page.getByRole('listbox', { name: 'Items' })
    await page.getByRole('button', { name: 'Library', exact: true }).click()
    await expect(library(page)).toContainText('Everything you make is kept here')
    await expectNoViolations(page, 'an empty Library')
    await openImages(page)
    await choose(page, 'Variations', '2 pictures')
    await draw(page, 'A boat.')
    for (const [index, call] of (await studio.wait(2)).entries())
      call.answer(inline(paint({ width: 400, height: 300 }, 0x2244aa + index)))
    await expect(drawn(page)).toHaveCount(2)
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
    await page.getByRole('searchbox', { name: 'Search the Library' }).fill('nothing like it')
    await expect(library(page)).toContainText('Nothing found')
    await expectNoViolations(page, 'nothing found')
    await library(page).getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('button', { name: /^Trash/ }).click()
    await expect(items.getByRole('option')).toHaveCount(1)
    await expectNoViolations(page, 'the bin')
    await library(page).getByRole('button', { name: 'Empty trash…' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 item')
    await expectNoViolations(page, 'the question before emptying', '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash', exact: true }).click()
    await expect(library(page)).toContainText('Trash is empty')
    await expectNoViolations(page, 'an empty bin')
  })
}
