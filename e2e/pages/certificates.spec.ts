// Custom certificates: a file is added, missing later, and removed.
import { rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { sendJson } from '../../src/dev/scripted-upstream.mjs'
import { openAuthority, removeScratch } from '../../src/gateway/testing/authority.fixture'
import { expectNoViolations } from '../accessibility'
import { choosePath } from '../chat-steps'
import { generate, openGateway, toPrompt } from '../gateway-client'
import { test } from '../page-test'
import { textResponse } from '../scripted-service'
import { openSettings, selectService } from '../settings-steps'

const untrusted = "The provider's certificate isn't trusted."

test('a certificates file is added, reported once it is missing, and removed', async ({ application }) => {
  const authority = await openAuthority()
  const server = createServer(await authority.sign(), (_incoming, outgoing) =>
    sendJson(outgoing, textResponse('signed and sealed')),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `https://localhost:${(server.address() as AddressInfo).port}`
  const expectAnswer = async (text: string) => {
    const { send } = await openGateway(application)
    const response = await send(generate, toPrompt('Hello'))
    expect(await response.text()).toContain(text)
  }
  const open = () => openSettings(application.page, 'Network')
  try {
    await selectService(application, { name: 'Signed', url, key: 'any' })
    const network = await open()
    const list = network.getByRole('list', { name: 'Certificates' })

    await choosePath(application, authority.file)
    await network.getByRole('button', { name: 'Choose file…' }).click()
    await expect(list.getByRole('listitem')).toHaveText([/^Test Authority ?Valid until /])
    await expect(network).toContainText(authority.file)
    await expectNoViolations(application.page, 'a certificates file')

    await expectAnswer('signed and sealed')
    await rm(authority.file)
    await application.relaunch()
    const after = await open()
    await expect(after).toContainText('authority.pem, does not exist.')
    await after.getByRole('button', { name: 'Remove certificates' }).click()
    await expect(after).not.toContainText('does not exist')
    await expectAnswer(untrusted)
    // So does Chromium’s network stack.
    const { settings } = await application.desktop()
    const { network: saved } = await settings.read()
    await settings.update({ network: { ...saved, systemStack: true } })
    await expectAnswer(untrusted)
  } finally {
    server.closeAllConnections()
    server.close()
    removeScratch()
  }
})
