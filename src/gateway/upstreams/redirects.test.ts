// Where a redirect may lead: the upstream's own origin, and the storage services by name.
import { expect, test } from 'vitest'
import type { Answer, Call } from '#shared/wire/call'
import { openAddress, type Route } from './redirects'

const call: Call = { method: 'GET', path: '/', headers: {}, body: null, signal: new AbortController().signal }
const answer: Answer = { status: 200, headers: {}, body: null }

async function isOpened(address: string, own: string): Promise<boolean> {
  const route: Route = { sendTo: () => async () => answer, origins: [own], holdsKey: () => false }
  const opened = await openAddress(new URL(address), call, route).catch(() => undefined)
  return opened === answer
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
])('an upstream at https://host.example may lead to %s', async (address) => {
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
])('an upstream at https://host.example may not lead to %s', async (address) => {
  expect(await isOpened(address, 'https://host.example')).toBe(false)
})

test('an upstream on this machine may lead to another port of it', async () => {
  expect(await isOpened('http://127.0.0.1:9000/a', 'http://127.0.0.1:8000')).toBe(true)
  expect(await isOpened('http://127.0.0.1:9000/a', 'http://localhost:8000')).toBe(false)
})
