// Keys: bound to a URL, in a file that cannot be read, and those of single scripts. Also a port that is in use.
import { mkdir, rename, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { test } from '../page-test'
import { openScriptedService } from '../scripted-service'
import { openSettings, saveKey, selectService } from '../settings-steps'

test('a key of a changed base URL is said not to be sent until it is entered again', async ({
  application,
}) => {
  const { page } = application
  const [one, two] = [await openScriptedService(), await openScriptedService()]
  const key = 'key-of-both-0123456789'
  await selectService(application, { name: 'First', url: one.url, key })
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('button', { name: /^First/, expanded: false }).click()
  const urlForm = upstream.getByRole('form', { name: 'First URLs' })
  await urlForm.getByRole('textbox', { name: 'Base URL', exact: true }).fill(two.url)
  await urlForm.getByRole('button', { name: 'Save service' }).click()
  const form = upstream.getByRole('form', { name: 'First key' })
  await expect(form).toContainText(`This key was entered for ${one.url}. Enter it again for ${two.url}`)
  await expect(upstream.getByText('Key: entered for another URL')).toBeVisible()
  await expectNoViolations(page, 'a key of another URL')
  await form.getByRole('button', { name: 'Enter key' }).click()
  await expect(form.locator('input[type=password]')).toBeFocused()
  await saveKey(page, 'First', key)
  await expect(form).not.toContainText('Enter it again')
  expect(two.received).toEqual([])
  await upstream.getByRole('button', { name: 'Test First' }).click()
  await expect.poll(() => JSON.stringify(two.received)).toContain(key)
  for (const service of [one, two]) service.close()
})

test('a key file that cannot be read is reported, left unchanged, and read again on request', async ({
  application,
}) => {
  const readLocalKey = async () => (await (await application.desktop()).localKey.read()).key
  const saved = await readLocalKey()
  await application.close()
  const file = join(application.userDataFolder, 'vault.json')
  await rename(file, `${file}.aside`)
  await mkdir(file)
  await application.launch()
  const { page } = application
  await page.getByRole('contentinfo').getByRole('button', { name: 'Key file can’t be read' }).click()
  const upstream = page.getByRole('region', { name: 'Provider', exact: true })
  await expect(upstream).toContainText('Couldn’t read the key file (EISDIR)')
  await expectNoViolations(page, 'an unreadable key file')
  await rm(file, { recursive: true })
  await rename(`${file}.aside`, file)
  await upstream.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Saved keys loaded')).toBeVisible()
  await expect(upstream).not.toContainText('Couldn’t read the key file')
  expect(await readLocalKey()).toBe(saved)
})

test('the gateway returns to its port once another program has released it', async ({
  application,
  launchArguments,
}) => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await (await application.desktop()).settings.update({ gatewayPort: port })
  launchArguments.push(`--gateway-port=${port}`)
  await application.relaunch()
  const { page } = application
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  const header = page.getByRole('region', { name: 'Gateway', exact: true })
  await expect(header).toContainText(`Port ${port} is in use by another app`)
  await new Promise((resolve) => other.close(resolve))
  await header.getByRole('button', { name: 'Choose another' }).click()
  await header.getByRole('button', { name: 'Save port' }).click()
  await expect(page.getByText(`The gateway is at http://127.0.0.1:${port} now`)).toBeVisible()
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('a key of a script is created, shown once, renamed, rotated and revoked by keyboard', async ({
  application: { page, gatewayUrl },
}) => {
  const statusOf = async (key: string) => (await fetch(`${gatewayUrl}/v1beta/models?key=${key}`)).status
  const gateway = await openSettings(page, 'Gateway')
  const issued = page.getByRole('dialog', { name: /^Copy the key/ })
  const readKey = () => issued.getByRole('textbox', { name: 'Key' }).inputValue()
  const name = gateway.getByRole('textbox', { name: 'Name of the new key' })
  await name.fill('Nightly run')
  await name.press('Enter')
  await expect(issued.getByRole('textbox', { name: 'Key' })).toBeFocused()
  const first = await readKey()
  await page.keyboard.press('Escape')
  await expect(issued).toBeHidden()
  expect(await statusOf(first)).toBe(200)
  const row = gateway.getByRole('list', { name: 'Named keys' }).getByRole('listitem')
  await expect(row).toContainText(/Nightly run…\S{4}Created .* · 1 request · Last used /)
  expect(await page.content()).not.toContain(first)
  await expectNoViolations(page, 'a list of named keys')
  await row.getByRole('button', { name: 'Rename' }).press('Enter')
  await page.keyboard.type('Weekly run')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('Weekly run')
  await expect(row.getByRole('button', { name: 'Rename' })).toBeFocused()
  await row.getByRole('button', { name: 'Rotate…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).press('Enter')
  await expect(issued).toContainText('Weekly run')
  const second = await readKey()
  await issued.getByRole('button', { name: 'Dismiss' }).press('Enter')
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  await row.getByRole('button', { name: 'Revoke…' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText(/Last used .*, 2 requests so far\./)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).press('Enter')
  await expect(row).toHaveCount(0)
  expect(await statusOf(second)).toBe(401)
})
