// Tests the allowed redirect targets, and retries.
import { expect, test } from 'vitest'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { toTransportError } from '../outbound/transport-error'
import { type OutboundRoute, requestUrl, retrySafeRequest } from './forward'

const request: HttpRequest = {
  method: 'GET',
  path: '/',
  headers: {},
  body: null,
  signal: new AbortController().signal,
}
const response: HttpResponse = { status: 200, headers: {}, body: null }

async function isOpened(address: string, own: string): Promise<boolean> {
  const route: OutboundRoute = { send: async () => response, origins: [own], holdsKey: () => false }
  const opened = await requestUrl(new URL(address), request, route).catch(() => undefined)
  return opened === response
}

test.each([
  'https://host.example/a',
  'https://storage.googleapis.com/bucket/a',
  'https://bucket.storage.googleapis.com/a',
  'https://generativelanguage.googleapis.com/download/a',
  'https://bucket.s3.amazonaws.com/a',
  'https://s3.eu-central-1.amazonaws.com/bucket/a',
  'https://my.bucket.s3.us-gov-west-1.amazonaws.com/a',
  'https://d111.cloudfront.net/a',
  'https://account.r2.cloudflarestorage.com/a',
  'https://account.blob.core.windows.net/a',
])('an upstream at https://host.example may redirect to %s', async (address) => {
  expect(await isOpened(address, 'https://host.example')).toBe(true)
})

test.each([
  'http://host.example/a',
  'https://host.example:8443/a',
  'https://sub.host.example/a',
  'https://compute.googleapis.com/a',
  'https://10.20.30.40.bc.googleusercontent.com/a',
  'https://ec2-1-2-3-4.compute-1.amazonaws.com/a',
  'https://x.execute-api.eu-central-1.amazonaws.com/a',
  'https://s3.evil.amazonaws.com.example/a',
  'https://machine.cloudapp.windows.net/a',
  'http://storage.googleapis.com/a',
  'https://storage.googleapis.com:8443/a',
  'http://127.0.0.1:4715/a',
  'http://localhost/a',
])('an upstream at https://host.example may not redirect to %s', async (address) => {
  expect(await isOpened(address, 'https://host.example')).toBe(false)
})

test('an upstream on this machine may redirect to another port of it', async () => {
  expect(await isOpened('http://127.0.0.1:9000/a', 'http://127.0.0.1:8000')).toBe(true)
  expect(await isOpened('http://127.0.0.1:9000/a', 'http://localhost:8000')).toBe(false)
})

const { signal } = new AbortController()
const answerOf = (status: number): HttpResponse => ({ status, headers: {}, body: null })
const failure = (code: string) => toTransportError(Object.assign(new Error(code), { code }))

/** Returns the number of tries. */
async function count(outcomes: readonly (HttpResponse | Error)[]): Promise<number> {
  let tries = 0
  await retrySafeRequest(async () => {
    const outcome = outcomes[tries] ?? answerOf(200)
    tries += 1
    if (outcome instanceof Error) throw outcome
    return outcome
  }, signal).catch(() => {})
  return tries
}

test.each<[string, HttpResponse | Error, number]>([
  ['a broken connection', failure('ECONNRESET'), 2],
  ['an upstream that is starting', failure('ECONNREFUSED'), 2],
  ['503', answerOf(503), 2],
  ['404', answerOf(404), 1],
  ['a rejected proxy password', failure('PROXY_CREDENTIALS'), 1],
  ['a proxy that rejects the request', failure('PROXY_REFUSED'), 1],
  ['an untrusted certificate', failure('DEPTH_ZERO_SELF_SIGNED_CERT'), 1],
  ['an upstream that timed out', failure('UND_ERR_HEADERS_TIMEOUT'), 1],
])('%s', async (_, first, tries) => {
  expect(await count([first])).toBe(tries)
})

test('tries at most three times', async () => {
  expect(await count([answerOf(503), failure('ECONNRESET'), answerOf(503), answerOf(200)])).toBe(3)
})
