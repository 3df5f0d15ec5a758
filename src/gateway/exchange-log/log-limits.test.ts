// Tests what is logged of unauthenticated and unusual requests: counts, bounded entries, no credentials.
import { afterEach, describe, expect, test } from 'vitest'
import { maxLoggedChars } from '#shared/exchange/body-marks'
import {
  formType,
  localKey,
  openTestGateway,
  openUpstream,
  sendEvents,
  sendJson,
  type TestGateway,
  toForm,
} from '../testing/test-gateway.fixture'
import { toneWav } from '../testing/tone.fixture'

const path = '/v1beta/models/gen-2.5-flash:generateContent'
const body = '{"contents":[{"parts":[{"text":"hi"}]}]}'
let gateway: TestGateway
afterEach(() => gateway.close())

describe('a request that is rejected before its client is authenticated', () => {
  test('is counted by reason but not stored; one with the key is stored', async () => {
    gateway = await openTestGateway({})
    await gateway.send(path, { key: null, headers: { host: 'evil.example' }, body })
    await gateway.send(path, { headers: { origin: 'https://evil.example' }, body })
    await gateway.send('/nowhere', { key: null })
    await gateway.send('/v1beta/models', { key: null, method: 'DELETE' })
    await gateway.send(path, { key: null, body })
    await gateway.send(`${path}?key=wrong`, { key: null, body })
    await gateway.send('/v1beta/models/%', { key: null })
    await gateway.send('/upload/v1beta/files/abcdef234567', { key: null, body: Buffer.from('x') })
    await gateway.send('/healthz', { key: null })
    expect(gateway.refusals.map(({ reason, request }) => `${reason}: ${request}`)).toEqual([
      `host: POST ${path}`,
      `origin: POST ${path}`,
      'path: GET /nowhere',
      'path: DELETE /v1beta/models',
      `key: POST ${path}`,
      `key: POST ${path}`,
      'malformed: GET /v1beta/models/%',
      'key: POST /upload/v1beta/files/abcdef234567',
    ])
    expect(gateway.refusals[4]?.message).toContain('No API key provided.')
    expect(gateway.exchanges).toEqual([])
    await gateway.send('/nowhere')
    await gateway.send(path, { body: '{}' })
    expect(gateway.exchanges.map(({ status }) => status)).toEqual([404, 400])
    expect(gateway.refusals).toHaveLength(8)
  })

  test('logs no credential from its path, and no long text, as any other request', async () => {
    gateway = await openTestGateway({})
    for (const target of [
      '/v1beta/models/x:generateContent&key=CANARY-1',
      '/key=CANARY-2',
      '/v1beta/models?KEY=CANARY-3&api_key=CANARY-4&access_token=CANARY-5',
      '/v1beta/models%3Fkey%3DCANARY-6',
      '/v1beta/x/api_key=CANARY-7/more',
      '/token=CANARY+/8==',
      `/${'a'.repeat(8000)}`,
    ]) {
      await gateway.send(target, { key: null })
      await gateway.send(target)
    }
    expect([gateway.refusals.length, gateway.exchanges.length]).toEqual([7, 7])
    expect(JSON.stringify([gateway.refusals, gateway.exchanges])).not.toContain('CANARY')
    for (const { request, message } of gateway.refusals)
      expect(request.length + message.length).toBeLessThan(700)
  })
})

describe('a log entry', () => {
  test('is bounded as a whole for any form fields, path and model', async () => {
    gateway = await openTestGateway({})
    const fields = Array.from({ length: 3000 }, (_, at) => ({ name: `x${at}`, value: 'long '.repeat(1600) }))
    const model = { name: 'model', value: `m${'o'.repeat(900_000)}` }
    const file = { name: 'file', value: toneWav(1), filename: 'a.wav' }
    const headers = { ...formType, authorization: `Bearer ${localKey}` }
    const form = toForm([...fields, { name: 'model', value: 'gen-4o-transcribe' }, file])
    expect(form.length).toBeGreaterThan(23_000_000)
    expect((await gateway.send('/v1/audio/transcriptions', { key: null, headers, body: form })).status).toBe(
      200,
    )
    await gateway.send('/v1/audio/transcriptions', { key: null, headers, body: toForm([model, file]) })
    await gateway.send(`/${'a'.repeat(12_000)}`)
    expect(gateway.exchanges).toHaveLength(3)
    for (const exchange of gateway.exchanges)
      expect(JSON.stringify(exchange).length).toBeLessThan(2 * maxLoggedChars + 65_536)
    expect(gateway.exchanges[0]?.requestBody).toContain('model: gen-4o-transcribe')
  })

  test('is bounded for any usage and body of the response', async () => {
    const upstream = await openUpstream((_, outgoing) => {
      sendEvents(outgoing, { candidates: [], usageMetadata: { x: 'long '.repeat(200_000) } })
      outgoing.end()
    })
    gateway = await openTestGateway({ baseUrl: upstream.url })
    await gateway.send('/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse', { body })
    expect(JSON.stringify(gateway.exchanges[0]).length).toBeLessThan(2 * maxLoggedChars + 65_536)
    await upstream.close()
  })

  test('has every header name, and the values of those that are never a credential', async () => {
    gateway = await openTestGateway({})
    const secrets = [
      'x-auth-token',
      'openai-api-key',
      'referer',
      'cookie',
      'x-anything',
      'x-api-key',
      'authorization',
    ]
    const headers = { ...Object.fromEntries(secrets.map((name) => [name, 'CANARY'])), 'user-agent': 'curl/8' }
    await gateway.send('/v1beta/models', { headers: { ...headers, authorization: `Bearer ${localKey}` } })
    const [exchange] = gateway.exchanges
    expect(exchange?.requestHeaders).toMatchObject({
      'user-agent': 'curl/8',
      ...Object.fromEntries(secrets.map((name) => [name, '…'])),
      'x-goog-api-key': '…',
    })
    expect(JSON.stringify(exchange)).not.toContain('CANARY')
    expect(JSON.stringify(exchange)).not.toContain(localKey)
  })

  test('names the endpoint of its model even if the body was never read, or is invalid', async () => {
    gateway = await openTestGateway({})
    const bearer = { key: null, headers: { authorization: `Bearer ${localKey}` } }
    const pathOf = (model: string) => `/v1beta/models/${model}:generateContent`
    await gateway.send(pathOf('gen-2.5-flash'), { ...bearer, body })
    await gateway.send(pathOf('gen-3.1-pro-preview'), { ...bearer, body })
    await gateway.send(pathOf('gen-2.5-pro'), { ...bearer, body })
    await gateway.send(pathOf('gen-2.5-flash-image'), { ...bearer, body })
    await gateway.send(pathOf('gen-2.5-flash'), { body: '{' })
    await gateway.send(pathOf('gen-2.5-pro'), { body: '{"tools":[{"functionDeclarations":[]}]}' })
    expect(gateway.exchanges.map(({ status, model, endpoint }) => [status, model, endpoint])).toEqual([
      [401, 'gen-2.5-flash', 'E2'],
      [401, 'gen-3.1-pro-preview', 'E4'],
      // Its endpoints differ only in the body.
      [401, 'gen-2.5-pro', null],
      [401, 'gen-2.5-flash-image', 'E3'],
      [400, 'gen-2.5-flash', 'E2'],
      [400, 'gen-2.5-pro', 'E8'],
    ])
  })
})

test('does not send a parameter that may be a key to the upstream', async () => {
  const upstream = await openUpstream((_, outgoing) => sendJson(outgoing, {}))
  gateway = await openTestGateway({ baseUrl: upstream.url })
  await gateway.send(`${path}?KEY=a&api_key=b&access_token=c&Callback=d&x=e`, { body })
  expect(upstream.requests.map(({ url }) => url.replace(/key=[^&]*$/, ''))).toEqual([`${path}?x=e&`])
  await upstream.close()
})
