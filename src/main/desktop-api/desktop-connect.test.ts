// Runs the lines of the Connect tab with the keys it fills in, and checks what the tab says about their requests.
import { mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectSamples } from '#shared/endpoints/samples/connect'
import { runSample } from '#shared/endpoints/samples/run-sample.fixture'
import { describeConnection, findScriptRequest } from '../../renderer/panels/gateway/connect/script-requests'
import { type Desktop, openDesktop } from './desktop.fixture'

let folder = ''
let desktop: Desktop

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desktop-connect-'))
  desktop = await openDesktop(folder)
})
afterEach(async () => {
  await desktop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the state that the tab shows with this key selected; null: the local key. */
async function describe(keyName: string | null, since = 0) {
  const [{ live, rows }, keys] = await Promise.all([
    desktop.client.exchanges.list({ limit: 200 }),
    desktop.client.namedKeys.list(),
  ])
  const sentKey = { keyName, names: keys.map(({ name }) => name) }
  return describeConnection(findScriptRequest([...live, ...rows], sentKey), since)
}

const write = (id: string, target: { readonly baseUrl: string; readonly key: string }) =>
  connectSamples.find((sample) => sample.id === id)?.write(target) ?? ''

test('the first request with a key that was just created connects it, and no other key', async () => {
  const { url: baseUrl } = await desktop.application.listening()
  const { key } = await desktop.client.namedKeys.create({ name: 'Nightly run' })
  expect((await describe('Nightly run')).tone).toBe('waiting')
  expect(await runSample('sh', write('curl', { baseUrl, key }), {})).toMatchObject({ code: 0 })
  await expect
    .poll(() => describe('Nightly run'))
    .toMatchObject({
      tone: 'connected',
      detail: expect.stringMatching(
        /^POST \/v1beta\/models\/gen-2.5-flash:generateContent from Nightly run · 200/,
      ),
    })
  // The local key still waits for its own first request.
  expect((await describe(null)).tone).toBe('waiting')
  const local = await desktop.client.localKey.read()
  await runSample('sh', write('curl', { baseUrl, key: local.key }), {})
  await expect
    .poll(() => describe(null))
    .toMatchObject({ tone: 'connected', detail: expect.stringContaining('curl/') })
})

test('a rejected request says why: a placeholder instead of the key, a revoked key, another host, a mistyped path', async () => {
  const { url: baseUrl } = await desktop.application.listening()
  const { key, namedKey } = await desktop.client.namedKeys.create({ name: 'Nightly run' })
  const send = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise((resolve, reject) => {
      get(`${baseUrl}${path}`, { headers }, (incoming) => incoming.resume().on('end', resolve)).on(
        'error',
        reject,
      )
    })
  const expectReason = async (reason: RegExp) => {
    for (const keyName of [null, 'Nightly run'])
      await expect
        .poll(() => describe(keyName))
        .toMatchObject({ tone: 'rejected', detail: expect.stringMatching(reason) })
  }
  const { code } = await runSample('sh', write('curl', { baseUrl, key: 'YOUR_KEY' }), {})
  expect(code).toBe(0)
  await expectReason(
    /Incorrect API key provided: .* neither the gateway's local key nor one of its named keys/,
  )
  await send('/v1beta/models', { 'x-goog-api-key': key, host: 'gateway.local:80' })
  await expectReason(/The Host header must be 127\.0\.0\.1:\d+/)
  await send('/v1beta/modles', { 'x-goog-api-key': key })
  await expectReason(/No route for GET \/v1beta\/modles/)
  await send('/v1beta/models', {})
  await expectReason(/No API key provided/)
  await desktop.client.namedKeys.revoke({ id: namedKey.id })
  await send('/v1beta/models', { 'x-goog-api-key': key })
  await expect
    .poll(() => describe(null))
    .toMatchObject({ detail: expect.stringContaining('Incorrect API key') })
})
