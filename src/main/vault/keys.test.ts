// Checks to which proxies stored credentials are sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultNetwork } from '#shared/schemas/network'
import { openApplication } from '../application'
import type { GatewaySettings } from '../gateway-host/gateway-settings'
import { openGateway } from '../gateway-host/open-gateway'

const cipher = {
  available: true,
  backend: 'a keyring',
  encrypt: async (text: string) => Buffer.from(text).reverse(),
  decrypt: async (bytes: Buffer) => Buffer.from(bytes).reverse().toString('utf8'),
}

async function open(answer: string, folder = mkdtempSync(join(tmpdir(), 'gen-playground-proxy-'))) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sent: GatewaySettings[] = []
  const application = await openApplication({
    folder,
    cipher,
    gatewayPort: 0,
    demoPace: 'instant',
    version: '0.0.0',
    resolveProxy: async () => answer,
    startGateway: async (settings, { onExchange }) => {
      sent.push(settings)
      const gateway = await openGateway(settings, onExchange)
      const configure = (next: GatewaySettings) => {
        sent.push(next)
        return gateway.configure(next)
      }
      return { ...gateway, configure }
    },
  })
  onTestFinished(() => application.close())
  return { folder, application, readHosts: () => sent.at(-1)?.network.proxyHosts }
}

test('binds credentials to the proxies that the system reports when they are entered', async () => {
  const { application, readHosts } = await open('PROXY Corp.test:3128; SOCKS5 other.test; DIRECT')
  expect(readHosts()).toEqual([])
  await application.keys.set('proxy', 'ada:secret')
  expect(readHosts()).toEqual(['corp.test:3128', 'other.test:1080'])
})

test('does not send them to another proxy until they are entered again', async () => {
  const { application, readHosts } = await open('DIRECT')
  const chooseProxy = (proxyUrl: string) =>
    application.workspace.settings.update({ network: { ...defaultNetwork, proxyMode: 'custom', proxyUrl } })
  chooseProxy('http://one.test:8080')
  await application.keys.set('proxy', 'ada:secret')
  chooseProxy('http://two.test:8080')
  expect(readHosts()).toEqual(['one.test:8080'])
  await application.keys.set('proxy', 'ada:secret')
  expect(readHosts()).toEqual(['two.test:8080'])
})

test('binds those that an earlier version stored to the proxies in use at the next start', async () => {
  const first = await open('PROXY corp.test:3128')
  await first.application.keys.set('proxy', 'ada:secret')
  // As stored by an earlier version.
  first.application.workspace.settings.saveProxyHosts(null)
  await first.application.close()
  const second = await open('PROXY corp.test:3128', first.folder)
  await expect.poll(second.readHosts).toEqual(['corp.test:3128'])
})
