// An image session without a mouse: pictures are generated, viewed, edited and deleted.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { composer, images, instruction, steps, variations } from '../drawing-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

test('an image session is completed by keyboard alone', async ({ application: { page } }) => {
  const { keyboard } = page
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeFocused()
  await keyboard.press('Control+2')
  await expect(instruction(page)).toBeFocused()
  await keyboard.type('A red boat on the sea.')
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
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Image keyboard shortcuts' })).toBeVisible()
  await expectNoViolations(page, 'the keyboard shortcuts', '[role=dialog]')
  await keyboard.press('Escape')
  await expect(images(page)).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'A red boat on the sea.' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(images(page)).toBeFocused()
  await keyboard.press('e')
  await expect(instruction(page)).toBeFocused()
  await expect(composer(page).getByRole('group', { name: 'Editing' })).toContainText('A red boat')
  await keyboard.type('Now at night.')
  await keyboard.press('Enter')
  await expect(images(page)).toHaveCount(2)

  await tabTo(page, 'Image 1 of 1', 'Shift+Tab')
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
