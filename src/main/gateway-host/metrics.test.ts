// Named keys and metrics of a real gateway over loopback: who is accepted, what is counted, and what is never shown.
import parseIndependently from 'parse-prometheus-text-format'
import { expect, onTestFinished, test } from 'vitest'
import { hashKey } from '#gateway/server/accepted-keys'
import { parsePrometheusText, readSample } from '#gateway/testing/prometheus-text.fixture'
import type { Exchange } from '#shared/schemas/exchange'
import type { GatewaySettings } from './gateway-settings'
import { demoSettings } from './gateway-settings.fixture'
import { openGateway } from './open-gateway'

const nightly = 'named-canary-of-the-nightly-run-1'
const named = (name: string, key: string) => ({ hash: hashKey(key), id: `id of ${name}`, client: name })
const hello = { contents: [{ parts: [{ text: 'Hello' }] }] }
const model = '/v1beta/models/gen-2.5-flash'

async function open(changes: Partial<GatewaySettings> = {}) {
  const exchanges: Exchange[] = []
  const settings = { ...demoSettings, otherKeys: [named('nightly', nightly)], ...changes }
  const gateway = await openGateway(settings, (exchange) => exchanges.push(exchange))
  onTestFinished(() => gateway.close(0))
  const { url } = await gateway.address()
  const send = (path: string, key: string, { body, signal }: { body?: object; signal?: AbortSignal } = {}) =>
    fetch(url + path, {
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json', 'user-agent': 'script/1' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    })
  const readText = async () => {
    const response = await send('/-/metrics', demoSettings.localKey)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    return response.text()
  }
  const metrics = async () => parsePrometheusText(await readText())
  return { gateway, settings, exchanges, url, send, metrics, readText }
}

test('a named key is the client of its requests, takes effect and ends with the next request, and is never logged', async () => {
  const { gateway, settings, exchanges, send } = await open()
  const echoed = {
    contents: [{ parts: [{ text: `My key is ${nightly}, and in Base64 ${btoa(nightly)}.` }] }],
  }
  expect((await send(`${model}:generateContent`, nightly, { body: echoed })).status).toBe(200)
  expect((await send(`${model}:generateContent`, demoSettings.localKey, { body: hello })).status).toBe(200)
  await expect
    .poll(() => exchanges.map(({ client, keyId }) => [client, keyId]))
    .toEqual([
      ['nightly', 'id of nightly'],
      ['script/1', undefined],
    ])
  const log = JSON.stringify(exchanges)
  for (const secret of [nightly, btoa(nightly).replace(/=+$/, ''), hashKey(nightly)])
    expect(log).not.toContain(secret)

  await gateway.configure({ ...settings, otherKeys: [named('nightly', 'another-key-1234567890')] })
  expect((await send('/v1beta/models', nightly)).status).toBe(401)
  expect((await send('/v1beta/models', 'another-key-1234567890')).status).toBe(200)
  await gateway.configure({ ...settings, otherKeys: [] })
  expect((await send('/v1beta/models', 'another-key-1234567890')).status).toBe(401)
})

test('neither a hash nor a part of a key is accepted, and two different keys are rejected', async () => {
  const { url, send } = await open()
  for (const wrong of [
    hashKey(nightly),
    nightly.slice(0, -1),
    `${nightly}1`,
    nightly.toUpperCase(),
    'nightly',
  ])
    expect((await send('/v1beta/models', wrong)).status).toBe(401)
  expect((await send(`/v1beta/models?key=${demoSettings.localKey}`, nightly)).status).toBe(400)
  expect((await fetch(`${url}/v1beta/models?key=${nightly}`)).status).toBe(200)
})

test('counts requests, tokens, errors and durations by route and client, for a Prometheus parser', async () => {
  const { send, metrics, exchanges } = await open()
  for (const key of [nightly, nightly, demoSettings.localKey])
    await (await send(`${model}:generateContent`, key, { body: hello })).text()
  expect((await send('/v1beta/models/gen-unknown-9:generateContent', nightly, { body: hello })).status).toBe(
    404,
  )
  expect((await send('/v1beta/models', 'wrong')).status).toBe(401)
  await expect.poll(() => exchanges.length).toBe(4)
  const found = await metrics()
  const requests = (labels: Record<string, string>) =>
    readSample(found, 'gen_playground_requests_total', labels)
  expect([
    requests({ route: 'generateContent', status: '200', client: 'nightly' }),
    requests({ route: 'generateContent', status: '200', client: '' }),
    requests({ route: 'generateContent', status: '404', outcome: 'failed' }),
  ]).toEqual([2, 1, 1])
  expect(readSample(found, 'gen_playground_request_errors_total', { class: 'invalid' })).toBe(1)
  expect(readSample(found, 'gen_playground_rejected_requests_total', { reason: 'key' })).toBe(1)
  const outputTokens = exchanges.reduce((sum, { usage }) => sum + (usage?.candidatesTokenCount ?? 0), 0)
  expect(outputTokens).toBeGreaterThan(0)
  expect(readSample(found, 'gen_playground_tokens_total', { model: 'gen-2.5-flash', type: 'output' })).toBe(
    outputTokens,
  )
  const seconds = exchanges.reduce((sum, { times }) => sum + times.total / 1000, 0)
  expect(readSample(found, 'gen_playground_request_duration_seconds_sum')).toBeCloseTo(seconds, 6)
  expect(readSample(found, 'gen_playground_request_duration_seconds_bucket', { le: '+Inf' })).toBe(4)
  expect(found.get('gen_playground_build_info')?.samples).toEqual([
    { name: 'gen_playground_build_info', labels: { version: '0.0.0' }, value: 1 },
  ])
})

test('shows a stream in progress, and counts an aborted one as 499, not as 200', async () => {
  const { send, metrics, exchanges } = await open({ demoPace: '20' })
  const abort = new AbortController()
  const prompt = { contents: [{ parts: [{ text: 'Write 200 words about rivers.' }] }] }
  const response = await send(`${model}:streamGenerateContent?alt=sse`, nightly, {
    body: prompt,
    signal: abort.signal,
  })
  await response.body?.getReader().read()
  const during = await metrics()
  const streams = 'gen_playground_streams_in_progress'
  expect([readSample(during, streams), readSample(during, 'gen_playground_requests_in_progress')]).toEqual([
    1, 1,
  ])
  abort.abort()
  await expect.poll(() => exchanges.map(({ outcome }) => outcome)).toEqual(['cancelled'])
  const after = await metrics()
  expect(after.get('gen_playground_requests_total')?.samples.map(({ labels }) => labels)).toEqual([
    {
      route: 'streamGenerateContent',
      provider: 'demo',
      client: 'nightly',
      status: '499',
      outcome: 'cancelled',
    },
  ])
  expect(readSample(after, streams)).toBe(0)
})

test('an independent parser reads the same numbers: counters, gauges, and histograms', async () => {
  const name = 'a "quoted" \\ name, ключ {x="1"}'
  const { send, readText, exchanges } = await open({ otherKeys: [named(name, nightly)] })
  for (const demo of ['', 'cut-after=2', ''])
    await send(`${model}:streamGenerateContent?alt=sse&demo=${demo}`, nightly, { body: hello })
      .then((response) => response.text())
      .catch(() => 'cut off')
  await send('/v1beta/models', demoSettings.localKey)
  await expect.poll(() => exchanges.length).toBe(4)
  const text = await readText()
  const strict = parsePrometheusText(text)
  // The other parser ignores the labels of histograms, so it reads their lines as samples without a type.
  const found = parseIndependently(text.replace(/ histogram$/gm, ' untyped'))
  const samples = found.flatMap(({ name, metrics }) =>
    metrics.map(({ labels = {}, value }) => ({ name, labels, value: Number(value) })),
  )
  const expected = [...strict.values()].flatMap((family) => family.samples)
  const sort = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).sort()
  expect(sort(samples)).toEqual(sort(expected))
  expect(expected.length).toBeGreaterThan(60)
  // A stream that the provider cut off is no success.
  const failed = { client: name, status: '502', outcome: 'failed' }
  expect(readSample(strict, 'gen_playground_requests_total', failed)).toBe(1)
  expect(readSample(strict, 'gen_playground_request_errors_total', { client: name, class: 'stream' })).toBe(1)
  expect(readSample(strict, 'gen_playground_requests_total', { client: name, status: '200' })).toBe(2)
})

test('clients cannot add series: neither paths, models and queries nor User-Agents become labels', async () => {
  const { url, send, readText, exchanges } = await open()
  const count = async () => (await readText()).split('\n').length
  const sendRound = async (round: number) => {
    const text = `zebra-${round}`
    await send(`/v1beta/models/${text}:generateContent`, nightly, { body: hello })
    await send(`/v1beta/${text}?${text}=1`, nightly)
    await send(`/v1beta/operations/${text}`, nightly)
    await fetch(`${url}/v1beta/models?key=${text}`)
    const headers = { 'x-goog-api-key': demoSettings.localKey, 'user-agent': text }
    await fetch(`${url}/v1beta/models`, { headers })
    await expect.poll(() => exchanges.length).toBe((round + 1) * 4)
  }
  await sendRound(0)
  const first = await count()
  for (let round = 1; round < 4; round += 1) await sendRound(round)
  expect([await count(), await readText()]).toEqual([first, expect.not.stringContaining('zebra')])
})

test('needs a key, shows none, and is neither logged nor counted itself', async () => {
  const { url, readText, exchanges, send } = await open()
  expect((await fetch(`${url}/-/metrics`)).status).toBe(401)
  const bearer = await fetch(`${url}/-/metrics`, { headers: { authorization: `Bearer ${nightly}` } })
  expect(bearer.status).toBe(200)
  const text = await readText()
  for (const secret of [nightly, hashKey(nightly), demoSettings.localKey]) expect(text).not.toContain(secret)
  expect(text).not.toContain('route="metrics"')
  await send('/v1beta/models', nightly)
  await expect.poll(() => exchanges.map(({ route }) => route)).toEqual(['listModels'])
})
