// Checks that the application closes even if one of its parts hangs or fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeExchange } from '#workspace/exchange-log/exchange.fixture'
import { encodeBatch } from '#workspace/exchange-log/exchange-batch'
import { type Application, closeParts, openApplication } from './application'
import type { GatewayEvents } from './gateway-host/gateway-controller'
import { openGateway } from './gateway-host/open-gateway'

const root = mkdtempSync(join(tmpdir(), 'gen-playground-closing-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const cipher = {
  available: false,
  backend: 'none',
  encrypt: () => Promise.reject(new Error('no keyring')),
  decrypt: () => Promise.reject(new Error('no keyring')),
}

function open(
  problems: string[],
  closeGateway?: () => Promise<void>,
  flushGateway?: (events: GatewayEvents) => void,
): Promise<Application> {
  return openApplication({
    folder: root,
    cipher,
    gatewayPort: 0,
    demoPace: 'instant',
    version: '0.0.0',
    resolveProxy: async () => 'DIRECT',
    startGateway: async (settings, events) => {
      const gateway = await openGateway(settings, events.onExchange)
      return {
        ...gateway,
        ...(closeGateway && { close: closeGateway }),
        ...(flushGateway && { flush: async () => flushGateway(events) }),
      }
    },
    onCloseProblem: (message) => problems.push(message),
    closeTimeoutMs: 2_000,
  })
}

test('closes and has saved everything even if the gateway never closes, and reports it', async () => {
  const problems: string[] = []
  const application = await open(problems, () => new Promise(() => {}))
  const draft = { text: 'What I was writing', attachments: [], parameters: null, columns: null }
  application.workspace.drafts.write({ key: 'new', draft })
  await application.close()
  expect(problems).toEqual(['The gateway did not close within 2 s'])
  const reopened = await open(problems)
  expect(reopened.workspace.drafts.read()).toEqual({ new: draft })
  await reopened.close()
})

test('logs requests that the gateway’s thread reports only when the application closes', async () => {
  const application = await open([], undefined, ({ onExchanges }) => {
    const batch = encodeBatch([makeExchange('late', Date.now())])
    onExchanges({ batch, responses: { latency: null, health: new Map() }, keyUses: [] })
  })
  await application.close()
  const reopened = await open([])
  expect((await reopened.workspace.exchanges.list({})).rows).toMatchObject([{ id: 'late' }])
  await reopened.close()
})

test('closes the other parts if one never closes or fails to close', async () => {
  const closed: string[] = []
  const problems: string[] = []
  const close = async (name: string) => void closed.push(name)
  await closeParts(
    [
      { name: 'workspace', close: () => close('workspace') },
      { name: 'gateway', close: () => new Promise(() => {}) },
      { name: 'connection to the gateway', close: () => Promise.reject(new Error('broken')) },
      { name: 'library index', close: () => close('library index') },
    ],
    {
      timeoutMs: 20,
      onProblem: (message, error) => problems.push([message, error].filter(Boolean).join(': ')),
    },
  )
  expect(closed).toEqual(['workspace', 'library index'])
  expect(problems).toEqual([
    'The gateway did not close within 0.02 s',
    'The connection to the gateway failed to close: Error: broken',
  ])
})
