// Steps of tests in the Library: opening it, its items and filters, images to show in it.
import { expect, type Page } from '@playwright/test'
import type { Application } from './application'
import { createSession } from './drawing-steps'

export const library = (page: Page) => page.getByRole('region', { name: 'Library', exact: true })
export const filters = (page: Page) => page.getByRole('region', { name: 'Filters' })
export const inspector = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })
export const listbox = (page: Page) => page.getByRole('listbox', { name: 'Items' })
export const items = (page: Page) => listbox(page).getByRole('option')
export const item = (page: Page, name: RegExp) => listbox(page).getByRole('option', { name })

export async function openLibrary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Library', exact: true }).click()
  await expect(library(page)).toBeVisible()
}

export async function openTrash(page: Page): Promise<void> {
  await openLibrary(page)
  await filters(page)
    .getByRole('button', { name: /^Trash/ })
    .click()
  await expect(library(page).getByRole('heading', { name: 'Trash' })).toBeVisible()
}

/** Three images: a boat, the same boat at night, and in another session a tree. The Library shows only images. */
export async function openWithImages(application: Application): Promise<void> {
  const { page } = application
  await createSession(application, ['A red boat on the sea.', 'Now at night.'])
  await createSession(application, ['A green tree.'])
  await openLibrary(page)
  await filters(page).getByRole('checkbox', { name: 'Images' }).check()
  await expect(items(page)).toHaveCount(3)
}
