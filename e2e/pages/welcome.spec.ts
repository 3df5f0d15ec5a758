// The first start: the page that welcomes new users, its ways to an answer, and leaving it. Local servers: `openai-servers.spec`.
import { expect, type Page } from '@playwright/test'
import { openFakeVendor } from '../../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { expectNoViolations } from '../accessibility'
import { openDesktopClient } from '../desktop-client'
import { openPalette } from '../keyboard-steps'
import { test } from '../page-test'
import { openService } from '../service-process'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant', GEN_PLAYGROUND_WELCOME: '' } })

const welcome = (page: Page) => page.getByRole('region', { name: 'Welcome', exact: true })
const samples = (page: Page) => page.getByRole('list', { name: 'Samples' }).getByRole('button')
const response = (page: Page) => page.getByRole('article', { name: 'Response', exact: true }).first()
const provider = (page: Page) => page.getByRole('contentinfo')

/** As a user pastes it: the clipboard of the test's display is not touched. */
async function paste(page: Page, label: string, text: string): Promise<void> {
  await page
    .getByRole('form', { name: label })
    .locator('input')
    .evaluate((field, pasted) => {
      const data = new DataTransfer()
      data.setData('text', pasted)
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
}

async function setVendor(page: Page, vendor: { geminiUrl: string; openAiUrl: string }): Promise<void> {
  const { desktop } = await openDesktopClient(page)
  const { geminiUrl, openAiUrl } = vendor
  await desktop.settings.update({ vendor: { geminiUrl, openAiUrl } })
}

test('an empty data folder opens the page; the demo answers after two clicks, and it never opens again', async ({
  application,
}) => {
  await expect(welcome(application.page).getByRole('heading', { level: 1 })).toBeFocused()
  await expectNoViolations(application.page, 'the welcome page')
  await expect(application.page.getByRole('button', { name: 'Chat', exact: true })).not.toHaveAttribute(
    'aria-current',
  )
  await welcome(application.page).getByRole('button', { name: 'Try the demo' }).click()
  await expect(samples(application.page).first()).toBeFocused()
  await samples(application.page).first().click()
  await expect(response(application.page)).toContainText('Sunlight looks white')
  await application.relaunch()
  await expect(response(application.page)).toBeVisible()
  await expect(welcome(application.page)).toHaveCount(0)
})

test('by keyboard alone: a sample of the demo is answered', async ({ application: { page } }) => {
  await expect(welcome(page).getByRole('heading', { level: 1 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(samples(page).first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(response(page)).toContainText('Sunlight looks white')
})

test('a wrong key is rejected with what to do; the right one is tested at once, and then answers', async ({
  application: { page },
}) => {
  const vendor = await openFakeVendor()
  try {
    await expect(welcome(page)).toBeVisible()
    await setVendor(page, vendor)
    await expect(
      welcome(page)
        .getByText(/stored in .*keyring/)
        .first(),
    ).toBeVisible()
    expect(vendor.requests).toHaveLength(0)
    const card = welcome(page).getByRole('region', { name: 'Use your API key' })
    await paste(page, 'Gemini API key', 'AIza-not-the-key')
    await expect(card.getByRole('alert')).toContainText('Gemini API: API key rejected')
    await expect(card.getByRole('alert')).toContainText('Copy the full key again')
    await expect(card.getByRole('button', { name: 'Start chatting' })).toHaveCount(0)
    await expectNoViolations(page, 'the welcome page with a rejected key')

    await paste(page, 'Gemini API key', vendor.geminiKey)
    const results = card.getByRole('region', { name: 'Test results' }).getByRole('listitem')
    await expect(results.filter({ hasText: 'Chat' })).toContainText(/\d+ models?/)
    await expect(results.filter({ hasText: 'Chat' }).getByRole('img', { name: 'Works' })).toBeVisible()
    await expect(results.filter({ hasText: 'Transcription' })).toContainText('Needs an OpenAI API key')
    await expect(card.getByRole('form', { name: 'Gemini API key' }).locator('input')).toHaveValue('')
    await expect(provider(page)).toContainText('Demo')
    await paste(page, 'OpenAI API key', vendor.openAiKey)
    await expect(
      results.filter({ hasText: 'Transcription' }).getByRole('img', { name: 'Works' }),
    ).toBeVisible()
    expect(await page.content()).not.toContain(vendor.geminiKey)

    await card.getByRole('button', { name: 'Start chatting' }).click()
    await expect(provider(page)).toContainText('Gemini and OpenAI')
    await samples(page).first().click()
    await expect(response(page)).not.toBeEmpty()
    expect(vendor.requests.some(({ url }) => url.includes('streamGenerateContent'))).toBe(true)
  } finally {
    await vendor.close()
  }
})

test('a service is saved, tested, and used; one that does not respond can be corrected', async ({
  application: { page },
}) => {
  const service = await openService('key-of-the-service')
  try {
    const card = welcome(page).getByRole('region', { name: 'Connect a service' })
    const url = card.getByRole('textbox', { name: 'Base URL' })
    await card.getByRole('button', { name: 'Connect' }).click()
    await expect(url).toHaveAccessibleDescription(/Is required/i)
    await url.fill('http://127.0.0.1:9')
    await card.getByLabel('API key').fill('key-of-the-service')
    await card.getByRole('button', { name: 'Connect' }).click()
    await expect(card.getByRole('alert').first()).toContainText('Connection refused')
    await url.fill(service.url)
    await card.getByRole('button', { name: 'Connect' }).click()
    const results = card.getByRole('region', { name: 'Test results' }).getByRole('listitem')
    await expect(results.filter({ hasText: 'Chat' }).getByRole('img', { name: 'Works' })).toBeVisible()
    await card.getByRole('button', { name: 'Start chatting' }).click()
    await expect(provider(page)).toContainText('127.0.0.1')
    await samples(page).first().click()
    await expect(response(page)).not.toBeEmpty()
    const { desktop } = await openDesktopClient(page)
    expect((await desktop.settings.read()).services.map(({ baseUrl }) => baseUrl)).toEqual([service.url])
  } finally {
    service.process.kill('SIGTERM')
  }
})

test('Escape skips it for good; About opens it again, and a panel leaves it', async ({ application }) => {
  await expect(welcome(application.page)).toBeVisible()
  await application.page.keyboard.press('Escape')
  await expect(samples(application.page).first()).toBeVisible()
  await expect(welcome(application.page)).toHaveCount(0)
  await application.relaunch()
  const { page } = application
  await expect(samples(page).first()).toBeVisible()
  await expect(welcome(page)).toHaveCount(0)

  const about = await openSettings(page, 'About')
  await about.getByRole('button', { name: 'Show welcome page' }).click()
  await expect(welcome(page)).toBeVisible()
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await expect(welcome(page)).toHaveCount(0)
  await expect(samples(page).first()).toBeVisible()
})

test('the menu Help and the command palette open the page, which the start no longer does', async ({
  application,
}) => {
  const { page, electron } = application
  await expect(welcome(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(welcome(page)).toHaveCount(0)
  await expect
    .poll(() =>
      electron.evaluate(({ Menu }) => {
        const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Help')
        const item = help?.submenu?.items.find(({ label }) => label === 'Show welcome page')
        if (item?.enabled) item.click()
        return item?.enabled
      }),
    )
    .toBe(true)
  await expect(welcome(page).getByRole('heading', { level: 1 })).toBeFocused()
  await welcome(page).getByRole('button', { name: 'Skip' }).click()
  await expect(samples(page).first()).toBeVisible()
  await openPalette(page, 'welcome')
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()
})

test('the composition fits the smallest and a large window', async ({ application: { electron, page } }) => {
  for (const [width, height] of [
    [900, 600],
    [2560, 1440],
  ] as const) {
    await electron.evaluate(
      ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
      [width, height] as [number, number],
    )
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
    const isInView = (name: string) =>
      page.getByRole('button', { name, exact: true }).evaluate((button) => {
        const { top, bottom, right } = button.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight && right <= innerWidth
      })
    expect(await isInView('Try the demo'), `${width} × ${height}`).toBe(true)
    expect(await isInView('Connect'), `${width} × ${height}`).toBe(true)
    const overflow = await welcome(page).evaluate((area) => area.scrollWidth - area.clientWidth)
    expect(overflow).toBe(0)
  }
})

test('a data folder with a chat does not open the page, even if it was never seen', async ({
  application,
}) => {
  const { desktop } = await openDesktopClient(application.page)
  await expect(welcome(application.page)).toBeVisible()
  await desktop.chat.send({
    conversationId: null,
    parts: [{ text: 'A chat of before' }],
    parameters: { model: 'gen-2.5-flash' },
  })
  expect(await desktop.settings.read()).toMatchObject({ welcomeSeen: false })
  await application.close()
  await application.launch()
  await expect(application.page.getByText('A chat of before').first()).toBeVisible()
  await expect(welcome(application.page)).toHaveCount(0)
})
