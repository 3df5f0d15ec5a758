// The request log over the desktop contract: requests in progress, rejected ones, usage, and keys that nothing may contain.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { ExchangeSummary } from '#shared/schemas/exchange'

import { openTemporaryDesktop, selectService, type TemporaryDesktop } from './temporary-desktop.fixture'

let desktop: TemporaryDesktop
let client: TemporaryDesktop['client']

beforeEach(async () => {
  desktop = await openTemporaryDesktop()
  client = desktop.client
})

const streamPath = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
const completePath = '/v1beta/models/gen-2.5-flash:generateContent'

/** Sends a request like a script. */
async function send(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { url } = await desktop.application.listening()
  const { key } = await client.localKey.read()
  return await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'my-script/2.0',
      'x-goog-api-key': key,
      ...headers,
    },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Which key?' }] }] }),
  })
}

/** Selects a service that answers every request with `answer`. */
async function openService(answer: Parameters<typeof openServer>[0], key: string) {
  const server = await openServer((incoming, outgoing) => {
    incoming.resume()
    answer(incoming, outgoing)
  })
  onTestFinished(server.close)
  await selectService(desktop, { port: server.port, key })
}

const toEvent = (text: string) =>
  `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }], role: 'model' } }] })}\n\n`

async function waitForSummary(isExpected: (summary: ExchangeSummary) => boolean): Promise<ExchangeSummary> {
  for await (const { changed } of await client.exchanges.watch()) {
    const found = changed.find(isExpected)
    if (found) return found
  }
  throw new Error('The changes have ended.')
}

test('shows a stream in progress from its first byte, and stops it at the provider', async () => {
  let onAbort = () => {}
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve
  })
  await openService((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(toEvent('first'))
    outgoing.on('close', onAbort)
  }, 'a-key-of-the-service-1')
  const watching = waitForSummary(({ outcome, firstByte }) => outcome === 'running' && firstByte !== null)
  const response = await send(streamPath)
  const running = await watching
  expect(running).toMatchObject({
    id: response.headers.get('x-exchange-id'),
    status: 200,
    endpoint: 'E6',
    client: 'my-script/2.0',
    provider: 'service',
    total: null,
  })
  expect((await client.exchanges.list({})).live).toMatchObject([{ id: running.id, outcome: 'running' }])
  expect(await client.exchanges.read({ id: running.id })).toBeNull()
  const ended = waitForSummary(({ id, outcome }) => id === running.id && outcome !== 'running')
  expect(await client.exchanges.stop({ id: running.id })).toEqual({ stopped: true })
  await aborted
  await expect(response.text()).rejects.toThrow()
  expect(await ended).toMatchObject({
    outcome: 'cancelled',
    errorClass: 'cancelled',
    error: 'Stopped in the Gateway panel.',
  })
  const { rows, live } = await client.exchanges.list({})
  expect([rows.map(({ id }) => id), live]).toEqual([[running.id], []])
  expect(await client.exchanges.stop({ id: running.id })).toEqual({ stopped: false })
})

test('lists a request without the right key as rejected, with its endpoint, but only some of many', async () => {
  for (let count = 0; count < 70; count += 1)
    expect((await send(completePath, { 'x-goog-api-key': 'CANARY-wrong-key-123' })).status).toBe(401)
  const { rows } = await client.exchanges.list({ limit: 200 })
  expect(rows).toHaveLength(60)
  expect(rows[0]).toMatchObject({
    outcome: 'rejected',
    status: 401,
    endpoint: 'E2',
    model: 'gen-2.5-flash',
    client: 'my-script/2.0',
    errorClass: 'auth',
  })
  expect(JSON.stringify([rows, await client.exchanges.read({ id: rows[0]?.id ?? '' })])).not.toContain(
    'CANARY',
  )
})

test('adds up usage by day, model and client, and exports it as CSV without formulas', async () => {
  await send(completePath)
  await send(completePath, { 'user-agent': '=HYPERLINK("http://evil")/1' })
  await send(streamPath)
  await send('/v1beta/models/unknown-model:generateContent')
  const [total] = await client.usage.read({ days: 1 })
  expect(total).toMatchObject({ day: null, requests: 4, errors: { invalid: 1 } })
  expect(total?.inputTokens).toBeGreaterThan(0)
  const { p50, p95 } = total?.firstByte ?? {}
  expect(p50 !== null && p95 !== null && Number(p95) >= Number(p50) && Number(p50) > 0).toBe(true)
  const byModel = await client.usage.read({ days: null, groupBy: ['day', 'model', 'endpoint'] })
  expect(byModel.map(({ model, endpoint, requests }) => [model, endpoint, requests])).toEqual([
    ['gen-2.5-flash', 'E2', 2],
    ['gen-2.5-flash', 'E6', 1],
    ['unknown-model', null, 1],
  ])
  await client.exchanges.clear()
  expect(await client.usage.read({ days: 1 })).toEqual([total])
  desktop.user.dialogResult = join(desktop.folder, 'usage.csv')
  await client.usage.export({ days: 1, groupBy: ['client'] })
  const lines = (await readFile(join(desktop.folder, 'usage.csv'), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^day,model,endpoint,client,provider,requests,errors,/)
  expect(lines).toHaveLength(3)
  expect(lines.join('\n')).not.toMatch(/(^|,|")=/m)
})
