// What strangers and odd requests leave behind: refusals are counted, entries are bounded, credentials are not stored.
import { afterEach, describe, expect, test } from 'vitest'
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
import { maxLoggedChars } from './exchange-body'

const path = '/v1beta/models/gen-2.5-flash:generateContent'
const body = '{"contents":[{"parts":[{"text":"hi"}]}]}'
let scene: TestGateway
afterEach(() => scene.close())

describe('a request that is refused before its caller has shown the key', () => {
  test('is counted by its reason and not stored; one with the key is stored', async () => {
    scene = await openTestGateway({})
    await scene.send(path, { key: null, headers: { host: 'evil.example' }, body })
    await scene.send(path, { headers: { origin: 'https://evil.example' }, body })
    await scene.send('/nowhere', { key: null })
    await scene.send('/v1beta/models', { key: null, method: 'DELETE' })
    await scene.send(path, { key: null, body })
    await scene.send(`${path}?key=wrong`, { key: null, body })
    await scene.send('/v1beta/models/%', { key: null })
    await scene.send('/healthz', { key: null })
    expect(scene.refusals.map(({ reason, request }) => `${reason}: ${request}`)).toEqual([
      `host: POST ${path}`,
      `origin: POST ${path}`,
      'path: GET /nowhere',
      'path: DELETE /v1beta/models',
      `key: POST ${path}`,
      `key: POST ${path}`,
      'malformed: GET /v1beta/models/%',
    ])
    expect(scene.refusals[4]?.message).toContain('No API key provided.')
    expect(scene.exchanges).toEqual([])
    await scene.send('/nowhere')
    await scene.send(path, { body: '{}' })
    expect(scene.exchanges.map(({ status }) => status)).toEqual([404, 400])
    expect(scene.refusals).toHaveLength(7)
  })

  test('at the address of an upload that nobody was given is counted, too', async () => {
    scene = await openTestGateway({})
    await scene.send('/upload/v1beta/files/abcdef234567', { key: null, body: Buffer.from('x') })
    expect([scene.exchanges.length, scene.refusals.map(({ reason }) => reason)]).toEqual([0, ['key']])
  })

  test('leaves no credential of its path, and nothing long', async () => {
    scene = await openTestGateway({})
    for (const target of [
      '/v1beta/models/x:generateContent&key=CANARY-1',
      '/key=CANARY-2',
      '/v1beta/models?KEY=CANARY-3&api_key=CANARY-4&access_token=CANARY-5',
      '/v1beta/models%3Fkey%3DCANARY-6',
      '/v1beta/x/api_key=CANARY-7/more',
      '/token=CANARY+/8==',
      `/${'a'.repeat(8000)}`,
    ])
      await scene.send(target, { key: null })
    expect(scene.refusals).toHaveLength(7)
    expect(JSON.stringify(scene.refusals)).not.toContain('CANARY')
    for (const { request, message } of scene.refusals)
      expect(request.length + message.length).toBeLessThan(700)
  })
})

describe('an entry of the log', () => {
  test('is bounded as a whole, whatever the form’s fields, the path and the model hold', async () => {
    scene = await openTestGateway({})
    const fields = Array.from({ length: 3000 }, (_, at) => ({ name: `x${at}`, value: 'long '.repeat(1600) }))
    const model = { name: 'model', value: `m${'o'.repeat(900_000)}` }
    const file = { name: 'file', value: toneWav(1), filename: 'a.wav' }
    const headers = { ...formType, authorization: `Bearer ${localKey}` }
    const form = toForm([...fields, { name: 'model', value: 'gen-4o-transcribe' }, file])
    expect(form.length).toBeGreaterThan(23_000_000)
    expect((await scene.send('/v1/audio/transcriptions', { key: null, headers, body: form })).status).toBe(
      200,
    )
    await scene.send('/v1/audio/transcriptions', { key: null, headers, body: toForm([model, file]) })
    await scene.send(`/${'a'.repeat(12_000)}`)
    expect(scene.exchanges).toHaveLength(3)
    for (const exchange of scene.exchanges)
      expect(JSON.stringify(exchange).length).toBeLessThan(2 * maxLoggedChars + 65_536)
    expect(scene.exchanges[0]?.requestBody).toContain('model: gen-4o-transcribe')
  })

  test('is bounded, whatever the upstream counts and answers', async () => {
    const upstream = await openUpstream((_, outgoing) => {
      sendEvents(outgoing, { candidates: [], usageMetadata: { x: 'long '.repeat(200_000) } })
      outgoing.end()
    })
    scene = await openTestGateway({ baseUrl: upstream.url })
    await scene.send('/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse', { body })
    expect(JSON.stringify(scene.exchanges[0]).length).toBeLessThan(2 * maxLoggedChars + 65_536)
    await upstream.close()
  })

  test('names every header, and shows the values of those that hold no credential', async () => {
    scene = await openTestGateway({})
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
    await scene.send('/v1beta/models', { headers: { ...headers, authorization: `Bearer ${localKey}` } })
    const [exchange] = scene.exchanges
    expect(exchange?.requestHeaders).toMatchObject({
      'user-agent': 'curl/8',
      ...Object.fromEntries(secrets.map((name) => [name, '…'])),
      'x-goog-api-key': '…',
    })
    expect(JSON.stringify(exchange)).not.toContain('CANARY')
    expect(JSON.stringify(exchange)).not.toContain(localKey)
  })

  test('holds no key that was written into its path or beside the right one', async () => {
    scene = await openTestGateway({})
    await scene.send('/v1beta/models/gen-2.5-flash:generateContent&key=CANARY-1', { body })
    await scene.send('/key=CANARY-2')
    await scene.send('/v1beta/models?KEY=CANARY-3&api_key=CANARY-4')
    expect(scene.exchanges).toHaveLength(3)
    expect(JSON.stringify(scene.exchanges)).not.toContain('CANARY')
  })
})

test('a parameter that may be a key does not reach the upstream', async () => {
  const upstream = await openUpstream((_, outgoing) => sendJson(outgoing, {}))
  scene = await openTestGateway({ baseUrl: upstream.url })
  await scene.send(`${path}?KEY=a&api_key=b&access_token=c&Callback=d&x=e`, { body })
  expect(upstream.requests.map(({ url }) => url.replace(/key=[^&]*$/, ''))).toEqual([`${path}?x=e&`])
  await upstream.close()
})
