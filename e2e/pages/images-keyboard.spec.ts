// An image session without a mouse: pictures are generated, viewed, compared, edited and deleted.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { composer, images, instruction, steps, variations } from '../drawing-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

/** Chooses from the list of the control that has the focus. */
async function chooseByKeys(page: Page, option: string): Promise<void> {
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type(option)
  await expect(page.getByRole('option', { name: option })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toHaveCount(0)
}

test('an image session is completed by keyboard alone', async ({ application: { page } }) => {
  const { keyboard } = page
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  await keyboard.press('Control+2')
  await expect(instruction(page)).toBeFocused()
  await keyboard.type('A red boat on the sea.')
  await tabTo(page, 'Aspect ratio')
  await chooseByKeys(page, '4:3')
  await tabTo(page, 'Variations')
  await chooseByKeys(page, '2 images')
  await expect.poll(() => nameFocused(page)).toBe('Variations')
  await tabTo(page, 'Prompt', 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(images(page)).toHaveCount(2)
  await expect(instruction(page)).toBeFocused()
  await expect(variations(page).first()).toContainText('requested 4:3')

  await tabTo(page, 'Image 1 of 2', 'Shift+Tab')
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Image keyboard shortcuts' })).toBeVisible()
  await expectNoViolations(page, 'the keyboard shortcuts', '[role=dialog]')
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(images(page).first()).toBeFocused()
  await keyboard.press('c')
  await keyboard.press('ArrowRight')
  await expect(images(page).nth(1)).toBeFocused()
  await keyboard.press('c')
  await expect(page.getByRole('dialog', { name: 'Compare images' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(images(page).nth(1)).toBeFocused()
  await keyboard.press(' ')
  await expect(images(page).nth(1)).toHaveAttribute('aria-pressed', 'true')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'A red boat on the sea.' })).toContainText('2 of 2')
  await keyboard.press('Escape')
  await expect(images(page).nth(1)).toBeFocused()

  await keyboard.press('e')
  await expect(instruction(page)).toBeFocused()
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A red boat')
  await keyboard.type('Now at night.')
  await keyboard.press('Enter')
  await expect(steps(page)).toHaveCount(2)
  await expect(images(page)).toHaveCount(4)

  await tabTo(page, 'Image 2 of 2', 'Shift+Tab')
  await keyboard.press('ArrowUp')
  await expect(images(steps(page).first()).nth(1)).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Delete')
  await expect(images(page)).toHaveCount(3)
  await expect.poll(() => nameFocused(page)).not.toBe('nothing')
  await keyboard.press('Control+n')
  await expect(steps(page)).toHaveCount(0)
  await expect(instruction(page)).toBeFocused()
})
