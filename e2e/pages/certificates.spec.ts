// Custom certificates: a file is added, rejected if it contains none, invalid or missing later, and removed.
import { rm, writeFile } from 'node:fs/promises'
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

test('a certificates file is added, replaced, reported once it is missing, and removed', async ({
  application,
}, testInfo) => {
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
  const choose = async (path: string, button: string) => {
    await choosePath(application, path)
    await (await open()).getByRole('button', { name: button, exact: true }).click()
  }
  try {
    await selectService(application, { name: 'Signed', url, key: 'any' })
    const network = await open()
    const list = network.getByRole('list', { name: 'Certificates' })

    const note = testInfo.outputPath('note.txt')
    await writeFile(note, 'No certificate.')
    await choose(note, 'Choose file…')
    await expect(network).toContainText('The extra certificates file, note.txt, contains no certificate')
    await expect(list).toHaveCount(0)

    await choose(authority.file, 'Choose file…')
    await expect(list.getByRole('listitem')).toHaveText([
      /^Test Authority ?Valid until [A-Z][a-z]{2} \d+, \d{4}$/,
    ])
    await expect(network).toContainText(authority.file)
    await expect(network).not.toContainText('note.txt')
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
