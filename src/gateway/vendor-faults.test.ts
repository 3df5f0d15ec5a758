// Tests the gateway with faults of the vendors: responses follow decisions §5 and §6, and no request is sent twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from './testing/fake-vendor/faults.fixture'
import { formType, localKey, type TestResponse, toForm } from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'
import { openVendorGateway, type VendorGateway } from './testing/vendor-gateway.fixture'

let normalGateway: VendorGateway
/** For faults that need a timeout. */
let shortTimeoutGateway: VendorGateway
/** The gateway of the last fault. */
let setup: VendorGateway
beforeAll(async () => {
  normalGateway = await openVendorGateway()
  shortTimeoutGateway = await openVendorGateway({ limits: { headersTimeout: 300, bodyTimeout: 300 } })
})
afterAll(async () => {
  await normalGateway.close()
  await shortTimeoutGateway.close()
})
beforeEach(clearRequests)

function clearRequests(): void {
  for (const { vendor } of [normalGateway, shortTimeoutGateway]) vendor.requests.splice(0)
}

/** Injects the fault into the next request. */
function injectFault(fault: Fault): void {
  setup = fault === 'slow-headers' || fault === 'silent-body' ? shortTimeoutGateway : normalGateway
  setup.vendor.injectFault(fault)
}

const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
const model = '/v1beta/models/gen-2.5-flash'
const whole = `${model}:generateContent`
const events = `${model}:streamGenerateContent?alt=sse`
const array = `${model}:streamGenerateContent`

/** Sends a request that fails with the fault; the vendor must have received it once. */
async function sendWithFault(fault: Fault, path: string): Promise<TestResponse> {
  clearRequests()
  injectFault(fault)
  const response = await setup.gateway.send(path, { body })
  expect(setup.vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(response.text).not.toContain(setup.vendor.geminiKey)
  expect(response.text).not.toContain('127.0.0.1')
  return response
}

async function transcribe(fault: Fault, fields: Record<string, string> = {}): Promise<TestResponse> {
  injectFault(fault)
  const form = toForm([
    { name: 'model', value: 'gen-4o-transcribe' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: toneWav(1), filename: 'a.wav' },
  ])
  const headers = { ...formType, authorization: `Bearer ${localKey}` }
  const response = await setup.gateway.send('/v1/audio/transcriptions', { key: null, body: form, headers })
  expect(setup.vendor.requests).toHaveLength(1)
  expect(response.text).not.toContain(setup.vendor.openAiKey)
  return response
}

const gemini = (code: number, status: string, message: string) => ({
  error: { code, status, message: expect.stringContaining(message) },
})

/** In a stream, the event says whose error it is: here, the provider's own ones have the status 503. */
const geminiEvent = (code: number, status: string, message: string) => {
  const { error } = gemini(code, status, message)
  if (code === 503) return { error: { ...error, source: 'provider' } }
  const isConnection = code === 504 || message.includes('closed before')
  return { error: isConnection ? { ...error, reason: 'connection' } : error }
}

const json = 'application/json; charset=utf-8'
const notJson = "isn't JSON. Check the base URL and the proxy."

describe('before the first byte', () => {
  /** The last column is the path on which the fault is not early. */
  test.each<[Fault, number, string, string, stream?: 'as a stream']>([
    ['error-in-array', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.', 'as a stream'],
    ['truncated-json', 502, 'UNAVAILABLE', notJson],
    ['html', 502, 'UNAVAILABLE', notJson],
    ['empty-body', 502, 'UNAVAILABLE', notJson],
    ['redirect-elsewhere', 502, 'UNAVAILABLE', 'redirected this request', 'as a stream'],
    ['key-in-redirect', 502, 'UNAVAILABLE', 'redirected this request', 'as a stream'],
    ['cut-in-mid-stream', 502, 'UNAVAILABLE', 'closed before the response was complete. Check the base URL'],
    ['connection-reset', 502, 'UNAVAILABLE', 'Check the base URL, the proxy, and the key', 'as a stream'],
    ['slow-headers', 504, 'DEADLINE_EXCEEDED', "didn't respond in time. Check the base", 'as a stream'],
    ['silent-body', 504, 'DEADLINE_EXCEEDED', 'stopped sending data mid-response'],
    ['429-with-retry-info', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', 'as a stream'],
    ['429-per-day', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', 'as a stream'],
    ['429-bare', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', 'as a stream'],
    ['500', 500, 'INTERNAL', 'An internal error has occurred.', 'as a stream'],
    ['503', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.', 'as a stream'],
    ['401', 401, 'UNAUTHENTICATED', 'invalid authentication credentials', 'as a stream'],
    ['403', 403, 'PERMISSION_DENIED', 'reported as leaked', 'as a stream'],
    ['key-in-error', 400, 'INVALID_ARGUMENT', 'has expired', 'as a stream'],
  ])('%s is a JSON error with status %i', async (...[fault, code, status, message, stream]) => {
    for (const path of stream ? [whole, events, array] : [whole]) {
      const response = await sendWithFault(fault, path)
      const { 'content-type': type, 'x-should-retry': shouldRetry } = response.headers
      expect([response.status, type, response.truncated]).toEqual([code, json, false])
      expect(response.json).toMatchObject(gemini(code, status, message))
      // Clients must not repeat work that may have been done.
      if (['slow-headers', 'silent-body', 'cut-in-mid-stream', 'connection-reset'].includes(fault))
        expect(shouldRetry).toBe('false')
    }
  })

  test.each<[Fault, string]>([
    ['html', 'an HTML page'],
    ['empty-body', 'a single document instead of a stream'],
  ])('%s is not a stream: 502', async (fault, message) => {
    expect((await sendWithFault(fault, events)).json).toMatchObject(gemini(502, 'UNAVAILABLE', message))
  })

  test('a quota error says when to retry; a daily quota that clients must not retry automatically', async () => {
    const minute = await sendWithFault('429-with-retry-info', whole)
    expect(minute.headers['retry-after']).toBe('35')
    const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.074824224s' }
    expect(minute.json).toMatchObject({ error: { details: expect.arrayContaining([retryInfo]) } })
    const day = await sendWithFault('429-per-day', whole)
    expect([Number(day.headers['retry-after']) > 35, day.headers['x-should-retry']]).toEqual([true, 'false'])
    expect((await sendWithFault('429-bare', whole)).headers['retry-after']).toBeUndefined()
  })
})

describe('a complete response', () => {
  test('loses headers with the key', async () => {
    const { status, headers } = await sendWithFault('key-in-header', whole)
    expect(status).toBe(200)
    const removed = ['location', 'set-cookie', 'x-goog-api-key', 'link', 'x-request-id', 'www-authenticate']
    expect(removed.filter((name) => name in headers)).toEqual([])
    expect(JSON.stringify(headers)).not.toContain(setup.vendor.geminiKey)
  })

  test('is forwarded with status 200 if the model refuses, or without usage', async () => {
    const blocked = (await sendWithFault('blocked-prompt', whole)).json
    expect(blocked).toMatchObject({ promptFeedback: { blockReason: 'SAFETY' } })
    expect(blocked).not.toHaveProperty('candidates')
    expect((await sendWithFault('no-parts', whole)).json).toMatchObject({
      candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }],
    })
    expect((await sendWithFault('safety-stop', whole)).json).toMatchObject({
      candidates: [{ finishReason: 'SAFETY', safetyRatings: [{ blocked: true }] }],
    })
    const { headers } = await sendWithFault('no-usage', whole)
    const exchange = setup.gateway.exchanges.find(({ id }) => id === headers['x-exchange-id'])
    expect(exchange).toMatchObject({ outcome: 'completed', usage: null })
  })
})

/** Returns the document of each event. The body must have nothing but events. */
function readEvents({ text }: TestResponse): unknown[] {
  expect(text === '' || /^(data: [^\r\n]+\r?\n\r?\n)+$/.test(text)).toBe(true)
  return text
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .map((event) => JSON.parse(event.slice(6)) as unknown)
}

const firstChunk = expect.objectContaining({ candidates: [expect.objectContaining({ index: 0 })] })

describe('a stream', () => {
  test.each<[Fault, number, string, string]>([
    ['raw-error-in-mid-stream', 503, 'UNAVAILABLE', 'The model is overloaded.'],
    ['data-error-in-mid-stream', 503, 'UNAVAILABLE', 'The model is overloaded.'],
    ['key-in-mid-stream', 503, 'UNAVAILABLE', 'was suspended'],
    ['cut-in-mid-stream', 502, 'UNAVAILABLE', 'closed before the response was complete'],
    ['end-in-mid-stream', 502, 'UNAVAILABLE', 'closed the connection'],
    ['silent-body', 504, 'DEADLINE_EXCEEDED', 'stopped sending data'],
  ])('%s: an error event and an aborted connection, or a complete array', async (...testCase) => {
    const [fault, code, status, message] = testCase
    const expected = [firstChunk, geminiEvent(code, status, message)]
    const response = await sendWithFault(fault, events)
    expect([response.status, response.truncated, readEvents(response)]).toEqual([200, true, expected])
    const asArray = await sendWithFault(fault, array)
    expect([asArray.status, asArray.truncated, asArray.json]).toEqual([200, false, expected])
  })

  test('half of its bytes become the complete events and an error', async () => {
    const response = await sendWithFault('truncated-json', events)
    expect([response.truncated, readEvents(response).at(-1)]).toEqual([
      true,
      gemini(502, 'UNAVAILABLE', 'closed the connection'),
    ])
  })

  test('without events, or without a finish reason, ends as the vendor ended it', async () => {
    const empty = await sendWithFault('no-events', events)
    expect([empty.status, empty.text, empty.truncated]).toEqual([200, '', false])
    expect((await sendWithFault('no-events', array)).json).toEqual([])
    const open = await sendWithFault('no-finish-reason', events)
    expect([open.truncated, readEvents(open)]).toEqual([false, [firstChunk]])
    expect(open.text).not.toContain('finishReason')
  })

  test('has one event with the reason for a blocked prompt', async () => {
    expect(readEvents(await sendWithFault('blocked-prompt', events))).toMatchObject([
      { promptFeedback: { blockReason: 'SAFETY' } },
    ])
  })
})

describe('a transcription', () => {
  test.each<[Fault, number, object]>([
    ['401', 401, { code: 'invalid_api_key', type: 'invalid_request_error' }],
    ['403', 403, { code: 'unsupported_country_region_territory' }],
    ['429-bare', 429, { code: 'rate_limit_exceeded' }],
    ['429-per-day', 429, { code: 'insufficient_quota' }],
    ['500', 500, { type: 'server_error' }],
    ['503', 503, { type: 'service_unavailable_error' }],
    ['error-in-array', 503, { type: 'server_error' }],
    ['key-in-error', 400, { message: expect.stringContaining('was revoked') }],
    ['redirect-elsewhere', 502, { type: 'server_error' }],
    ['html', 502, { message: expect.stringContaining('an HTML page') }],
    ['empty-body', 502, { message: expect.stringContaining("isn't JSON") }],
    ['truncated-json', 502, { message: expect.stringContaining("isn't JSON") }],
    [
      'cut-in-mid-stream',
      502,
      { message: expect.stringContaining('closed before the response was complete') },
    ],
    ['connection-reset', 502, { message: expect.stringContaining('Check the base URL') }],
    ['slow-headers', 504, { type: 'server_error', message: expect.stringContaining('in time') }],
  ])('%s: %i, in its own dialect', async (fault, status, error) => {
    const response = await transcribe(fault)
    expect([response.status, response.json]).toEqual([
      status,
      { error: expect.objectContaining({ message: expect.any(String), ...error }) },
    ])
  })

  test('forwards the vendor’s Retry-After', async () => {
    expect((await transcribe('429-with-retry-info')).headers['retry-after']).toBe('20')
  })

  test.each<[Fault, boolean, RegExp]>([
    ['cut-in-mid-stream', true, /^data: \{"type":"transcript\.text\.delta"/],
    ['silent-body', true, /^data: \{"type":"transcript\.text\.delta"/],
    ['data-error-in-mid-stream', false, /\n\ndata: \{"error":\{"message":"The model is overloaded\./],
  ])('as a stream with %s is aborted: %s', async (fault, isAborted, text) => {
    const response = await transcribe(fault, { stream: 'true' })
    expect([response.status, response.text]).toEqual([200, expect.stringMatching(text)])
    if (isAborted) expect(response.truncated).toBe(true)
  })
})

describe('a list of files', () => {
  test.each<[Fault, number]>([
    ['redirect-elsewhere', 502],
    ['html', 502],
    ['empty-body', 502],
    ['truncated-json', 502],
    ['403', 403],
    ['429-bare', 429],
  ])('with %s: %i', async (fault, status) => {
    injectFault(fault)
    const response = await setup.gateway.send('/v1beta/files')
    expect([response.status, response.json]).toEqual([
      status,
      { error: expect.objectContaining({ code: status }) },
    ])
    expect(setup.vendor.requests.map(({ host }) => host)).toEqual(['gemini'])
  })

  test('is requested again after a broken connection', async () => {
    injectFault('connection-reset')
    expect((await setup.gateway.send('/v1beta/files')).json).toEqual({})
    expect(setup.vendor.requests).toHaveLength(2)
  })

  test('that is redirected has no key in the URL', async () => {
    injectFault('key-in-redirect')
    expect((await setup.gateway.send('/v1beta/files')).status).toBe(403)
    const [stored] = setup.vendor.requests.filter(({ host }) => host === 'storage')
    expect([stored?.url, stored?.headers['x-goog-api-key']]).toEqual(['/elsewhere', undefined])
  })
})
