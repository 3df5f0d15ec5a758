// Checks how the gateway's thread reports requests that have ended: in few messages, completely, and before it ends.
import { expect, onTestFinished, test } from 'vitest'
import { openServer } from '#gateway/testing/loopback-servers.fixture'
import type { EndedExchange } from '#shared/schemas/exchange'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { makeExchange } from '#workspace/exchange-log/exchange.fixture'
import { decodeData } from '#workspace/exchange-log/exchange-batch'
import { createExchangeReporter, type ExchangeReport } from './exchange-reporter'
import { demoSettings } from './gateway-settings.fixture'
import { startGatewayThread } from './gateway-thread'

const idsIn = (reports: readonly ExchangeReport[]) => reports.flatMap(({ batch }) => batch.ids)

test('a burst is reported in few messages, in order and complete', () => {
  const reports: ExchangeReport[] = []
  const reporter = createExchangeReporter((report) => reports.push(report))
  const exchanges = Array.from(
    { length: 1050 },
    (_, index): EndedExchange => ({
      ...makeExchange(`n${index}`, 1000 + index, `{"text":"Grüße ${index} 🎈"}`),
      ...(index % 3 === 0 && { keyId: 'k' }),
    }),
  )
  for (const exchange of exchanges) reporter.add(exchange)
  reporter.flush()
  reporter.flush()
  // The first one, 200 at a time, and the rest.
  expect(reports.map(({ batch }) => batch.ids.length)).toEqual([1, 200, 200, 200, 200, 200, 49])
  expect(reports.flatMap(({ batch }) => decodeData(batch.data)).map(({ exchange }) => exchange)).toEqual(
    exchanges,
  )
  const uses = reports.flatMap(({ keyUses }) => keyUses)
  expect(uses.reduce((sum, { requests }) => sum + requests, 0)).toBe(350)
  expect(uses.at(-1)).toMatchObject({ id: 'k', lastUsedAt: 1000 + 1047 })
})

test('large bodies are reported at once, so that few of them are held', () => {
  const reports: ExchangeReport[] = []
  const reporter = createExchangeReporter((report) => reports.push(report))
  for (let index = 0; index < 41; index += 1)
    reporter.add(makeExchange(`n${index}`, index, 'x'.repeat(250_000)))
  expect(idsIn(reports)).toHaveLength(41)
  expect(Math.max(...reports.map(({ batch }) => batch.data.length))).toBeLessThan(1_500_000)
})

test('a report has the last latency, and the last state of each provider', () => {
  const reports: ExchangeReport[] = []
  const reporter = createExchangeReporter((report) => reports.push(report))
  const made = makeExchange('a', 1)
  reporter.add(made)
  reporter.add({ ...made, upstream: 'service', startedAt: 5, times: { ...made.times, firstByte: 7 } })
  reporter.add({ ...made, upstream: 'service', startedAt: 6, status: 401, outcome: 'failed', error: 'No.' })
  reporter.add({ ...made, status: 400, outcome: 'failed' })
  reporter.flush()
  expect(reports.at(-1)?.responses.latency).toBe(7)
  expect([...(reports.at(-1)?.responses.health ?? [])]).toMatchObject([
    ['service', { startedAt: 6, health: { state: 'failing', error: 'No.' } }],
    ['demo', { startedAt: 1, health: { state: 'reachable' } }],
  ])
})

/** The real thread, with a service that responds immediately. */
async function startThread() {
  const service = await openServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      outgoing.end('{"candidates":[{"content":{"parts":[{"text":"Hi"}],"role":"model"}}]}')
    })
  })
  onTestFinished(service.close)
  const baseUrl = `http://127.0.0.1:${service.port}`
  const reports: ExchangeReport[] = []
  const none = () => undefined
  const gateway = startGatewayThread(
    await bundleProgram(new URL('./gateway-worker.ts', import.meta.url)),
    { ...demoSettings, active: 'mine', upstreams: [{ kind: 'service', id: 'mine', baseUrl, key: 'key' }] },
    {
      onExchanges: (report) => reports.push(report),
      onRefusals: none,
      onRejectedExchange: none,
      onRunning: none,
      onRestart: none,
      network: {
        configure: none,
        resolveProxy: async () => 'DIRECT',
        stack: { send: () => Promise.reject() },
      },
    },
  )
  onTestFinished(() => gateway.close(0))
  const { url } = await gateway.address()
  const ask = async (count: number) => {
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': demoSettings.localKey },
      body: JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }),
    }
    const responses = await Promise.all(
      Array.from({ length: count }, () =>
        fetch(`${url}/v1beta/models/gen-2.5-flash:generateContent`, request),
      ),
    )
    for (const response of responses) await response.text()
    return responses.map(({ headers }) => headers.get('x-exchange-id') ?? '')
  }
  return { gateway, reports, ask }
}

test('the thread has reported everything after a flush, and when it is closed', async () => {
  const { gateway, reports, ask } = await startThread()
  const first = await ask(60)
  await gateway.flush()
  expect(idsIn(reports).sort()).toEqual(first.sort())
  const second = await ask(60)
  await gateway.close(0)
  expect(idsIn(reports).sort()).toEqual([...first, ...second].sort())
  expect(reports.length).toBeLessThan(60)
})
