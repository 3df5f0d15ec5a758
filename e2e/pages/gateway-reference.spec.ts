// The reference of the gateway sends requests, and the page that connects scripts notices their first one.
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { makeWav } from '../audio-files'
import { choosePath } from '../chat-steps'
import { tabTo } from '../keyboard-steps'
import { test } from '../page-test'
import { dropFiles } from '../provide-files'
import { done } from '../scripted-media'

async function openTab(page: Page, name: string) {
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  await page.getByRole('tab', { name, exact: true }).click()
}

const request = (page: Page) => page.getByRole('region', { name: 'Request', exact: true })
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true })
const send = (page: Page) => request(page).getByRole('button', { name: 'Send' }).click()
const openEndpoint = (page: Page, id: string) =>
  page.getByRole('tab', { name: new RegExp(`^${id} `) }).click()

test('the reference checks, sends and stops requests, and shows images and the documents of each endpoint', async ({
  application: { page },
}) => {
  await openTab(page, 'Reference')
  await openEndpoint(page, 'E2')
  await send(page)
  await expect(response(page).getByRole('status')).toContainText('200')
  await response(page).getByRole('radio', { name: 'Text' }).click()
  await expect(response(page).getByLabel('Response body')).toContainText('demo')
  await request(page).getByLabel('Request body').fill('{"contents": 5}')
  await expect(request(page).getByRole('list', { name: 'Problems' })).toContainText('$.contents')
  await send(page)
  await expect(response(page).getByRole('status')).toContainText('400')

  await openEndpoint(page, 'E6')
  await request(page).getByRole('combobox', { name: 'Demo speed' }).click()
  await page.getByRole('option', { name: '5 tokens per second' }).click()
  await send(page)
  await expect(response(page).getByText(/\d+ events/)).toBeVisible()
  await request(page).getByRole('button', { name: 'Stop' }).click()
  await expect(response(page).getByText('Stopped.')).toBeVisible()

  await openEndpoint(page, 'E16')
  await send(page)
  await expect(response(page).getByRole('img', { name: 'From the response' })).toBeVisible()
  await expectNoViolations(page, 'Reference')
  await page.getByRole('tab', { name: 'Code', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Code', exact: true })).toContainText('curl')
  await page.getByRole('tab', { name: 'Fields', exact: true }).click()
  const fields = page.getByRole('region', { name: 'Fields', exact: true })
  await fields.getByRole('searchbox', { name: 'Search fields' }).fill('inline data mime')
  await expect(fields.getByRole('rowheader').first()).toHaveText(/mime_?type/i)
})

test('the reference sends files, follows a video, saves its documents without the key, and keeps its drafts', async ({
  application,
  videoService,
}, testInfo) => {
  const { page } = application
  const desktop = await application.desktop()
  await openTab(page, 'Reference')
  await openEndpoint(page, 'E10')
  await send(page)
  videoService.operation = done
  await response(page).getByRole('button', { name: 'Follow until done' }).click()
  await expect(response(page).getByLabel('Video from the response')).toBeVisible()

  await desktop.settings.update({ upstream: { kind: 'demo' } })
  await openEndpoint(page, 'E1')
  await dropFiles(request(page), makeWav('My tone.wav', { seconds: 2 }))
  await send(page)
  await expect(response(page).getByLabel('Response body')).toContainText('“My tone.wav” is 2.00 seconds')

  const { key } = await desktop.localKey.read()
  const path = testInfo.outputPath('openapi.json')
  await choosePath(application, path)
  await page.getByRole('button', { name: 'Save OpenAPI document…' }).click()
  await expect.poll(() => readFile(path, 'utf8').catch(() => '')).toContain('/v1beta/models')
  expect(await readFile(path, 'utf8')).not.toContain(key)

  await openEndpoint(page, 'E10')
  await request(page).getByLabel('Request body').fill('{"instances": [{"prompt": "A kept draft."}]}')
  await expect.poll(async () => JSON.stringify(await desktop.forms.read())).toContain('A kept draft.')
  await application.relaunch()
  await openTab(application.page, 'Reference')
  await expect(application.page.getByRole('tab', { name: /^E10 / })).toHaveAttribute('aria-selected', 'true')
  await expect(application.page.getByLabel('Request body')).toContainText('A kept draft.')
})

test('the reference is used without a mouse', async ({ application: { page } }) => {
  const { keyboard } = page
  await openTab(page, 'Reference')
  await page.getByRole('tab', { name: /^E4 / }).focus()
  await keyboard.press('ArrowDown')
  await expect(page.getByRole('tab', { name: /^E5 /, selected: true })).toBeFocused()
  await tabTo(page, 'Request body')
  await keyboard.press('Control+a')
  await keyboard.type('{"conte')
  await expect(page.getByRole('option', { name: /^contents/ })).toBeVisible()
  // The editor accepts no completion that has only just appeared.
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 1000
  })
  await keyboard.press('Enter')
  await expect(request(page).getByLabel('Request body')).toContainText('"contents": []')
  await tabTo(page, 'Fill example')
  for (const key of ['Enter', 'Control+Enter']) await keyboard.press(key)
  await expect(response(page).getByText(/total .* events/)).toBeVisible()
  await expect(response(page).getByLabel('Response events')).toContainText('"candidates"')
})

test('Connect has lines with the key, and turns green with the first request', async ({ application }) => {
  const { page, gatewayUrl } = application
  const { key } = await (await application.desktop()).localKey.read()
  const list = (sent: string) =>
    fetch(`${gatewayUrl}/v1beta/models`, {
      headers: { 'user-agent': 'my-script/1', 'x-goog-api-key': sent },
    })
  await openTab(page, 'Connect')
  const status = page.getByRole('region', { name: 'Connect a script' }).getByRole('status')
  await expect(status).toContainText('Waiting for your first request…')
  const lines = page.getByRole('tabpanel', { name: 'curl' })
  await expect(lines).not.toContainText(key)
  await lines.getByRole('switch', { name: 'Show local key' }).click()
  await expect(lines).toContainText(key)
  await expectNoViolations(page, 'Connect')
  await list('wrong')
  await expect(status).toContainText('Request rejected')
  await list(key)
  await expect(status).toContainText('Request received')
  await expect(status).toContainText('my-script/1')

  await page.getByRole('combobox', { name: 'Key' }).press('Enter')
  await page.getByRole('option', { name: 'Create key for a script…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create a key for a script' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Nightly run')
  await page.keyboard.press('Enter')
  await expect(status).toContainText('Waiting for your first request…')
  await expect(page.getByRole('combobox', { name: 'Key' })).toBeFocused()
  await expect(lines.getByRole('switch', { name: 'Show key' })).toBeChecked()
  const [created = ''] = /gp-[\w-]{32}/.exec((await lines.textContent()) ?? '') ?? []
  expect(created).not.toBe(key)
  await list(key)
  await list(created)
  await expect(status).toContainText('GET /v1beta/models from Nightly run')
  await page.getByRole('button', { name: 'Show request' }).click()
  await expect(page.getByRole('tab', { name: 'Log', exact: true })).toHaveAttribute('aria-selected', 'true')
})
