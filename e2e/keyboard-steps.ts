// What journeys without a mouse are made of: where the focus stands, and Tab until it stands elsewhere.
import { expect, type Page } from '@playwright/test'

/** The control that has the focus, by its name. */
export const nameFocused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return 'nothing'
    return activeElement.getAttribute('aria-label') ?? activeElement.textContent ?? ''
  })

/** Presses Tab until the control of this name has the focus, which must stand on something at every step. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press(key)
    const at = await nameFocused(page)
    expect(at, `after ${passed.join(', ')}`).not.toBe('nothing')
    if (at === name) return
    passed.push(at)
  }
  throw new Error(`Tab does not reach “${name}”, but ${passed.join(', ')}.`)
}
