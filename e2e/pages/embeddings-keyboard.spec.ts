// Embeddings without a mouse: from the first text to the rows that changed most.
import { expect, type Page } from '@playwright/test'
import { promptField } from '../chat-steps'
import { newTexts, rows, table, tally, tenTexts, views } from '../embeddings-steps'
import { nameFocused, tabTo } from '../keyboard-steps'
import { test } from '../page-test'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

/** Works wherever the focus is within a view. */
async function goToView(page: Page, from: string, to: string) {
  await tabTo(page, from, 'Shift+Tab')
  for (let count = 0; count < views.length && (await nameFocused(page)) !== to; count += 1)
    await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: to, exact: true })).toHaveAttribute('aria-selected', 'true')
}

test('texts are entered, embedded and inspected in every view by keyboard alone', async ({
  application: { page },
}) => {
  const { keyboard } = page
  await promptField(page).waitFor()
  await keyboard.press('Control+5')
  await tabTo(page, 'Type or paste textsCreate a set with one text per line, then run it.')
  await keyboard.press('Enter')
  await expect(newTexts(page)).toBeFocused()
  for (const at of [0, 1]) {
    await keyboard.type(tenTexts[at] ?? '')
    await keyboard.press('Enter')
    await expect(rows(page)).toHaveCount(at + 1)
    await expect(newTexts(page)).toHaveValue('')
  }
  await keyboard.type(tenTexts[3] ?? '')
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
  await goToView(page, 'Vector', 'Matrix')
  await tabTo(page, 'Similarity matrix')
  await keyboard.press('ArrowDown')
  const cell = page.getByRole('grid', { name: 'Similarity matrix' }).getByRole('gridcell')
  await expect(cell).toHaveText(/^\d .+ × \d .+: 0\.\d{4}$/)
  await goToView(page, 'Matrix', 'Neighbors')
  await tabTo(page, 'Row')
  // Hold the key, as a finger does: the selection follows only if the focus moves before the key is released.
  await keyboard.down('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Custom text' })).toBeChecked()
  await keyboard.up('ArrowRight')
  await tabTo(page, 'Query')
  await keyboard.type('a boat in the harbour')
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
  await keyboard.press('l')
  await expect(page.getByRole('radio', { name: 'Lasso' })).toBeChecked()
  await goToView(page, 'Map', 'Compare')
  await tabTo(page, 'Duplicate set…')
  await keyboard.press('Enter')
  await tabTo(page, '3072')
  await keyboard.down('ArrowLeft')
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Custom' })).toBeChecked()
  await keyboard.up('ArrowLeft')
  await tabTo(page, 'Number of dimensions')
  await keyboard.press('Control+a')
  await keyboard.type('64')
  await tabTo(page, 'Duplicate set')
  await keyboard.press('Enter')
  await expect(tally(page)).toHaveText('3 rows · 3 not run')
  await keyboard.press('Control+Enter')
  await expect(tally(page)).toHaveText('3 rows · 3 done')
  await goToView(page, 'Table', 'Compare')
  await tabTo(page, 'Rows that changed most')
  await keyboard.press('End')
  const moved = page.getByRole('listbox', { name: 'Rows that changed most' }).getByRole('option')
  await expect(moved.last()).toHaveAttribute('aria-selected', 'true')
})
