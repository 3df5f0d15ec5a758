// Appearance: the theme, density, font size, and motion apply at once and to the next start.
import { expect, type Page } from '@playwright/test'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ motion: 'full' })

const readStyle = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)

test('theme, density, font size and motion apply at once, and from the first frame of the next start', async ({
  application,
}) => {
  const { page } = application
  expect(await readStyle(page, '--spacing')).toBe('4px')
  const appearance = await openSettings(page, 'Appearance')
  await appearance.getByRole('radio', { name: 'Dark' }).click()
  await appearance.getByRole('radio', { name: 'Compact' }).click()
  await expect.poll(() => readStyle(page, '--spacing')).toBe('3.500px')
  await appearance.getByRole('combobox', { name: 'Font size' }).click()
  await page.getByRole('option', { name: '18 px' }).click()
  await expect.poll(() => readStyle(page, '--text-base')).toBe('18px')
  await appearance.getByRole('radio', { name: 'Reduced' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await appearance.getByRole('radio', { name: 'Full' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'full')
  // The page has it before it reads the settings.
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('appearance'))) ?? '')).toMatchObject({
    state: { density: 'compact', fontSize: 18, motion: 'full' },
  })
  await application.relaunch()
  await expect(application.page.locator('html')).toHaveAttribute('data-motion', 'full')
  expect(await readStyle(application.page, '--text-base')).toBe('18px')
  expect(await application.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true)
})
