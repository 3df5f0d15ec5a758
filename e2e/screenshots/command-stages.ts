// The command palette and Settings > Shortcuts for screenshots.
import type { Page } from '@playwright/test'
import { openSettings } from '../settings-steps'
import { openPanel } from './screenshot-steps'

export async function showPalette(page: Page, query = '') {
  // Closes what an earlier screenshot has left open.
  await page.keyboard.press('Escape')
  await openPanel(page, 'Chat')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  await palette.getByRole('combobox').fill(query)
  await palette.getByRole('option').first().waitFor()
  await palette.getByRole('status').filter({ hasText: /^$/ }).waitFor({ state: 'attached' })
}

export async function showPaletteStep(page: Page) {
  await showPalette(page, 'use model')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Back from Use model' }).waitFor()
  await page.getByRole('option').first().waitFor()
}

/** One command is changed, and another one is being changed. */
export async function showShortcuts(page: Page) {
  const shortcuts = await openSettings(page, 'Shortcuts')
  const change = (title: string) =>
    shortcuts.getByRole('button', { name: `Change ${title}`, exact: true }).click()
  await change('Use model…')
  await page.keyboard.press('Control+m')
  await shortcuts.getByText('1 changed').waitFor()
  await change('Set theme…')
}

export async function showShortcutConflict(page: Page) {
  await page.keyboard.press('Control+n')
  await page.getByRole('region', { name: 'Shortcuts' }).getByRole('alert').waitFor()
}
