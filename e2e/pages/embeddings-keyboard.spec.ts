// Embeddings without a mouse: from the first text to the map.
import { expect, type Page } from '@playwright/test'
import { promptField } from '../chat-steps'
import { newTexts, rows, table, tally, tenTexts } from '../embeddings-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

/** Works wherever the focus is within a view. */
async function goToView(page: Page, from: string, to: string) {
  await tabTo(page, from, 'Shift+Tab')
  while ((await nameFocused(page)) !== to) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: to, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('texts are entered, embedded and inspected by keyboard alone', async ({ application: { page } }) => {
  const { keyboard } = page
  await promptField(page).waitFor()
  await keyboard.press('Control+5')
  await tabTo(page, 'Type or paste textsCreate a set with one text per line, then run it.')
  await keyboard.press('Enter')
  await expect(newTexts(page)).toBeFocused()
  await keyboard.type('A boat')
  await keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await keyboard.insertText(tenTexts.slice(0, 2).join('\n'))
  await keyboard.press('Control+Enter')
  await expect(tally(page)).toHaveText('3 rows · 3 done')

  await tabTo(page, 'Texts', 'Shift+Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+ArrowDown')
  await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('2 rows selected')
  await keyboard.press('Escape')
  await keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await keyboard.type('Something else')
  await keyboard.press('Escape')
  await expect(table(page)).toBeFocused()
  await expect(table(page)).not.toContainText('Something else')
  await keyboard.press('Delete')
  await expect(rows(page)).toHaveCount(2)
  await keyboard.press('Control+z')
  await expect(rows(page)).toHaveCount(3)

  await goToView(page, 'Table', 'Vector')
  await tabTo(page, 'Values')
  await keyboard.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Values' })).toHaveAttribute('aria-valuetext', /^Value 1: /)
  await goToView(page, 'Vector', 'Neighbors')
  await tabTo(page, 'Row')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Custom text' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await tabTo(page, 'Query')
  await keyboard.type('a boat')
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Nearest rows' }).getByRole('listitem')).toHaveCount(3)
  await goToView(page, 'Neighbors', 'Map')
  await tabTo(page, 'Map of 3 texts')
  const announcement = page.getByRole('status', { name: 'Announcements' })
  await keyboard.press('ArrowRight')
  await expect(announcement).toHaveText(/^Row \d: /)
  await keyboard.press(' ')
  await expect(announcement).toHaveText('1 selected')
  await keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Selected rows' })).toHaveCount(0)
})
