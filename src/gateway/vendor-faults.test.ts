// The gateway before vendors that misbehave: each fault comes out as decisions §5 and §6 promise, and no call is made twice.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from './testing/fake-vendor/fault.fixture'
import { formType, localKey, type TestResponse, toForm } from './testing/test-gateway.fixture'
import { toneWav } from './testing/tone.fixture'
import { openVendorGateway, type VendorGateway } from './testing/vendor-gateway.fixture'

let patient: VendorGateway
/** For the faults that are nothing but silence. */
let impatient: VendorGateway
/** The one that met the last fault. */
let gateway: VendorGateway
beforeAll(async () => {
  patient = await openVendorGateway()
  impatient = await openVendorGateway({ limits: { headersTimeout: 300, bodyTimeout: 300 } })
})
afterAll(async () => {
  await patient.close()
  await impatient.close()
})
beforeEach(forgetSeen)

function forgetSeen(): void {
  for (const { vendor: double } of [patient, impatient]) double.requests.splice(0)
}

/** The next call meets the fault. */
function misbehave(fault: Fault): void {
  gateway = fault === 'slow-headers' || fault === 'silent-body' ? impatient : patient
  gateway.vendor.injectFault(fault)
}

const body = JSON.stringify({ contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })
const model = '/v1beta/models/gen-2.5-flash'
const whole = `${model}:generateContent`
const events = `${model}:streamGenerateContent?alt=sse`
const array = `${model}:streamGenerateContent`

/** A call that meets a fault; the vendor has seen it once. */
async function provoke(fault: Fault, path: string): Promise<TestResponse> {
  misbehave(fault)
  const told = await gateway.gateway.send(path, { body })
  expect(gateway.vendor.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
  return told
}

async function transcribe(fault: Fault, fields: Record<string, string> = {}): Promise<TestResponse> {
  misbehave(fault)
  const form = toForm([
    { name: 'model', value: 'gen-4o-transcribe' },
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name: 'file', value: toneWav(1), filename: 'a.wav' },
  ])
  const headers = { ...formType, authorization: `Bearer ${localKey}` }
  const told = await gateway.gateway.send('/v1/audio/transcriptions', { key: null, body: form, headers })
  expect(gateway.vendor.requests).toHaveLength(1)
  return told
}

const gemini = (code: number, status: string, message: unknown) => ({
  error: { code, status, message: typeof message === 'string' ? expect.stringContaining(message) : message },
})

/** In a stream, the provider's own error is marked as such; here those are all that have the status 503. */
const geminiEvent = (code: number, status: string, message: string) => {
  const { error } = gemini(code, status, message)
  return { error: code === 503 ? { ...error, source: 'provider' } : error }
}

/** The faults that end a call before anything is told, with what is told instead. */
const refusals: readonly [Fault, number, string, string][] = [
  ['error-in-array', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  ['truncated-json', 502, 'UNAVAILABLE', "isn't JSON. Check the base URL and the proxy."],
  ['html', 502, 'UNAVAILABLE', "isn't JSON. Check the base URL and the proxy."],
  ['empty-body', 502, 'UNAVAILABLE', "isn't JSON. Check the base URL and the proxy."],
  ['redirect-elsewhere', 502, 'UNAVAILABLE', 'redirected this request'],
  ['key-in-redirect', 502, 'UNAVAILABLE', 'redirected this request'],
  ['cut-in-mid-stream', 502, 'UNAVAILABLE', 'closed before the response was complete. Check the base URL'],
  ['connection-reset', 502, 'UNAVAILABLE', 'Check the base URL, the proxy, and the key'],
  [
    'slow-headers',
    504,
    'DEADLINE_EXCEEDED',
    "didn't respond in time. Check the base URL, the proxy, and the key",
  ],
  ['silent-body', 504, 'DEADLINE_EXCEEDED', 'stopped sending data mid-response'],
  ['429-with-retry-info', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'],
  ['429-per-day', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'],
  ['429-bare', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota'],
  ['500', 500, 'INTERNAL', 'An internal error has occurred.'],
  ['503', 503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'],
  ['401', 401, 'UNAUTHENTICATED', 'invalid authentication credentials'],
  ['403', 403, 'PERMISSION_DENIED', 'reported as leaked'],
  ['key-in-error', 400, 'INVALID_ARGUMENT', 'has expired'],
]

describe('a whole answer', () => {
  test.each(refusals)('%s: %i %s', async (...[fault, code, status, message]) => {
    const told = await provoke(fault, whole)
    expect([told.status, told.headers['content-type'], told.truncated]).toEqual([
      code,
      'application/json; charset=utf-8',
      false,
    ])
    expect(told.json).toMatchObject(gemini(code, status, message))
    expect(told.text).not.toContain(gateway.vendor.geminiKey)
    expect(told.text).not.toContain('127.0.0.1')
  })

  test('a quota tells when to try again; a day’s quota that a client must not, by itself', async () => {
    const minute = await provoke('429-with-retry-info', whole)
    expect(minute.headers['retry-after']).toBe('35')
    expect(minute.json).toMatchObject({
      error: {
        details: expect.arrayContaining([
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.074824224s' },
        ]),
      },
    })
    forgetSeen()
    const day = await provoke('429-per-day', whole)
    expect([Number(day.headers['retry-after']) > 35, day.headers['x-should-retry']]).toEqual([true, 'false'])
    forgetSeen()
    expect((await provoke('429-bare', whole)).headers['retry-after']).toBeUndefined()
  })

  test.each<Fault>(['slow-headers', 'silent-body', 'cut-in-mid-stream', 'connection-reset'])(
    '%s: work that may have been done is not to be asked for again',
    async (fault) => {
      expect((await provoke(fault, whole)).headers['x-should-retry']).toBe('false')
    },
  )

  test('headers that bear the key stay here, and the answer goes on', async () => {
    const told = await provoke('key-in-header', whole)
    expect([told.status, Object.keys(told.headers).sort()]).toEqual([
      200,
      expect.not.arrayContaining(['location', 'set-cookie', 'x-goog-api-key', 'link', 'x-request-id']),
    ])
  })

  test('what a model says about refusing goes on as it is, under 200', async () => {
    const [blocked, empty, unsafe, uncounted] = [
      await provoke('blocked-prompt', whole),
      await again('no-parts'),
      await again('safety-stop'),
      await again('no-usage'),
    ]
    expect(blocked.json).toMatchObject({ promptFeedback: { blockReason: 'SAFETY' } })
    expect(blocked.json).not.toHaveProperty('candidates')
    expect(empty.json).toMatchObject({
      candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }],
    })
    expect(unsafe.json).toMatchObject({
      candidates: [{ finishReason: 'SAFETY', safetyRatings: [{ blocked: true }] }],
    })
    expect(uncounted.json).not.toHaveProperty('usageMetadata')
    const exchange = gateway.gateway.exchanges.find(({ id }) => id === uncounted.headers['x-exchange-id'])
    expect(exchange).toMatchObject({ outcome: 'completed', usage: null })
  })
})

function again(fault: Fault): Promise<TestResponse> {
  forgetSeen()
  return provoke(fault, whole)
}

/** Each event's document, of a body that is nothing but events. */
function readEvents({ text }: TestResponse): unknown[] {
  expect(text === '' || /^(data: [^\r\n]+\r?\n\r?\n)+$/.test(text)).toBe(true)
  return text
    .split(/\r?\n\r?\n/)
    .slice(0, -1)
    .map((event) => JSON.parse(event.slice(6)) as unknown)
}

const firstChunk = expect.objectContaining({ candidates: [expect.objectContaining({ index: 0 })] })

/** The faults after a stream has begun, with the error that ends it. */
const midStream: readonly [Fault, number, string, string][] = [
  ['raw-error-in-mid-stream', 503, 'UNAVAILABLE', 'The model is overloaded.'],
  ['data-error-in-mid-stream', 503, 'UNAVAILABLE', 'The model is overloaded.'],
  ['key-in-mid-stream', 503, 'UNAVAILABLE', 'was suspended'],
  ['cut-in-mid-stream', 502, 'UNAVAILABLE', 'closed before the response was complete'],
  ['end-in-mid-stream', 502, 'UNAVAILABLE', 'closed the connection'],
  ['silent-body', 504, 'DEADLINE_EXCEEDED', 'stopped sending data'],
]

describe('a stream', () => {
  const early = refusals.filter(
    ([fault]) =>
      !['truncated-json', 'cut-in-mid-stream', 'silent-body', 'html', 'empty-body'].includes(fault),
  )

  test.each(early)('%s before its first event keeps status %i, as a bare object', async (...given) => {
    const [fault, code, status, message] = given
    for (const path of [events, array]) {
      forgetSeen()
      const told = await provoke(fault, path)
      expect([told.status, told.headers['content-type']]).toEqual([code, 'application/json; charset=utf-8'])
      expect(told.json).toMatchObject(gemini(code, status, message))
    }
  })

  test.each<[Fault, string]>([
    ['html', 'an HTML page'],
    ['empty-body', 'a single document instead of a stream'],
  ])('%s is no stream: 502 before anything is sent', async (fault, message) => {
    expect((await provoke(fault, events)).json).toMatchObject(gemini(502, 'UNAVAILABLE', message))
  })

  test.each(midStream)('%s: the events so far, one error event, and a cut', async (...given) => {
    const [fault, code, status, message] = given
    const told = await provoke(fault, events)
    expect([told.status, told.truncated]).toEqual([200, true])
    expect(readEvents(told)).toEqual([firstChunk, geminiEvent(code, status, message)])
    expect(told.text).not.toContain(gateway.vendor.geminiKey)
  })

  test.each(midStream)(
    '%s without alt: the array ends whole, with the error as its last element',
    async (...given) => {
      const [fault, code, status, message] = given
      const told = await provoke(fault, array)
      expect([told.status, told.truncated]).toEqual([200, false])
      expect(told.json).toEqual([firstChunk, geminiEvent(code, status, message)])
    },
  )

  test('half of its bytes are the events that are whole, and an error', async () => {
    const told = await provoke('truncated-json', events)
    expect([told.truncated, readEvents(told).at(-1)]).toEqual([
      true,
      gemini(502, 'UNAVAILABLE', 'closed the connection'),
    ])
  })

  test('without an event, or without a reason at its end, it ends as the vendor ended it', async () => {
    const empty = await provoke('no-events', events)
    expect([empty.status, empty.text, empty.truncated]).toEqual([200, '', false])
    forgetSeen()
    expect((await provoke('no-events', array)).json).toEqual([])
    forgetSeen()
    const open = await provoke('no-finish-reason', events)
    expect([open.truncated, readEvents(open)]).toEqual([false, [firstChunk]])
    expect(open.text).not.toContain('finishReason')
  })

  test('a signature of two megabytes comes through on its one line', async () => {
    const told = await provoke('huge-signature', events)
    const last = readEvents(told).at(-1)
    expect(JSON.stringify(last).length).toBeGreaterThan(2_000_000)
    expect(last).toMatchObject({ candidates: [{ finishReason: 'STOP' }] })
  })

  test('a blocked prompt is one event with its reason', async () => {
    expect(readEvents(await provoke('blocked-prompt', events))).toMatchObject([
      { promptFeedback: { blockReason: 'SAFETY' } },
    ])
  })
})

describe('a transcription', () => {
  const openAi = (error: object) => ({
    error: expect.objectContaining({ message: expect.any(String), ...error }),
  })

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
    [
      'connection-reset',
      502,
      { type: 'server_error', message: expect.stringContaining('Check the base URL') },
    ],
    ['slow-headers', 504, { type: 'server_error', message: expect.stringContaining('in time') }],
  ])('%s: %i, in its own dialect', async (fault, status, error) => {
    const told = await transcribe(fault)
    expect([told.status, told.json]).toEqual([status, openAi(error)])
    expect(told.text).not.toContain(gateway.vendor.openAiKey)
  })

  test('the vendor’s own Retry-After goes on', async () => {
    expect((await transcribe('429-with-retry-info')).headers['retry-after']).toBe('20')
  })

  test.each<Fault>(['cut-in-mid-stream', 'silent-body'])('%s of a stream breaks it off', async (fault) => {
    const told = await transcribe(fault, { stream: 'true' })
    expect([told.status, told.truncated]).toEqual([200, true])
    expect(told.text).toMatch(/^data: \{"type":"transcript\.text\.delta"/)
  })

  test('an error in mid-stream goes on as an event', async () => {
    const told = await transcribe('data-error-in-mid-stream', { stream: 'true' })
    expect(told.text).toMatch(/\n\ndata: \{"error":\{"message":"The model is overloaded\./)
  })
})

describe('what is only read', () => {
  test.each<[Fault, number]>([
    ['redirect-elsewhere', 502],
    ['html', 502],
    ['empty-body', 502],
    ['truncated-json', 502],
    ['403', 403],
    ['429-bare', 429],
  ])('a list of files with %s: %i', async (fault, status) => {
    misbehave(fault)
    const told = await gateway.gateway.send('/v1beta/files')
    expect([told.status, told.json]).toEqual([status, { error: expect.objectContaining({ code: status }) }])
    expect(gateway.vendor.requests.map(({ host }) => host)).toEqual(['gemini'])
  })

  test('a list of files whose connection broke is asked for again', async () => {
    misbehave('connection-reset')
    expect((await gateway.gateway.send('/v1beta/files')).json).toEqual({})
    expect(gateway.vendor.requests).toHaveLength(2)
  })

  test('a key in the address of a redirect does not travel on', async () => {
    misbehave('key-in-redirect')
    expect((await gateway.gateway.send('/v1beta/files')).status).toBe(403)
    const [stored] = gateway.vendor.requests.filter(({ host }) => host === 'storage')
    expect([stored?.url, stored?.headers['x-goog-api-key']]).toEqual(['/elsewhere', undefined])
  })
})
