// Provokes each error that the reference shows, and compares what the gateway sends with what is shown.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoService } from '#demo/demo'
import { type ErrorCaseId, findUnacceptedLocation } from '#shared/endpoints/error-cases'
import { listErrorsOf, type ReferenceEntry, referenceEntries } from '#shared/endpoints/reference'
import { type CredentialLocation, credentialLocations, toPath } from '#shared/endpoints/routes'
import { formOverhead } from '../ports'
import { findClosedPort } from '../testing/loopback-servers.fixture'
import {
  formType,
  localKey,
  openTestGateway,
  openUpstream,
  type ScriptedUpstream,
  type TestGateway,
  type TestRequest,
  type TestResponse,
  toForm,
} from '../testing/test-gateway.fixture'

let demo: TestGateway
/** Its provider doesn't exist. */
let unconnected: TestGateway
/** Its provider never responds. */
let waiting: TestGateway
/** Accepts only few bytes, quickly. */
let limited: TestGateway
let silent: ScriptedUpstream
/** Names that the demo has returned, by parameter. */
const names: Record<string, string> = {}

beforeAll(async () => {
  const send = createDemoService({ pace: 'instant' })
  const upstream = { id: 'demo', kind: 'demo', send } as const
  const baseUrl = `http://127.0.0.1:${await findClosedPort()}`
  silent = await openUpstream(() => undefined)
  demo = await openTestGateway({ upstream })
  unconnected = await openTestGateway({ baseUrl, apiBaseUrl: baseUrl })
  waiting = await openTestGateway({
    baseUrl: silent.url,
    apiBaseUrl: silent.url,
    limits: { headersTimeout: 100 },
  })
  limited = await openTestGateway({
    upstream,
    limits: { jsonBody: 10, multipartBody: formOverhead + 10, requestBodyTimeout: 20 },
  })
  const video = await demo.send('/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning', {
    body: '{"instances":[{"prompt":"[filtered] A boat."}]}',
  })
  names.operation = /operations\/(\w+)/.exec(video.text)?.[1] ?? ''
  names.upload = await startUpload()
})
afterAll(async () => {
  for (const gateway of [demo, unconnected, waiting, limited]) await gateway?.close()
  await silent?.close()
})

async function startUpload(): Promise<string> {
  const { headers } = await demo.send('/upload/v1beta/files', {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
  })
  return /\/files\/(\w+)/.exec(String(headers['x-goog-upload-url']))?.[1] ?? ''
}

interface Prepared {
  readonly path: string
  readonly request: TestRequest & { readonly headers: Readonly<Record<string, string>> }
}

function withKey(location: CredentialLocation, key: string, { path, request }: Prepared): Prepared {
  const search = `${path.includes('?') ? '&' : '?'}key=${key}`
  const header = location === 'bearer' ? { authorization: `Bearer ${key}` } : { 'x-goog-api-key': key }
  return {
    path: location === 'query' ? path + search : path,
    request: { ...request, headers: { ...request.headers, ...(location === 'query' ? {} : header) } },
  }
}

const audio = { name: 'file', value: 'RIFF', filename: 'a.wav' }

/** The example without a key. */
function toKeyless(entry: ReferenceEntry, values: Readonly<Record<string, string>> = {}): Prepared {
  const { route, prefix, model, example, query } = entry
  const search = new URLSearchParams(query).toString()
  const path = toPath(route, prefix, { ...(model === null ? {} : { model }), ...values })
  const isJson = route.body === 'json'
  const form = [{ name: 'model', value: values.model ?? model ?? '' }, audio]
  return {
    path: path + (search && `?${search}`),
    request: {
      key: null,
      method: route.method,
      headers: {
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(route.body === 'multipart' ? formType : {}),
        ...entry.headers,
      },
      ...(isJson ? { body: JSON.stringify(example) } : {}),
      ...(route.body === 'multipart' ? { body: toForm(form) } : {}),
    },
  }
}

function acceptedLocation({ route: { credential } }: ReferenceEntry): CredentialLocation {
  return credentialLocations[credential][0] ?? 'header'
}

const prepare = (entry: ReferenceEntry, values?: Readonly<Record<string, string>>): Prepared =>
  withKey(acceptedLocation(entry), localKey, toKeyless(entry, { ...names, ...values }))

const send = (gateway: TestGateway, { path, request }: Prepared): Promise<TestResponse> =>
  gateway.send(path, request)

async function sendWith(
  entry: ReferenceEntry,
  change: Partial<TestRequest>,
  gateway: TestGateway = demo,
): Promise<TestResponse> {
  const { path, request } = prepare(entry)
  const headers = { ...request.headers, ...change.headers }
  return await gateway.send(path, { ...request, ...change, headers })
}

const withHeaders = (entry: ReferenceEntry, headers: Readonly<Record<string, string>>) =>
  sendWith(entry, { headers })

const failing = (entry: ReferenceEntry, setting: string) => withHeaders(entry, { 'x-demo': setting })

/** Never ends. */
async function* neverComplete(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{')
  await new Promise(() => undefined)
}

const provoke: Readonly<Record<ErrorCaseId, (entry: ReferenceEntry) => Promise<TestResponse>>> = {
  invalidJson: (entry) => sendWith(entry, { body: '{' }),
  missingField: (entry) => sendWith(entry, { body: '{}' }),
  missingText: (entry) => sendWith(entry, { body: '{"contents":[{"parts":[{}]}]}' }),
  missingModel: (entry) => sendWith(entry, { body: toForm([audio]) }),
  missingFile: (entry) => sendWith(entry, { body: toForm([{ name: 'model', value: entry.model ?? '' }]) }),
  pageToken: (entry) => {
    const { path, request } = prepare(entry)
    return demo.send(`${path}&pageToken=x`, request)
  },
  twoKeys: (entry) => {
    const others = (['header', 'bearer'] as const).filter((one) => one !== acceptedLocation(entry))
    return send(demo, withKey(others[0]!, 'another', prepare(entry)))
  },
  noKey: (entry) => send(demo, toKeyless(entry)),
  wrongKey: (entry) => send(demo, withKey(acceptedLocation(entry), 'wrong', toKeyless(entry))),
  unacceptedKey: (entry) =>
    send(demo, withKey(findUnacceptedLocation(entry.route)!, localKey, toKeyless(entry))),
  rejectedKey: (entry) => failing(entry, 'fail=401'),
  host: (entry) => withHeaders(entry, { host: 'page.example' }),
  origin: (entry) => withHeaders(entry, { origin: 'https://page.example' }),
  unknownModel: (entry) => {
    const { path, request } = prepare(entry, { model: 'unknown' })
    const body = namesModel(entry) ? { body: withMember(entry, { model: 'unknown' }) } : {}
    return demo.send(path, { ...request, ...body })
  },
  unknownName: (entry) => send(demo, prepare(entry, { operation: 'x', file: 'x', upload: 'x' })),
  unknownFile: (entry) => send(demo, prepare(entry)),
  slowBody: async (entry) => {
    // The bytes that arrive in time are part of an upload, which other requests must not find.
    const { path, request } = prepare(entry, { upload: await startUpload() })
    return await limited.send(path, { ...request, body: neverComplete() })
  },
  tooLarge: (entry) => {
    const form = [
      { name: 'model', value: entry.model ?? '' },
      { ...audio, value: Buffer.alloc(formOverhead + 20) },
    ]
    return entry.route.body === 'json'
      ? sendWith(entry, {}, limited)
      : sendWith(entry, { body: toForm(form) }, limited)
  },
  mediaType: (entry) => withHeaders(entry, { 'content-type': 'text/plain' }),
  compressed: (entry) => withHeaders(entry, { 'content-encoding': 'gzip' }),
  rateLimit: (entry) => failing(entry, 'fail=429'),
  providerError: (entry) => failing(entry, 'fail=500'),
  noConnection: (entry) => sendWith(entry, {}, unconnected),
  noResponse: (entry) => sendWith(entry, {}, waiting),
  failedStream: (entry) =>
    sendWith(entry, {
      headers: { 'x-demo': 'fail-after=1' },
      ...(namesModel(entry) ? { body: withMember(entry, { stream: true }) } : {}),
    }),
}

/** In the body, as OpenAI clients do. */
function namesModel({ route }: ReferenceEntry): boolean {
  return route.dialect === 'openai' && route.body === 'json'
}

const withMember = ({ example }: ReferenceEntry, member: object) => JSON.stringify({ ...example, ...member })

/** Limits and sizes are other ones here, and the port of the gateway is. */
const settingsDependent: ReadonlySet<ErrorCaseId> = new Set(['host', 'slowBody', 'tooLarge'])

function withoutNumbers(body: unknown): unknown {
  const { error } = body as { error: { message: string } }
  return { error: { ...error, message: error.message.replace(/:?[\d,]{2,}|\b\d+\b/g, '#') } }
}

/** A name belongs to the provider that has returned it; nothing has returned a file to download. */
function isProvocable({ route: { path } }: ReferenceEntry, id: ErrorCaseId): boolean {
  if (/\{(?:operation|upload)\}/.test(path)) return id !== 'noConnection' && id !== 'noResponse'
  const needsFile: readonly ErrorCaseId[] = [
    'rejectedKey',
    'rateLimit',
    'providerError',
    'noConnection',
    'noResponse',
  ]
  return !path.includes('{file}:download') || !needsFile.includes(id)
}

/** A timeout takes a second: those of one entry of each route must do. */
const first = new Map([...referenceEntries].reverse().map(({ routeId, id }) => [routeId, id]))

describe.concurrent.each(referenceEntries.map((entry) => [entry.id, entry] as const))('%s', (_id, entry) => {
  const isFirst = first.get(entry.routeId) === entry.id
  const shown = listErrorsOf(entry).filter(
    ({ id }) => isProvocable(entry, id) && (id !== 'noResponse' || isFirst),
  )

  test.each(shown)('the error $status is sent: $when', async ({ id, status, body, isEvent }) => {
    const response = await provoke[id](entry)
    const sent = isEvent
      ? JSON.parse(
          response.text
            .trim()
            .split(/\s*data: /)
            .at(-1) ?? '',
        )
      : response.json
    expect(response.status).toBe(status)
    if (settingsDependent.has(id)) expect(withoutNumbers(sent)).toEqual(withoutNumbers(body))
    else expect(sent).toEqual(body)
  })
})
