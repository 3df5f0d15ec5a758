// Keys and the real keyring: what happens if it is another one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { openKeyring } from '../src/dev/desktop-session.mjs'
import { expectNoViolations } from './accessibility'
import { test } from './journey-test'
import { openSettings, selectService } from './settings-steps'

// biome-ignore lint/suspicious/noSkippedTests: other systems have only the user's keyring.
test.skip(process.platform !== 'linux', 'Only Linux allows a second keyring.')

// The test adds variables, which must not reach the other tests of its worker.
// biome-ignore lint/correctness/noEmptyPattern: Playwright requires a pattern here.
test.use({ launchEnvironment: async ({}, use) => use({}) })

test('saved keys are unreadable with another keyring, but stay saved and accepted', async ({
  application,
  launchEnvironment,
}) => {
  const other = await openKeyring()
  const readLocalKey = async () => (await (await application.desktop()).localKey.read()).key
  const readVault = () => readFile(join(application.userDataFolder, 'vault.json'), 'utf8')
  const statusOf = async (localKey: string) =>
    (await fetch(`${application.gatewayUrl}/v1beta/models?key=${localKey}`)).status
  try {
    await selectService(application, {
      name: 'First',
      url: 'http://127.0.0.1:9',
      key: 'key-of-the-service-1',
    })
    const saved = await readLocalKey()
    const vault = await readVault()
    Object.assign(launchEnvironment, other.env)
    await application.relaunch()
    const { page } = application
    await page.getByRole('contentinfo').getByRole('button', { name: 'Local key can’t be read' }).click()
    const settings = page.getByRole('region', { name: 'Gateway', exact: true })
    await expect(settings).toContainText('scripts that use it keep working')
    await expectNoViolations(page, 'an unreadable local key')
    const temporary = await readLocalKey()
    expect(temporary).not.toBe(saved)
    expect([await statusOf(saved), await statusOf(temporary)]).toEqual([200, 200])
    const provider = await openSettings(page, 'Provider')
    await expect(provider.getByText('Key: can’t be read')).toBeVisible()
    expect(await readVault()).toBe(vault)
  } finally {
    await other.close()
  }
})
