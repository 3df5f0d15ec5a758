// The first start: the page that welcomes new users, its ways to an answer, and leaving it. Local servers: `openai-servers.spec`.
import { expect, type Page } from '@playwright/test'
import { openFakeVendor } from '../../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { expectNoViolations } from '../accessibility'
import { openPalette } from '../keyboard-steps'
import { clickMenuItem, isMenuItemEnabled } from '../menu-steps'
import { test } from '../page-test'
import { openScriptedService } from '../scripted-service'

test.use({ launchEnvironment: { GEN_PLAYGROUND_WELCOME: '' } })

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome', exact: true })
const samples = (page: Page) => page.getByRole('list', { name: 'Samples' }).getByRole('button')
const response = (page: Page) => page.getByRole('article', { name: 'Response', exact: true }).first()
const provider = (page: Page) => page.getByRole('contentinfo')

/** As a user pastes it: the clipboard of the test's display is not touched. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  const input = page.getByRole('form', { name: label }).locator('input')
  await input.evaluate((field, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

test('the page opens once; by keyboard the demo answers a sample', async ({ application }) => {
  const { page } = application
  await expect(welcome(page).getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoViolations(page, 'the welcome page')
  await expect(page.locator('[aria-current="page"]')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(samples(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(response(page)).toContainText('Sunlight looks white')
  await application.relaunch()
  await expect(response(application.page)).toBeVisible()
  await expect(welcome(application.page)).toHaveCount(0)
})

test('a wrong key is rejected, and the right one tested', async ({ application }) => {
  const { page } = application
  const vendor = await openFakeVendor()
  const { geminiUrl, openAiUrl } = vendor
  const { settings } = await application.desktop()
  await settings.update({ vendor: { geminiUrl, openAiUrl } })
  const card = welcome(page).getByRole('region', { name: 'Use your API key' })
  expect(vendor.requests).toHaveLength(0)
  await paste(page, 'Gemini API key', 'AIza-not-the-key')
  await expect(card.getByRole('alert')).toContainText('Gemini API: API key rejected')
  await expect(card.getByRole('button', { name: 'Start chatting' })).toHaveCount(0)
  await expectNoViolations(page, 'the welcome page with a rejected key')

  await paste(page, 'Gemini API key', vendor.geminiKey)
  const results = card.getByRole('region', { name: 'Test results' }).getByRole('listitem')
  await expect(results.filter({ hasText: 'Chat' }).getByRole('img', { name: 'Works' })).toBeVisible()
  await expect(results.filter({ hasText: 'Transcription' })).toContainText('Needs an OpenAI API key')
  await expect(card.getByRole('form', { name: 'Gemini API key' }).locator('input')).toHaveValue('')
  expect(await page.content()).not.toContain(vendor.geminiKey)
  await card.getByRole('button', { name: 'Start chatting' }).click()
  await expect(provider(page)).toContainText('Gemini and OpenAI')
  await vendor.close()
})

test('a service that does not respond is corrected, and used', async ({ application }) => {
  const { page } = application
  const service = await openScriptedService()
  const card = welcome(page).getByRole('region', { name: 'Connect a service' })
  const connect = async (url: string) => {
    await card.getByRole('textbox', { name: 'Base URL' }).fill(url)
    await card.getByRole('button', { name: 'Connect' }).click()
  }
  await card.getByLabel('API key').fill('key-of-the-service')
  await connect('http://127.0.0.1:9')
  await expect(card.getByRole('alert').first()).toContainText('The provider refused the connection')
  await connect(service.url)
  await card.getByRole('button', { name: 'Start chatting' }).click()
  await expect(provider(page)).toContainText('127.0.0.1')
  const { settings } = await application.desktop()
  expect((await settings.read()).services.map(({ baseUrl }) => baseUrl)).toEqual([service.url])
  service.close()
})

test('it is skipped, and opened again from the menu and the palette', async ({ application }) => {
  const { page } = application
  await expect(welcome(page).getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(samples(page).first()).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)
  const { application: status } = await application.desktop()
  expect(await status.welcome()).toEqual({ isDue: false })

  await expect.poll(() => isMenuItemEnabled(application, 'Show welcome page')).toBe(true)
  await clickMenuItem(application, 'Show welcome page')
  await expect(welcome(page).getByRole('heading', { level: 1 })).toBeFocused()
  await welcome(page).getByRole('button', { name: 'Skip' }).click()
  await expect(welcome(page)).toHaveCount(0)
  await openPalette(page, 'welcome')
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()
})
