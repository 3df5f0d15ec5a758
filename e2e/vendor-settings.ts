// Enters the vendor APIs and a proxy in Settings, as a person does.
import { expect, type Locator, type Page } from '@playwright/test'

export async function openSettings(page: Page, section: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: section }).click()
  return page.getByRole('region', { name: section, exact: true })
}

interface Vendors {
  geminiUrl: string
  openAiUrl: string
  geminiKey: string
  openAiKey: string
}

export async function enterVendors(page: Page, vendors: Vendors): Promise<void> {
  const upstream = await openSettings(page, 'Upstream')
  await upstream.getByRole('radio', { name: 'Vendor APIs' }).click()
  await upstream.getByRole('button', { name: 'Addresses' }).click()
  const addresses = upstream.getByRole('form', { name: 'Vendor addresses' })
  await addresses.getByRole('textbox', { name: 'Gemini API' }).fill(vendors.geminiUrl)
  await addresses.getByRole('textbox', { name: 'OpenAI API' }).fill(vendors.openAiUrl)
  await addresses.getByRole('button', { name: 'Save addresses' }).click()
  await saveKey(page, 'the Gemini API', vendors.geminiKey)
  await saveKey(page, 'the OpenAI API', vendors.openAiKey)
}

async function saveKey(page: Page, of: string, key: string): Promise<void> {
  const form = page.getByRole('form', { name: `Key of ${of}` })
  await form.locator('input[type=password]').fill(key)
  await form.getByRole('button', { name: 'Save key' }).click()
  await expect(form.locator('input[type=password]')).toHaveValue('')
}

interface ProxyEntry {
  url: string
  /** What is kept stays where they are not given. */
  credentials?: { name: string; password: string }
}

/** Loopback, too, is reached through it. */
export async function enterProxy(page: Page, { url, credentials }: ProxyEntry): Promise<void> {
  const network = await openSettings(page, 'Network')
  await network.getByRole('radio', { name: 'Custom' }).click()
  const form = network.getByRole('form', { name: 'Custom proxy' })
  await form.getByRole('textbox', { name: 'Proxy address' }).fill(url)
  await form.getByRole('textbox', { name: 'Reached without the proxy' }).fill('<-loopback>')
  if (credentials) {
    await form.getByRole('textbox', { name: 'Name' }).fill(credentials.name)
    await form.getByLabel('Password').fill(credentials.password)
  }
  await form.getByRole('button', { name: 'Save proxy' }).click()
  await expect(form.getByText(/Name and password: kept by .*keyring/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save proxy' })).toBeDisabled()
  await expect(form.getByLabel('Password')).toHaveValue('')
}
