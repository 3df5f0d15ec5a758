// Steps of tests without a mouse: the command palette, which control has the focus, and pressing Tab until another has it.
import { expect, type Page } from '@playwright/test'

/** The name of the control that has the focus. */
export const nameFocused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return 'nothing'
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
  })

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' })

/** Types the query once the field has the focus: just after the start, the palette's code may still be loading. */
export async function openPalette(page: Page, query = ''): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(palette(page).getByRole('combobox')).toBeFocused()
  if (query) await page.keyboard.type(query)
}

/** Presses Tab until the control with this name has the focus. Fails if any step leaves nothing focused. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press(key)
    const current = await nameFocused(page)
    expect(current, `after ${passed.join(', ')}`).not.toBe('nothing')
    if (current === name) return
    passed.push(current)
  }
  throw new Error(`Tab does not reach “${name}”, but ${passed.join(', ')}.`)
}
