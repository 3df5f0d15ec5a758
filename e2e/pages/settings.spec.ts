// Settings: services and keys with their tests, models, the proxy, and the gateway; typed input is not lost.
import { expect, type Page } from '@playwright/test'
import { openFakeVendor } from '../../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { expectNoViolations } from '../accessibility'
import { answers, ask, askInANewChat } from '../chat-steps'
import { generate, openGateway, toPrompt } from '../gateway-client'
import { openPalette } from '../keyboard-steps'
import { test } from '../page-test'
import { openScriptedService } from '../scripted-service'
import { addService, openSettings, saveKey } from '../settings-steps'

const openPanel = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('a service is added with its key, which is corrected; another one is used also after a restart, tested and removed', async ({
  application,
}) => {
  const { page } = application
  const [one, two] = [await openScriptedService('key-of-one'), await openScriptedService('key-of-two')]
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Custom service' }).click()
  await expect(upstream.getByText('The demo stays in use until you add a service.')).toBeVisible()
  const baseUrl = upstream.getByRole('textbox', { name: 'Base URL', exact: true })
  await baseUrl.fill('https://ada:secret@models.example.com')
  await upstream.getByRole('button', { name: 'Add service' }).click()
  await expect(upstream.getByText(/must not contain credentials/)).toBeVisible()
  await expect(baseUrl).toBeFocused()
  await addService(page, { name: 'First', url: `${one.url}/v1beta/`, key: 'not-the-key' })
  await openPanel(page, 'Chat')
  await ask(page, 'What is 6 times 7?')
  await expect(answers(page)).toContainText('The provider rejected the API key')
  await openSettings(page, 'Provider')
  await saveKey(page, 'First', 'key-of-one')
  await openPanel(page, 'Chat')
  await answers(page).getByRole('button', { name: 'Retry' }).click()
  await expect(answers(page)).toContainText('42')

  const { settings, keys } = await application.desktop()
  const { services } = await settings.read()
  await settings.update({ services: [...services, { id: 'service-two', name: 'Second', baseUrl: two.url }] })
  await keys.set({ slot: 'service-two', key: 'key-of-two' })
  await openSettings(page, 'Provider')
  await upstream.getByRole('button', { name: 'Use Second' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Second')
  await application.relaunch()
  await expect(application.page.getByRole('contentinfo')).toContainText('Second')
  await expect(await askInANewChat(application.page)).toContainText('42')
  expect(two.received.map(({ path }) => path)).toContainEqual(expect.stringContaining('key=key-of-two'))

  const again = await openSettings(application.page, 'Provider')
  await again.getByRole('button', { name: 'Test Second' }).click()
  await expect(again.getByRole('region', { name: 'Test results' })).toContainText('Working')
  const second = again.getByRole('listitem').filter({ hasText: 'Second' })
  const details = second.getByRole('button', { name: /^Second ?127/ })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  await second.getByRole('button', { name: 'Remove service…' }).click()
  await application.page.getByRole('dialog').getByRole('button', { name: 'Remove service' }).click()
  await expect(application.page.getByText('Second removed. Now using the demo.')).toBeVisible()
  await expect(again.getByRole('radio', { name: 'Demo' })).toBeChecked()
  for (const service of [one, two]) service.close()
})

test('the vendor APIs are set up and tested: a wrong key is reported, then the right ones work', async ({
  application: { page },
}) => {
  const vendor = await openFakeVendor()
  const upstream = await openSettings(page, 'Provider')
  await openPalette(page, 'Use Gemini and OpenAI')
  await page.keyboard.press('Enter')
  await expect(upstream.getByText('No keys set. Add a key to send requests.')).toBeVisible()
  await upstream.getByRole('button', { name: 'API URLs' }).click()
  const urlForm = upstream.getByRole('form', { name: 'API URLs' })
  await urlForm.getByRole('textbox', { name: 'Gemini API' }).fill(`${vendor.geminiUrl}/v1beta`)
  await urlForm.getByRole('textbox', { name: 'OpenAI API' }).fill(`${vendor.openAiUrl}/v1/`)
  await urlForm.getByRole('button', { name: 'Save URLs' }).click()

  await saveKey(page, 'Gemini API', 'AIza-not-the-key')
  await expect(upstream.getByText(/Add an OpenAI key to use transcription/)).toBeVisible()
  const run = upstream.getByRole('button', { name: 'Test Gemini and OpenAI' })
  const result = upstream.getByRole('region', { name: 'Test results' })
  await run.click()
  await expect(result).toContainText('Gemini API · API key rejected')
  await expect(result).toContainText('OpenAI API · No API key')

  await saveKey(page, 'Gemini API', vendor.geminiKey)
  await saveKey(page, 'OpenAI API', vendor.openAiKey)
  await expect(result).toContainText('Tested before the last change.')
  await run.click()
  for (const text of ['Gemini API · Working', 'OpenAI API · Working'])
    await expect(result).toContainText(text)
  await expect(result).not.toContainText('Tested before the last change.')
  expect(await page.content()).not.toContain(vendor.geminiKey)
  await expectNoViolations(page, 'Settings of the vendor APIs')

  const key = upstream.getByRole('form', { name: 'Gemini API key' })
  await key.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(key).toContainText('Not set')
  await expect(key.locator('input[type=password]')).toBeFocused()
  await vendor.close()
})

test('aliases and custom models are edited by keyboard; the focus moves to the nearest control, never to the page', async ({
  application: { page },
}) => {
  const { keyboard } = page
  const models = await openSettings(page, 'Models')
  const edit = async (id: string, alias: string) => {
    await models.getByRole('button', { name: `Edit provider model ID for ${id},` }).press('Enter')
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(`${alias}\n`)
    return models.getByRole('row').filter({ hasText: id }).first()
  }
  const flash = await edit('gen-2.5-flash', 'gen-2.5-pro')
  await expect(flash).toContainText('Custom')
  const pro = await edit('gen-2.5-pro', 'gen-2.5-flash')
  await expect(pro.getByRole('alert')).toContainText('creates a loop')
  await keyboard.press('Escape')
  await flash.getByRole('button', { name: /^Reset gen-2.5-flash/ }).press('Enter')
  await expect(flash).not.toContainText('Custom')

  const addButton = models.getByRole('button', { name: 'Add model' })
  const form = models.getByRole('form', { name: 'New model' })
  await addButton.press('Enter')
  await keyboard.type('gen-2.5-pro\n')
  await expect(form.getByRole('alert')).toContainText('already exists')
  await keyboard.press('Escape')
  await expect(addButton).toBeFocused()
  await keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Model ID' })).toHaveValue('gen-2.5-pro')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('my-model\n')
  await expect(models.getByRole('button', { name: 'Edit my-model', exact: true })).toBeFocused()
  await models.getByRole('button', { name: 'Remove my-model' }).press('Enter')
  const neighbor = models.getByRole('button', { name: 'Hide gen-4o-transcribe from model lists' })
  await expect(neighbor).toBeFocused()
  await page.getByRole('button', { name: 'Undo', exact: true }).first().press('Enter')
  await expect(models.getByRole('row').last()).toContainText('my-model')
  await openPanel(page, 'Chat')
  await page.getByRole('combobox', { name: 'Model' }).first().click()
  await expect(page.getByRole('option', { name: /my-model/ })).toBeVisible()
})

test('a pasted proxy URL with a password is split: the address is stored without it, the password as a secret', async ({
  application: { page },
}) => {
  const network = await openSettings(page, 'Network')
  await network.getByRole('radio', { name: 'Custom', exact: true }).click()
  const form = network.getByRole('form', { name: 'Custom proxy' })
  const addressField = form.getByRole('textbox', { name: 'Proxy address' })
  await addressField.fill('http://ada:canary%3Asecret@proxy.example:8080')
  await expect(addressField).toHaveValue('http://proxy.example:8080')
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('ada')
  await openPanel(page, 'Images')
  await openSettings(page, 'Network')
  await expect(form.getByLabel('Password')).toHaveValue('canary:secret')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
  await form.getByRole('textbox', { name: 'Bypass list' }).fill('localhost\n127.0.0.1')
  await form.getByRole('button', { name: 'Save proxy' }).click()
  await expect(form.getByText(/Username and password: stored in .*keyring/)).toBeVisible()
  await expect(form.getByLabel('Password')).toHaveValue('')
  await expect(form.getByRole('status')).toHaveText('Saved')
  await expect(addressField).toHaveValue('http://proxy.example:8080')
})

test('limits, allowed origins and the log of the gateway apply to the next request', async ({
  application,
}) => {
  const { settings, exchanges } = await application.desktop()
  const gateway = await openSettings(application.page, 'Gateway')
  const { send } = await openGateway(application)
  const large = 'word '.repeat(300_000)
  const limit = gateway.getByRole('textbox', { name: 'Max JSON body' })
  await limit.fill('lots')
  await gateway.getByRole('button', { name: 'Save limits' }).click()
  await expect(gateway.getByText('must be a whole number of megabytes')).toBeVisible()
  await limit.fill('1')
  await gateway.getByRole('button', { name: 'Save limits' }).click()
  await expect(gateway.getByText('Changed. Default: 100 MB, 25 MB')).toBeVisible()
  expect((await send(generate, toPrompt(large))).status).toBe(413)
  await gateway.getByRole('button', { name: 'Reset Limits' }).click()
  await expect(limit).toHaveValue('100')
  expect((await send(generate, toPrompt(large))).status).toBe(200)

  const origin = 'http://localhost:5173'
  const statusOf = async () => (await send(generate, toPrompt('Hello'), { origin })).status
  const field = gateway.getByRole('textbox', { name: 'Allowed origins' })
  expect(await statusOf()).toBe(403)
  await field.fill(origin)
  await field.press('Enter')
  await expect(gateway.getByText('Changed. Default: none')).toBeVisible()
  expect(await statusOf()).toBe(200)
  await gateway.getByRole('button', { name: `Remove ${origin}` }).click()
  await expect(field).toBeFocused()
  expect(await statusOf()).toBe(403)

  await gateway.getByRole('switch', { name: 'Log bodies' }).click()
  await expect.poll(async () => (await settings.read()).requestLog.bodies).toBe(false)
  await send(generate, toPrompt('Not in the log'))
  const count = async (filter: object) => (await exchanges.list({ filter })).rows.length
  await expect.poll(() => count({})).toBe(6)
  expect(await count({ text: 'Not in the log' })).toBe(0)
})
