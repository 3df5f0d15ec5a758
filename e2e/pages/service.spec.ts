// A custom service with a key: it answers, and the key is in no file, no log and no page.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Application } from '../application'
import { test } from '../page-test'
import { openService, type Service } from '../service-process'

const canary = 'canary-3e9b51a7c0d24f68'

let service: Service

test.beforeEach(async () => {
  service = await openService(canary)
})

test.afterEach(() => {
  service.process.kill('SIGTERM')
})

async function enterService({ page }: Application, url: string, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: /Custom service/ }).click()
  await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill(url)
  await page.getByRole('button', { name: 'Add service' }).click()
  await page
    .getByLabel('API key')
    .getByRole('textbox')
    .or(page.locator('input[type=password]'))
    .first()
    .fill(key)
  await page.getByRole('button', { name: 'Save key' }).click()
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('a key in the real keyring works, survives a restart, and is readable nowhere', async ({
  application,
}) => {
  await enterService(application, service.url, canary)
  await expect(application.page.getByText(/keyring/i).first()).toBeVisible()
  await expectAnswer(application)

  const page = await application.page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify(localStorage),
  )
  expect(page).not.toContain(canary)

  await application.relaunch()
  expect(application.upstream).toContain('service')
  await expectAnswer(application)
  await application.close()

  const forms = [canary, Buffer.from(canary).toString('base64'), encodeURIComponent(canary)]
  for (const file of await listFiles(application.userDataFolder)) {
    const text = await readFile(file, 'latin1')
    const utf16 = await readFile(file, 'utf16le')
    for (const form of forms)
      expect(text.includes(form) || utf16.includes(form), `${file} holds the key`).toBe(false)
  }
  expect(await application.readOutput()).not.toContain(canary)
  const vault = await readFile(join(application.userDataFolder, 'vault.json'), 'utf8')
  expect(JSON.parse(vault)).toEqual({
    version: 1,
    secrets: { local: expect.any(String), service: expect.any(String) },
    origins: { service: [service.url] },
    localKey: { ciphertext: expect.any(String), hash: expect.any(String) },
  })
})

test('a wrong key is explained, and the prompt stays in the thread', async ({ application }) => {
  await enterService(application, service.url, 'not-the-key')
  const { page } = application
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Count to two.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('article', { name: 'Your prompt' })).toContainText('Count to two.')
  await expect(page.getByRole('article', { name: 'Response' })).toContainText(
    'Check the API key in Settings.',
  )
  await expect(
    page.getByRole('article', { name: 'Response' }).getByRole('button', { name: 'Retry' }),
  ).toBeVisible()
})

test('an invalid base URL is rejected at its field', async ({ application }) => {
  const { page } = application
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: /Custom service/ }).click()
  await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill('example.com')
  await page.getByRole('button', { name: 'Add service' }).click()
  await expect(page.getByText('must start with http:// or https:// and include a host')).toBeVisible()
})

async function expectAnswer({ page }: Application): Promise<void> {
  await page.getByRole('button', { name: 'Chat', exact: true }).click()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('What is 6 times 7?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('article[aria-label="Response"][aria-busy="false"]').last()).toContainText('42')
}

test('a changed limit applies immediately, and an invalid one is rejected at its field', async ({
  application,
}) => {
  const { page, gatewayUrl } = application
  await page.getByRole('button', { name: 'Settings' }).click()
  const field = page.getByRole('textbox', { name: 'Max JSON body' })
  await field.fill('lots')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByText('must be a whole number of megabytes')).toBeVisible()
  await field.fill('1')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByRole('button', { name: 'Save limits' })).toBeDisabled()
  const key = await page.getByRole('textbox', { name: 'Local key' }).inputValue()
  const send = async () => {
    const text = 'x'.repeat(1_200_000)
    const response = await fetch(`${gatewayUrl}/v1beta/models/gen-2.5-flash:generateContent?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contents: [{ parts: [{ text }] }] }),
    })
    return response.status
  }
  await expect.poll(send).toBe(413)
})
