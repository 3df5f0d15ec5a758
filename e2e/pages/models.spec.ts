// The list of models: searched, favorites first, hidden models left out, the same in every panel and after a restart.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { promptField } from '../chat-steps'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

const picker = (page: Page) => page.getByRole('combobox', { name: 'Model', exact: true })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search models' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Models' }).getByRole('option')
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option')

test('models are searched, made favorites and hidden by keyboard; both last, and Settings shows them', async ({
  application,
}) => {
  let { page } = application
  const { keyboard } = page
  await expect(promptField(page)).toBeFocused()
  await picker(page).focus()
  await keyboard.press('ArrowDown')
  await expect(search(page)).toBeFocused()
  await expect(options(page).first()).toHaveAccessibleDescription(/1M context/)
  await keyboard.type('pro')
  await expect(options(page).first()).toHaveAccessibleName('Gen 2.5 Pro')
  await expectNoViolations(page, 'the list of models')
  await keyboard.press('Tab')
  await expect.poll(() => nameFocused(page)).toBe('Add favorite Gen 2.5 Pro')
  await keyboard.press('Enter')
  await expect(group(page, 'Favorites')).toHaveCount(1)
  await expect.poll(() => nameFocused(page)).toBe('Remove favorite Gen 2.5 Pro')
  await keyboard.press('Shift+Tab')
  await search(page).fill('3.1')
  await page.getByRole('button', { name: 'Hide Gen 3.1 Pro (preview)' }).click()
  await expect(page.getByText('No matching models')).toBeVisible()
  await search(page).fill('')
  await expect(group(page, 'Text')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show hidden (1)' }).click()
  await expect(group(page, 'Hidden')).toHaveAccessibleName('Gen 3.1 Pro (preview)')
  await keyboard.press('Escape')
  await expect(picker(page)).toBeFocused()

  await application.relaunch()
  page = application.page
  await picker(page).click()
  await expect(options(page).first()).toHaveAccessibleName('Gen 2.5 Pro')
  await expect(options(page).filter({ hasText: '3.1 Pro' })).toHaveCount(0)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('2.5 pro')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveText('Gen 2.5 Pro')

  const models = await openSettings(page, 'Models')
  const row = models.getByRole('row').filter({ hasText: 'gen-3.1-pro-preview' })
  await expect(row).toContainText('Hidden')
  await row.getByRole('button', { name: 'Show gen-3.1-pro-preview in model lists' }).click()
  await expect(row).not.toContainText('Hidden')
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await picker(page).click()
  await expect(options(page).filter({ hasText: '3.1 Pro' })).toHaveCount(1)
})

test('the star and the eye of a row change its lists and leave the model selected', async ({
  application,
}) => {
  const { page } = application
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  const composer = page.getByRole('form', { name: 'New prompt' })
  const model = composer.getByRole('combobox', { name: 'Model', exact: true })
  const before = await model.textContent()
  await model.click()
  const other = options(page).filter({ hasText: 'Gen 3 Pro Image' })
  await other.hover()
  await other.getByTitle('Add favorite').click()
  await expect(group(page, 'Favorites')).toHaveAccessibleName('Gen 3 Pro Image (preview)')
  await other.hover()
  await other.getByTitle('Hide').click()
  await expect(other).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(model).toHaveText(before ?? '')
})
