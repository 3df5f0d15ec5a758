// Steps that several screenshots share.
import type { Page } from '@playwright/test'

export const timeout = 60_000

/** Opens a panel from the rail. */
export async function openPanel(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click()
}

/** Waits until the answer, or every picture of a step, is complete. */
export async function waitForAnswer(page: Page) {
  const stop = page.getByRole('button', { name: 'Stop', exact: true }).first()
  // A short answer may end before its button is visible.
  await stop.waitFor({ timeout: 5_000 }).catch(() => {})
  await stop.waitFor({ state: 'hidden', timeout })
}
