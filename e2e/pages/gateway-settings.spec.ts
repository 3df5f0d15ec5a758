// The settings of the gateway take effect with the next request, and their resets, too.
import { expect, type Page } from '@playwright/test'
import { type Script, sendApiRequest } from '../api-requests'
import { test } from '../page-test'
import { openSettings } from '../settings-steps'

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

async function openScript(page: Page, gatewayUrl: string): Promise<Script> {
  const key = (await openSettings(page, 'Gateway')).getByRole('textbox', { name: 'Local key' })
  await expect(key).not.toHaveValue('')
  return { gatewayUrl, localKey: await key.inputValue(), responses: [] }
}

const generate = (text: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text }] }] }),
})
const path = '/v1beta/models/gen-2.5-flash:generateContent'

test('limits and allowed origins', async ({ application: { page, gatewayUrl } }) => {
  const script = await openScript(page, gatewayUrl)
  const gateway = page.getByRole('region', { name: 'Gateway', exact: true })
  const send = async (init: RequestInit) => (await sendApiRequest(script, path, init)).status
  const large = generate('word '.repeat(300_000))
  expect(await send(large)).toBe(200)
  await gateway.getByRole('textbox', { name: 'Max JSON body' }).fill('1')
  await gateway.getByRole('button', { name: 'Save limits' }).click()
  await expect(gateway.getByText('Changed. Default: 100 MB, 25 MB')).toBeVisible()
  expect(await send(large)).toBe(413)
  await gateway.getByRole('button', { name: 'Reset Limits' }).click()
  await expect(gateway.getByRole('textbox', { name: 'Max JSON body' })).toHaveValue('100')
  expect(await send(large)).toBe(200)

  const origin = 'http://localhost:5173'
  const fromPage = { ...generate('Hello'), headers: { 'content-type': 'application/json', origin } }
  expect(await send(fromPage)).toBe(403)
  await gateway.getByRole('textbox', { name: 'Allowed origins' }).fill(origin)
  await gateway.getByRole('button', { name: 'Add origin' }).click()
  await expect(gateway.getByText('Changed. Default: none')).toBeVisible()
  expect(await send(fromPage)).toBe(200)
  await gateway.getByRole('button', { name: 'Reset Allowed origins' }).click()
  await expect(gateway.getByText(/^Changed/)).toHaveCount(0)
  expect(await send(fromPage)).toBe(403)
})

test('bodies in the log, and how many requests it stores', async ({ application: { page, gatewayUrl } }) => {
  const script = await openScript(page, gatewayUrl)
  const gateway = page.getByRole('region', { name: 'Gateway', exact: true })
  const send = async (text: string) => {
    expect((await sendApiRequest(script, path, generate(text))).status).toBe(200)
  }
  const openLog = () => page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  const requests = page.getByRole('row').filter({ hasText: ':generateContent' })
  const details = page.getByRole('complementary').or(page.getByRole('region', { name: 'Request' }))
  await gateway.getByRole('switch', { name: 'Log bodies' }).click()
  await expect(gateway.getByText('Changed. Default: On')).toBeVisible()
  await send('Not in the log')
  await openLog()
  await requests.first().click()
  await expect(details.first()).toContainText('Request headers')
  await expect(page.getByText('Not in the log')).toHaveCount(0)
  await openSettings(page, 'Gateway')
  await gateway.getByRole('button', { name: 'Reset Log bodies' }).click()
  await expect(gateway.getByRole('switch', { name: 'Log bodies' })).toBeChecked()
  await send('This is in the log')
  await openLog()
  await expect(requests).toHaveCount(2)
  await requests.first().click()
  await expect(page.getByText(/This is in the log/).first()).toBeVisible()

  await openSettings(page, 'Gateway')
  await gateway.getByRole('textbox', { name: 'Max requests' }).fill('3')
  await gateway.getByRole('button', { name: 'Save log limits' }).click()
  await expect(gateway.getByText(/^Changed. Default: 100,000 requests/)).toBeVisible()
  for (const text of ['One', 'Two', 'Three', 'Four']) await send(text)
  await openLog()
  await expect(requests).toHaveCount(3)
  await expect(page.getByText('3 requests', { exact: true })).toBeVisible()
})
