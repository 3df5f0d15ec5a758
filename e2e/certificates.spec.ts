// Custom certificates: a file is added, rejected if it contains none, invalid or missing later, removed.
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, type Locator, type Page } from '@playwright/test'
import { type Authority, openAuthority, removeScratch } from '../src/gateway/testing/authority.fixture'
import { expectNoViolations } from './accessibility'
import type { Application } from './application'
import { askInANewChat, choosePath } from './chat-steps'
import { test as base } from './journey-test'
import { textResponse } from './scripted-service'
import { chooseService, openSettings } from './settings-steps'

/** Signed by the authority. */
interface SignedService {
  url: string
  authority: Authority
}

const test = base.extend<{ signed: SignedService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  signed: async ({}, use) => {
    const authority = await openAuthority()
    const server = createServer(await authority.sign(), (_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      outgoing.end(`data: ${JSON.stringify(textResponse('signed and sealed'))}\r\n\r\n`)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await use({ url: `https://localhost:${(server.address() as AddressInfo).port}`, authority })
    server.closeAllConnections()
    server.close()
    removeScratch()
  },
})

const list = (network: Locator) => network.getByRole('list', { name: 'Certificates' })
const remove = (network: Locator) => network.getByRole('button', { name: 'Remove certificates' })

async function choose(application: Application, path: string, button: string): Promise<Locator> {
  await choosePath(application, path)
  const network = await openSettings(application.page, 'Network')
  await network.getByRole('button', { name: button, exact: true }).click()
  return network
}

/** Opens the file dialog and cancels it. */
async function cancelFileDialog({ electron }: Application, network: Locator): Promise<void> {
  await electron.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] })
  })
  await network.getByRole('button', { name: 'Choose another file…' }).click()
}

const expectAnswer = async (page: Page, text: string) => expect(await askInANewChat(page)).toContainText(text)
const untrusted = "The provider's certificate isn't trusted."

test('a certificates file is added, and trusted until it is removed', async ({ application, signed }) => {
  const { page } = application
  await chooseService(page, { name: 'Signed', url: signed.url, key: 'any' })
  await expectAnswer(page, untrusted)

  const network = await choose(application, signed.authority.file, 'Choose file…')
  await expect(list(network).getByRole('listitem')).toHaveText([
    /^Test Authority ?Valid until [A-Z][a-z]{2} \d+, \d{4}$/,
  ])
  await expect(network).toContainText(signed.authority.file)
  await expectNoViolations(page, 'a certificates file')
  await cancelFileDialog(application, network)
  await expect(list(network).getByRole('listitem')).toHaveCount(1)
  await expectAnswer(page, 'signed and sealed')

  await application.relaunch()
  const after = await openSettings(application.page, 'Network')
  await expect(list(after)).toContainText('Test Authority')
  await remove(after).click()
  await expect(list(after)).toHaveCount(0)
  await expect(remove(after)).toHaveCount(0)
  await expect(after.getByRole('button', { name: 'Choose file…', exact: true })).toBeVisible()
  await expectAnswer(application.page, untrusted)
})

test('a file without a certificate, or a damaged one, is rejected by name, and the current one stays in use', async ({
  application,
  signed,
}, testInfo) => {
  const { page } = application
  await chooseService(page, { name: 'Signed', url: signed.url, key: 'any' })
  const note = testInfo.outputPath('note.txt')
  await writeFile(note, 'No certificate.')
  const network = await choose(application, note, 'Choose file…')
  await expect(network).toContainText('The extra certificates file, note.txt, contains no certificate')
  await expect(list(network)).toHaveCount(0)
  await expect(remove(network)).toHaveCount(0)
  await expectNoViolations(page, 'a rejected file')

  await choose(application, signed.authority.file, 'Choose file…')
  await expect(list(network)).toContainText('Test Authority')
  await expect(network).not.toContainText('note.txt')

  const damaged = testInfo.outputPath('damaged.pem')
  const { certificate } = signed.authority
  await writeFile(damaged, certificate + certificate.replace(/\n.{20}/, `\n${'A'.repeat(20)}`))
  await choose(application, damaged, 'Choose another file…')
  await expect(network).toContainText('damaged.pem, contains an invalid certificate (number 2,')
  await expect(list(network)).toContainText('Test Authority')
  await expect(network).toContainText(signed.authority.file)
  await expectAnswer(page, 'signed and sealed')
})

test('a certificates file that was deleted is reported in Settings and in the response', async ({
  application,
  signed,
}) => {
  await chooseService(application.page, { name: 'Signed', url: signed.url, key: 'any' })
  await choose(application, signed.authority.file, 'Choose file…')
  await expectAnswer(application.page, 'signed and sealed')
  await rm(signed.authority.file)
  await application.relaunch()
  const network = await openSettings(application.page, 'Network')
  await expect(network).toContainText('authority.pem, does not exist.')
  await expect(network).toContainText('HTTPS requests fail until you choose the file again or remove it.')
  await expectAnswer(application.page, 'authority.pem, does not exist.')

  await openSettings(application.page, 'Network')
  await remove(network).click()
  await expect(network).not.toContainText('does not exist')
  await expectAnswer(application.page, untrusted)
})
