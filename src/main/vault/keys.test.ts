// Checks to which proxies stored credentials are sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultNetwork } from '#shared/schemas/network'
import { openApplication } from '../application'
import { invertingCipher } from '../desktop-api/desktop.fixture'
import type { GatewaySettings } from '../gateway-host/gateway-settings'
import { openGateway } from '../gateway-host/open-gateway'

async function open(answer: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gen-playground-proxy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const sent: GatewaySettings[] = []
  const application = await openApplication({
    folder,
    cipher: invertingCipher,
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
  return { application, readHosts: () => sent.at(-1)?.network.proxyHosts }
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
