// Videos through the real gateway, with the fake vendor and with services that fail.
import { expect, onTestFinished, test } from 'vitest'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import {
  localKey,
  openTestGateway,
  openUpstream,
  type TestGateway,
} from '#gateway/testing/test-gateway.fixture'
import { openVendorGateway } from '#gateway/testing/vendor-gateway.fixture'
import { openGatewayWorkspace } from '../gateway-workspace.fixture'
import { form, openClock, untilVideo } from './video.fixture'

async function make(gateway: TestGateway) {
  const { app } = await openGatewayWorkspace(gateway, { timer: openClock().timer })
  const { id } = await app.videos.create(form)
  return { app, job: await untilVideo(app, id, ({ endedAt }) => endedAt !== null) }
}

test('the vendor’s video is downloaded from the redirect’s host, without the key', async () => {
  const { gateway, vendor, close } = await openVendorGateway()
  const { app, job } = await make({ ...gateway, close })
  expect(job).toMatchObject({ state: 'succeeded', pollCount: 3, videos: [{ bytes: testVideo.length }] })
  expect(Buffer.from(await app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  const { requests, geminiKey } = vendor
  const storageRequests = requests.filter(({ host }) => host === 'storage')
  expect(storageRequests).toHaveLength(1)
  for (const leaked of [geminiKey, localKey]) {
    expect(JSON.stringify(storageRequests)).not.toContain(leaked)
    expect(JSON.stringify(job)).not.toContain(leaked)
  }
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([
  ['that fails after it was sent may have been billed', 'interrupted', 'may have been billed'],
  ['to an unreachable service fails', 'failed', 'refused the connection'],
])('a request %s, and is not sent again', async (_, state, message) => {
  const upstream = await openUpstream((_, outgoing) => outgoing.destroy())
  onTestFinished(upstream.close)
  const gateway = await openTestGateway({ baseUrl: upstream.url })
  if (state === 'failed') await upstream.close()
  expect((await make(gateway)).job).toMatchObject({
    state,
    error: { message: expect.stringContaining(message) },
  })
  expect(upstream.requests).toHaveLength(state === 'failed' ? 0 : 1)
})
