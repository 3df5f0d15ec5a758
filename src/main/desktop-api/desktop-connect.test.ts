// Runs the lines of the Connect tab with the keys it fills in, and checks what the tab says about their requests.
import { beforeEach, expect, test } from 'vitest'
import { connectSamples } from '#shared/endpoints/samples/connect'
import { runSample } from '#shared/endpoints/samples/run-sample.fixture'
import { describeConnection, findScriptRequest } from '../../renderer/panels/gateway/connect/script-requests'
import { openTemporaryDesktop, type TemporaryDesktop } from './temporary-desktop.fixture'

let desktop: TemporaryDesktop

beforeEach(async () => {
  desktop = await openTemporaryDesktop()
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

test('a request with a placeholder is rejected, and one with a key that was just created connects only that key', async () => {
  const { url: baseUrl } = await desktop.application.listening()
  const { key } = await desktop.client.namedKeys.create({ name: 'Nightly run' })
  expect((await describe('Nightly run')).tone).toBe('waiting')
  await runSample('sh', write('curl', { baseUrl, key: 'YOUR_KEY' }), {})
  for (const keyName of [null, 'Nightly run'])
    await expect
      .poll(() => describe(keyName))
      .toMatchObject({ tone: 'rejected', detail: expect.stringContaining('Incorrect API key provided') })
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
  expect((await describe(null)).tone).toBe('rejected')
  const local = await desktop.client.localKey.read()
  await runSample('sh', write('curl', { baseUrl, key: local.key }), {})
  await expect
    .poll(() => describe(null))
    .toMatchObject({ tone: 'connected', detail: expect.stringContaining('curl/') })
})
