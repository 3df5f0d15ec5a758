// Settings: services and keys with their tests, aliases, custom models, the proxy, and unsaved input.
import { expect } from '@playwright/test'
import { openFakeVendor } from '../../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { expectNoViolations } from '../accessibility'
import { askInANewChat } from '../chat-steps'
import { test } from '../page-test'
import { openService } from '../service-process'
import { addService, openSettings, saveKey } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

test('two services are stored with their own keys, either can be used, and the one in use can be removed', async ({
  application,
}) => {
  const { page } = application
  const one = await openService('key-of-one')
  const two = await openService('key-of-two')
  try {
    const upstream = await openSettings(page, 'Provider')
    await upstream.getByRole('radio', { name: 'Custom service' }).click()
    await expect(upstream.getByText('The demo stays in use until you add a service.')).toBeVisible()
    await addService(page, { name: 'First', url: `${one.url}/v1beta/`, key: 'key-of-one' })
    await upstream.getByRole('button', { name: 'Add service' }).click()
    await addService(page, { name: 'Second', url: two.url, key: 'key-of-two' })
    await expect(page.getByRole('contentinfo')).toContainText('First')
    await expect(await askInANewChat(page)).toContainText('42')

    await openSettings(page, 'Provider')
    await upstream.getByRole('button', { name: 'Use Second' }).click()
    await expect(page.getByRole('contentinfo')).toContainText('Second')
    await expect(await askInANewChat(page)).toContainText('42')

    await openSettings(page, 'Provider')
    await upstream.getByRole('button', { name: 'Test Second' }).click()
    await expect(upstream.getByRole('region', { name: 'Test results' })).toContainText('Working')
    await upstream
      .getByRole('listitem')
      .filter({ hasText: 'Second' })
      .getByRole('button', { name: 'Remove service…' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove service' }).click()
    await expect(page.getByText('Second removed. Now using the demo.')).toBeVisible()
    await expect(upstream.getByRole('radio', { name: 'Demo' })).toBeChecked()
    await expect(page.getByRole('contentinfo')).toContainText('Demo')
  } finally {
    one.process.kill('SIGTERM')
    two.process.kill('SIGTERM')
  }
})

test('a base URL is previewed, one with a password is rejected, and nothing typed is lost', async ({
  application,
}) => {
  const { page } = application
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('radio', { name: 'Custom service' }).click()
  const baseUrl = upstream.getByRole('textbox', { name: 'Base URL', exact: true })
  await baseUrl.fill('https://models.example.com/v1beta/')
  await expect(upstream.getByText('https://models.example.com/v1beta/…')).toBeVisible()
  await baseUrl.fill('https://ada:secret@models.example.com')
  await upstream.getByRole('button', { name: 'Add service' }).click()
  await expect(upstream.getByText(/must not contain credentials/)).toBeVisible()
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await openSettings(page, 'Provider')
  await expect(baseUrl).toHaveValue('https://ada:secret@models.example.com')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret')
})

test('the vendor APIs are set up and tested: a wrong key is reported, then the right ones work', async ({
  application,
}) => {
  const { page } = application
  const vendor = await openFakeVendor()
  try {
    const upstream = await openSettings(page, 'Provider')
    await upstream.getByRole('radio', { name: 'Gemini and OpenAI' }).click()
    await expect(upstream.getByText('No keys set. Add a key to send requests.')).toBeVisible()
    await upstream.getByRole('button', { name: 'API URLs' }).click()
    const urlForm = upstream.getByRole('form', { name: 'API URLs' })
    await urlForm.getByRole('textbox', { name: 'Gemini API' }).fill(`${vendor.geminiUrl}/v1beta`)
    await urlForm.getByRole('textbox', { name: 'OpenAI API' }).fill(`${vendor.openAiUrl}/v1/`)
    await urlForm.getByRole('button', { name: 'Save URLs' }).click()
    await saveKey(page, 'Gemini API', 'AIza-not-the-key')
    await expect(upstream.getByText(/Add an OpenAI key to use transcription/)).toBeVisible()
    await upstream.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
    const result = upstream.getByRole('region', { name: 'Test results' })
    await expect(result).toContainText('Gemini API · API key rejected')
    await expect(result).toContainText('OpenAI API · No API key')

    await saveKey(page, 'Gemini API', vendor.geminiKey)
    await saveKey(page, 'OpenAI API', vendor.openAiKey)
    await expect(result).toContainText('Tested before the last change.')
    await upstream.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
    await expect(result).toContainText('Gemini API · Working')
    await expect(result).toContainText('OpenAI API · Working')
    await expect(result).not.toContainText('Tested before the last change.')
    expect(await page.content()).not.toContain(vendor.geminiKey)

    const models = page.getByRole('region', { name: 'Models', exact: true })
    await models.getByRole('button', { name: /^Edit provider model ID for gen-2.5-pro/ }).click()
    await models.getByRole('textbox', { name: 'Provider model ID for gen-2.5-pro' }).fill('gemini-not-there')
    await page.keyboard.press('Enter')
    await expect(result).toContainText('Tested before the last change.')
    await upstream.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
    await result.getByRole('button', { name: 'Edit provider ID: gen-2.5-pro' }).click()
    await expect(models.getByRole('textbox', { name: 'Provider model ID for gen-2.5-pro' })).toBeFocused()
  } finally {
    await vendor.close()
  }
})

test('an alias applies to its row, a loop is rejected with a message, and reset restores the default', async ({
  application,
}) => {
  const { page } = application
  const models = await openSettings(page, 'Models')
  const flash = models.getByRole('row').filter({ hasText: 'gen-2.5-flash' }).first()
  const pro = models.getByRole('row').filter({ hasText: 'gen-2.5-pro' }).first()
  await flash.getByRole('button', { name: /^Edit provider model ID for gen-2.5-flash/ }).click()
  await flash.getByRole('textbox').fill('gen-2.5-pro')
  await flash.getByRole('textbox').press('Enter')
  await expect(flash).toContainText('gemini-2.5-pro')
  await expect(flash).toContainText('Custom')
  await pro.getByRole('button', { name: /^Edit provider model ID for gen-2.5-pro/ }).click()
  await pro.getByRole('textbox').fill('gen-2.5-flash')
  await pro.getByRole('textbox').press('Enter')
  await expect(pro.getByRole('alert')).toContainText('creates a loop')
  await pro.getByRole('textbox').press('Escape')
  await flash.getByRole('button', { name: /^Reset gen-2.5-flash/ }).click()
  await expect(flash).toContainText('gemini-2.5-flash')
  await expect(flash).not.toContainText('Custom')
})

test('a custom model is added, found in the chat’s model picker, removed, and restored', async ({
  application,
}) => {
  const { page } = application
  const models = await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Add model' }).click()
  const form = models.getByRole('form', { name: 'New model' })
  await form.getByRole('textbox', { name: 'Model ID' }).fill('gen-2.5-pro')
  await form.getByRole('button', { name: 'Add model' }).click()
  await expect(form.getByRole('alert')).toContainText('already exists')
  await form.getByRole('textbox', { name: 'Model ID' }).fill('my-writer')
  await form.getByRole('textbox', { name: 'Name' }).fill('My Writer')
  await form.getByRole('button', { name: 'Add model' }).click()
  const row = models.getByRole('row').filter({ hasText: 'my-writer' })
  await expect(row).toContainText('Added by you')
  await row.getByRole('button', { name: 'Remove my-writer' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model' }).first().click()
  await expect(page.getByRole('option', { name: /My Writer/ })).toBeVisible()
})

test('a pasted proxy URL with a password is split: the address is stored without it, the password as a secret', async ({
  application,
}) => {
  const { page } = application
  const network = await openSettings(page, 'Network')
  await network.getByRole('radio', { name: 'Custom', exact: true }).click()
  const form = network.getByRole('form', { name: 'Custom proxy' })
  const addressField = form.getByRole('textbox', { name: 'Proxy address' })
  await addressField.fill('http://ada:canary%3Asecret@proxy.example:8080')
  await expect(addressField).toHaveValue('http://proxy.example:8080')
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('ada')
  await expect(form.getByLabel('Password')).toHaveValue('canary:secret')
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await openSettings(page, 'Network')
  await expect(form.getByLabel('Password')).toHaveValue('canary:secret')
  await form.getByRole('textbox', { name: 'Bypass list' }).fill('localhost\n127.0.0.1')
  await form.getByRole('button', { name: 'Save proxy' }).click()
  await expect(form.getByText(/Username and password: stored in .*keyring/)).toBeVisible()
  await expect(form.getByLabel('Password')).toHaveValue('')
  await expect(form.getByRole('status')).toHaveText('Saved')
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await openSettings(page, 'Network')
  await expect(network.getByRole('radio', { name: 'Custom', exact: true })).toBeChecked()
  await expect(addressField).toHaveValue('http://proxy.example:8080')
  await expect(form.getByRole('textbox', { name: 'Bypass list' })).toHaveValue('localhost\n127.0.0.1')
})

test('closing or removing something moves the focus to the nearest control, never to the page', async ({
  application,
}) => {
  const { page } = application
  const models = await openSettings(page, 'Models')
  const addButton = models.getByRole('button', { name: 'Add model' })
  const form = models.getByRole('form', { name: 'New model' })
  await addButton.click()
  await page.keyboard.type('half-typed')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(addButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form.getByRole('textbox', { name: 'Model ID' })).toHaveValue('half-typed')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(addButton).toBeFocused()
  for (const id of ['my-one', 'my-two']) {
    await addButton.click()
    await page.keyboard.type(id)
    await page.keyboard.press('Enter')
    await expect(models.getByRole('button', { name: `Edit ${id}`, exact: true })).toBeFocused()
  }
  await models.getByRole('button', { name: 'Edit my-one', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(models.getByRole('button', { name: 'Edit my-one', exact: true })).toBeFocused()
  await models.getByRole('button', { name: 'Remove my-one' }).click()
  await expect(models.getByRole('button', { name: 'Hide gen-4o-transcribe from model lists' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(models.getByRole('button', { name: 'Hide gen-4o-transcribe from model lists' })).toBeFocused()
  await expect(models.getByRole('row').nth(-2)).toContainText('my-one')

  const gateway = await openSettings(page, 'Gateway')
  const origin = gateway.getByRole('textbox', { name: 'Allowed origins' })
  await origin.fill('http://localhost:5173')
  await origin.press('Enter')
  await gateway.getByRole('button', { name: 'Remove http://localhost:5173' }).click()
  await expect(origin).toBeFocused()
  await page
    .getByRole('listitem')
    .filter({ hasText: ' removed' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(gateway.getByRole('button', { name: 'Remove http://localhost:5173' })).toBeVisible()
  await expect(origin).toBeFocused()
})

test('a half-typed key survives a switch of panels, and a stored one is removed after a confirmation', async ({
  application,
}) => {
  const { page } = application
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('button', { name: 'Gemini and OpenAI', exact: true }).click()
  const key = upstream.getByRole('form', { name: 'Gemini API key' })
  const field = key.locator('input[type=password]')
  await field.fill('AIza-half')
  await upstream.getByRole('radio', { name: 'Gemini and OpenAI' }).click()
  await expect(field).toHaveValue('AIza-half')
  await page.getByRole('button', { name: 'Images', exact: true }).click()
  await openSettings(page, 'Provider')
  await expect(field).toHaveValue('AIza-half')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('AIza-half')
  await saveKey(page, 'Gemini API', 'AIza-whole')
  await key.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(key).toContainText('Stored in')
  await key.getByRole('button', { name: 'Remove key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
  await expect(key).toContainText('Not set')
  await expect(field).toBeFocused()
})

test('the last result stays visible while another test runs, and Escape cancels the test', async ({
  application,
}) => {
  const { page } = application
  const vendor = await openFakeVendor()
  try {
    const upstream = await openSettings(page, 'Provider')
    await upstream.getByRole('radio', { name: 'Custom service' }).click()
    const baseUrl = upstream.getByRole('textbox', { name: 'Base URL', exact: true })
    await baseUrl.fill(`${vendor.geminiUrl}?key=secret`)
    await upstream.getByRole('button', { name: 'Add service' }).click()
    await expect(upstream.getByText(/must not contain \?/)).toBeVisible()
    await expect(baseUrl).toBeFocused()
    await addService(page, { name: 'First', url: vendor.geminiUrl, key: 'AIza-not-the-key' })
    await upstream.getByRole('button', { name: 'Test First' }).click()
    const result = upstream.getByRole('region', { name: 'Test results' })
    await expect(result).toContainText('Permission denied')
    vendor.injectFault('slow-headers', 9)
    await upstream.getByRole('button', { name: 'Test First' }).click()
    await expect(upstream.getByRole('button', { name: 'Cancel testing First' })).toBeFocused()
    await expect(result).toHaveAttribute('aria-busy', 'true')
    await expect(result).toContainText('Permission denied')
    await page.keyboard.press('Escape')
    await expect(upstream.getByRole('button', { name: 'Test First' })).toBeFocused()
    await expect(result).toHaveAttribute('aria-busy', 'false')
    await expect(result).toContainText('Permission denied')
  } finally {
    await vendor.close()
  }
})

test('the command palette switches the provider and tests it', async ({ application }) => {
  const { page } = application
  const run = async (command: string) => {
    // The page handles keys only once it is rendered.
    await page.getByRole('button', { name: 'Settings', exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(/Type a command/).fill(command)
    await page.getByRole('option', { name: command }).click()
  }
  await run('Use Gemini and OpenAI')
  await expect(page.getByText('Now using Gemini and OpenAI').first()).toBeVisible()
  await run('Use demo')
  await expect(page.getByText('Now using the demo').first()).toBeVisible()
  await run('Test provider')
  const result = page.getByRole('region', { name: 'Test results' })
  await expect(result).toContainText('Demo · Working')
})

test.describe('with an answer at reading speed', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: '40' } })

  test('switching the provider during an answer does not interrupt the answer', async ({ application }) => {
    const { page } = application
    await page.getByRole('textbox', { name: 'Prompt' }).fill('Write 2000 words about rivers.')
    await page.getByRole('button', { name: 'Send' }).click()
    const answer = page.getByRole('article', { name: 'Response' })
    await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(200)
    const upstream = await openSettings(page, 'Provider')
    await upstream.getByRole('radio', { name: 'Gemini and OpenAI' }).click()
    await expect(page.getByRole('contentinfo')).toContainText('Gemini')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    const length = (await answer.innerText()).length
    await expect.poll(async () => (await answer.innerText()).length).toBeGreaterThan(length + 200)
    await expect(answer).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Stop' }).click()
  })
})

test('Settings with all forms open has no axe violations', async ({ application }) => {
  const { page } = application
  await openSettings(page, 'Provider')
  await page.getByRole('radio', { name: 'Gemini and OpenAI' }).click()
  await page.getByRole('button', { name: 'API URLs' }).click()
  await page.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
  await expect(page.getByRole('region', { name: 'Test results' })).toBeVisible()
  await page.getByRole('button', { name: 'Custom service', exact: true }).click()
  await page.getByRole('button', { name: 'Add service' }).click()
  await page.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('button', { name: /^Edit provider model ID for gen-2.5-pro/ }).click()
  await page.getByRole('radio', { name: 'Custom', exact: true }).click()
  await expectNoViolations(page, 'Settings')
})
