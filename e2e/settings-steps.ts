// Steps of tests in Settings: opening a section, entering services and their keys.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Application } from './application'

export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  // A search lists only the sections that it has found.
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('')
  await page
    .getByRole('navigation', { name: 'Settings sections' })
    .getByRole('link', { name: section })
    .click()
  return page.getByRole('region', { name: section, exact: true })
}

interface ServiceEntry {
  name: string
  url: string
  key: string
}

/** Makes a custom service the provider. Without titles by the model, it receives only the requests of the test. */
export async function selectService(
  application: Application,
  { name, url, key }: ServiceEntry,
): Promise<void> {
  const desktop = await application.desktop()
  const id = 'service-test'
  await desktop.settings.update({
    services: [{ id, name, baseUrl: url }],
    upstream: { kind: 'service', profile: id },
    chatTitles: false,
  })
  await desktop.keys.set({ slot: id, key })
  await application.page.getByRole('contentinfo').getByText(name).first().waitFor()
}

/** Fills in the form for a new service. */
export async function addService(page: Page, { name, url, key }: ServiceEntry): Promise<void> {
  const form = page.getByRole('form', { name: 'New service' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await form.getByRole('button', { name: 'Add service' }).click()
  await saveKey(page, name, key)
}

export async function saveKey(page: Page, name: string, key: string): Promise<void> {
  const form = page.getByRole('form', { name: `${name} key` })
  await form.locator('input[type=password]').fill(key)
  await form.getByRole('button', { name: 'Save key' }).click()
  await expect(form.locator('input[type=password]')).toHaveValue('')
}
