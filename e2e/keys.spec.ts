// Keys and the real keyring: what happens if it is another one.
import { expect } from '@playwright/test'
import { openKeyring } from '../src/dev/desktop-session.mjs'
import { expectNoViolations } from './accessibility'
import { askInANewChat } from './chat-steps'
import { test } from './journey-test'
import { openScriptedService } from './scripted-service'
import { openSettings, selectService } from './settings-steps'

// biome-ignore lint/suspicious/noSkippedTests: other systems have only the user's keyring.
test.skip(process.platform !== 'linux', 'Only Linux allows a second keyring.')

test('saved keys are unreadable with another keyring, but not lost, and readable again with the original one', async ({
  application,
  launchEnvironment,
}) => {
  const key = 'key-of-the-service-1'
  const service = await openScriptedService(key)
  const other = await openKeyring()
  const readLocalKey = async () => (await (await application.desktop()).localKey.read()).key
  const statusOf = async (localKey: string) =>
    (await fetch(`${application.gatewayUrl}/v1beta/models?key=${localKey}`)).status
  try {
    await selectService(application, { name: 'First', url: service.url, key })
    const saved = await readLocalKey()

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

    for (const name of Object.keys(other.env)) delete launchEnvironment[name]
    await application.relaunch()
    expect(await readLocalKey()).toBe(saved)
    await expect(application.page.getByRole('contentinfo')).not.toContainText('can’t be read')
    await expect(await askInANewChat(application.page)).toContainText('42')
  } finally {
    service.close()
    await other.close()
  }
})
