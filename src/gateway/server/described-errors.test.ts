// Provokes each error that the reference shows with its body, and compares the bodies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listErrorsOf, type ReferenceEntry, referenceEntries } from '#shared/endpoints/reference'
import { toPath } from '#shared/endpoints/routes'
import {
  echoUpstream,
  formType,
  localKey,
  openTestGateway,
  type TestGateway,
  type TestRequest,
  toForm,
} from '../testing/test-gateway.fixture'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await openTestGateway({ upstream: echoUpstream([]) })
})
afterAll(() => gateway.close())

/** The example, with the key in a header that the route accepts. */
function toRequest({
  route,
  example,
  model,
}: ReferenceEntry): TestRequest & { headers: Record<string, string> } {
  const bearer = { authorization: `Bearer ${localKey}` }
  const key = route.credential === 'query-or-header' ? { 'x-goog-api-key': localKey } : bearer
  const request = { key: null, method: route.method }
  if (route.body === 'json')
    return {
      ...request,
      headers: { ...key, 'content-type': 'application/json' },
      body: JSON.stringify(example),
    }
  if (route.body !== 'multipart') return { ...request, headers: { ...key } }
  const body = toForm([
    { name: 'model', value: model ?? '' },
    { name: 'file', value: 'RIFF', filename: 'a.wav' },
  ])
  return { ...request, headers: { ...key, ...formType }, body }
}

/** Changes the request so that it gets this status; the path may change, too. */
const faults: Readonly<Record<number, (entry: ReferenceEntry) => { path?: string; request: TestRequest }>> = {
  400: (entry) => {
    const request = toRequest(entry)
    const keys = { authorization: `Bearer ${localKey}`, 'x-goog-api-key': 'another' }
    return { request: { ...request, headers: { ...request.headers, ...keys } } }
  },
  401: (entry) => {
    const { authorization: _, 'x-goog-api-key': __, ...headers } = toRequest(entry).headers
    return { request: { ...toRequest(entry), headers } }
  },
  403: (entry) => {
    const request = toRequest(entry)
    return { request: { ...request, headers: { ...request.headers, origin: 'https://page.example' } } }
  },
  404: (entry) =>
    entry.route.body === 'multipart'
      ? { request: toRequest({ ...entry, model: 'unknown' }) }
      : { path: toPath(entry.route, entry.prefix, { model: 'unknown' }), request: toRequest(entry) },
  415: (entry) => {
    const request = toRequest(entry)
    return { request: { ...request, headers: { ...request.headers, 'content-encoding': 'gzip' } } }
  },
}

describe.each(referenceEntries.map((entry) => [entry.id, entry] as const))('%s', (_id, entry) => {
  const shown = listErrorsOf(entry).filter(({ status, example }) => example !== null && status < 500)

  test.each(shown)('the error $status is sent as it is shown', async ({ status, example }) => {
    const fault = faults[status]?.(entry)
    const path = toPath(entry.route, entry.prefix, entry.model === null ? {} : { model: entry.model })
    const response = await gateway.send(fault?.path ?? path, fault!.request)
    expect([response.status, response.json]).toEqual([status, example])
  })
})
