// Videos through the real gateway, with the fake vendor and with services that fail.
import type http from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { cutRange } from '#gateway/testing/fake-vendor/storage.fixture'
import { testVideo } from '#gateway/testing/fake-vendor/test-video.fixture'
import {
  localKey,
  openTestGateway,
  openUpstream,
  sendJson,
  type TestGateway,
  type UpstreamScript,
  upstreamKey,
} from '#gateway/testing/test-gateway.fixture'
import { openVendorGateway } from '#gateway/testing/vendor-gateway.fixture'
import type { VideoJob } from '#shared/schemas/video-job'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder } from '../workspace.fixture'
import { form, openClock, untilVideo } from './video.fixture'

async function openApp(gateway: TestGateway): Promise<Workspace> {
  const loopback = openLoopback({ origin: async () => gateway.url, key: () => localKey })
  const { timer } = openClock()
  const app = await openWorkspace({ folder: makeFolder(), send: loopback.send, timer })
  onTestFinished(async () => {
    await app.close()
    await loopback.close()
  })
  return app
}

async function make(app: Workspace): Promise<VideoJob> {
  const { id } = await app.videos.create(form)
  return await untilVideo(app, id, ({ endedAt }) => endedAt !== null)
}

/** A service behind a gateway. */
async function openJoined(script: UpstreamScript) {
  const upstream = await openUpstream(script)
  const gateway = await openTestGateway({ baseUrl: upstream.url })
  const app = await openApp(gateway)
  onTestFinished(async () => {
    await gateway.close()
    await upstream.close()
  })
  return { upstream, app }
}

test('the vendor’s video is downloaded from the redirect’s host, without the key', async () => {
  const gateway = await openVendorGateway()
  const app = await openApp(gateway.gateway)
  onTestFinished(gateway.close)
  const job = await make(app)
  expect(job).toMatchObject({ state: 'succeeded', pollCount: 3, videos: [{ bytes: testVideo.length }] })
  expect(Buffer.from(await app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  const { requests, geminiKey } = gateway.vendor
  const storageRequests = requests.filter(({ host }) => host === 'storage')
  expect(storageRequests).toHaveLength(1)
  for (const leaked of [geminiKey, localKey]) {
    expect(JSON.stringify(storageRequests)).not.toContain(leaked)
    expect(JSON.stringify(job)).not.toContain(leaked)
  }
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([
  ['rai-filtered', { state: 'filtered', error: null, reasons: [expect.stringContaining('real people')] }],
  ['operation-failed', { state: 'failed', error: { code: 'INVALID_ARGUMENT' } }],
] as const)('%s is reported with the vendor’s message', async (fault, expected) => {
  const gateway = await openVendorGateway()
  const app = await openApp(gateway.gateway)
  onTestFinished(gateway.close)
  gateway.vendor.injectFault(fault)
  expect(await make(app)).toMatchObject(expected)
})

const name = 'models/gen-video/operations/abc123'

/** A service whose downloads the test answers. */
function serve(
  download: (range: string | undefined, outgoing: http.ServerResponse, host: string) => void,
): UpstreamScript {
  return ({ method, url, headers }, outgoing) => {
    const host = `http://${headers.host}`
    if (method === 'POST') return sendJson(outgoing, { name })
    if (!url.includes('/operations/')) return download(headers.range, outgoing, host)
    const video = { uri: `${host}/v1beta/files/f1:download?alt=media` }
    sendJson(outgoing, {
      name,
      done: true,
      response: { generateVideoResponse: { generatedSamples: [{ video }] } },
    })
  }
}

function sendRange(outgoing: http.ServerResponse, range: string | undefined, upTo = testVideo.length): void {
  const { status, headers, chunks } = cutRange({ bytes: testVideo, mimeType: 'video/mp4' }, range)
  const bytes = Buffer.concat(chunks)
  outgoing.writeHead(status, { ...headers })
  outgoing.write(bytes.subarray(0, upTo), () => {
    if (upTo < bytes.length) outgoing.destroy()
    else outgoing.end()
  })
}

test('an interrupted download is resumed with a range request, and complete in the end', async () => {
  const ranges: (string | undefined)[] = []
  const { upstream, app } = await openJoined(
    serve((range, outgoing) => {
      ranges.push(range)
      sendRange(outgoing, range, ranges.length === 1 ? 500 : testVideo.length)
    }),
  )
  const job = await make(app)
  expect(Buffer.from(await app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(ranges).toEqual([undefined, 'bytes=500-'])
  expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a redirect to another host does not get the service’s key', async () => {
  const storage = await openUpstream(({ headers }, outgoing) => sendRange(outgoing, headers.range))
  onTestFinished(storage.close)
  const { upstream, app } = await openJoined(
    serve((_, outgoing) => {
      outgoing.writeHead(302, { location: `${storage.url}/signed?x=1` })
      outgoing.end()
    }),
  )
  expect(await make(app)).toMatchObject({ state: 'succeeded' })
  expect(storage.requests.map(({ url }) => url)).toEqual(['/signed?x=1'])
  expect(JSON.stringify(storage.requests)).not.toContain(upstreamKey)
  expect(JSON.stringify(upstream.requests.map(({ headers }) => headers))).toContain(upstreamKey)
})

test('a request that fails after the gateway sent it may have been billed, and is not sent again', async () => {
  const { upstream, app } = await openJoined((_, outgoing) => outgoing.destroy())
  expect(await make(app)).toMatchObject({
    state: 'interrupted',
    error: { message: expect.stringContaining('may have been billed') },
  })
  expect(upstream.requests).toHaveLength(1)
})

test('an unreachable service fails the job', async () => {
  const { upstream, app } = await openJoined(() => {})
  await upstream.close()
  expect(await make(app)).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('refused the connection') },
  })
})
