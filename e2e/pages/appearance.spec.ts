// Appearance: the theme, density, font size, and motion apply at once and to the next start.
import { expect, type Page } from '@playwright/test'
import { createChat } from '../chat-steps'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' }, motion: 'full' })

const readStyle = (page: Page, property: string) =>
  page.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim(), property)
const openPanel = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

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

test('compact density shows more rows of every list, and digits of numbers in columns have one width', async ({
  application,
}) => {
  const { page } = application
  await createChat(page, 'One')
  const measure = async () => {
    const heights: number[] = []
    for (const [panel, row] of [
      ['Chat', page.getByRole('navigation', { name: 'Chats' }).locator('[data-id]').first()],
      ['Settings', page.locator('#models tbody tr').first()],
    ] as const) {
      await openPanel(page, panel)
      heights.push((await row.boundingBox())?.height ?? 0)
    }
    return heights
  }
  const comfortable = await measure()
  const { settings } = await application.desktop()
  const { appearance } = await settings.read()
  await settings.update({ appearance: { ...appearance, density: 'compact' } })
  await expect.poll(() => readStyle(page, '--spacing')).toBe('3.500px')
  for (const [at, height] of (await measure()).entries()) expect(height).toBeLessThan(comfortable[at] ?? 0)

  const widths = await page.evaluate(async () => {
    await document.fonts.load('13px "Inter Variable"')
    return ['1111', '0000'].map((textContent) => {
      const span = Object.assign(document.createElement('span'), { className: 'tabular-nums', textContent })
      document.body.append(span)
      return span.getBoundingClientRect().width
    })
  })
  expect(widths[0]).toBe(widths[1])
})
