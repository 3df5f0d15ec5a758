// The list of sections in Settings, in a small window.
import { expect, type Page } from '@playwright/test'
import { test } from '../page-test'
import { resize } from '../window-size'

const sectionLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link')

test('in a small window, the current section is always in view in the list of sections', async ({
  application,
}) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const { windows } = await application.desktop()
  for (const [section, name] of [
    ['about', 'About'],
    ['upstream', 'Provider'],
  ] as const) {
    await windows.showInMain({ type: 'settings', section })
    const link = sectionLinks(page).filter({ hasText: name })
    await expect(link).toHaveAttribute('aria-current', 'location')
    const isInView = () =>
      link.evaluate((element) => {
        const list = element.closest('nav')?.getBoundingClientRect()
        const { left, right } = element.getBoundingClientRect()
        // The end of the list fades out.
        return list !== undefined && left >= list.left && right <= list.right - 32
      })
    await expect.poll(isInView, name).toBe(true)
  }
})
