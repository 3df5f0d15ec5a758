// Videos through the real gateway, before the double of the vendor and before services that break on the way.
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

async function openApp(scene: TestGateway): Promise<Workspace> {
  const loopback = openLoopback({ origin: async () => scene.url, localKey: () => localKey })
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

/** A service with the gateway before it. */
async function openJoined(script: UpstreamScript) {
  const upstream = await openUpstream(script)
  const scene = await openTestGateway({ baseUrl: upstream.url })
  const app = await openApp(scene)
  onTestFinished(async () => {
    await scene.close()
    await upstream.close()
  })
  return { upstream, app }
}

test('the vendor’s video is fetched from the host that it leads to, without the key', async () => {
  const gateway = await openVendorGateway()
  const app = await openApp(gateway.scene)
  onTestFinished(gateway.close)
  const job = await make(app)
  expect(job).toMatchObject({ state: 'succeeded', pollCount: 3, videos: [{ bytes: testVideo.length }] })
  expect(Buffer.from(await app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  const { seen, geminiKey } = gateway.double
  const elsewhere = seen.filter(({ host }) => host === 'storage')
  expect(elsewhere).toHaveLength(1)
  for (const leaked of [geminiKey, localKey]) {
    expect(JSON.stringify(elsewhere)).not.toContain(leaked)
    expect(JSON.stringify(job)).not.toContain(leaked)
  }
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test.each([
  ['rai-filtered', { state: 'filtered', error: null, reasons: [expect.stringContaining('real people')] }],
  ['operation-failed', { state: 'failed', error: { code: 'INVALID_ARGUMENT' } }],
] as const)('%s is told in the vendor’s words', async (fault, told) => {
  const gateway = await openVendorGateway()
  const app = await openApp(gateway.scene)
  onTestFinished(gateway.close)
  gateway.double.misbehave(fault)
  expect(await make(app)).toMatchObject(told)
})

const name = 'models/gen-video/operations/abc123'

/** A service whose downloads a test answers. */
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

function hand(outgoing: http.ServerResponse, range: string | undefined, upTo = testVideo.length): void {
  const { status, headers, chunks } = cutRange({ bytes: testVideo, mimeType: 'video/mp4' }, range)
  const bytes = Buffer.concat(chunks)
  outgoing.writeHead(status, { ...headers })
  outgoing.write(bytes.subarray(0, upTo), () => {
    if (upTo < bytes.length) outgoing.destroy()
    else outgoing.end()
  })
}

test('a download that is cut in its midst goes on by a range, and is the whole in the end', async () => {
  const ranges: (string | undefined)[] = []
  const { upstream, app } = await openJoined(
    serve((range, outgoing) => {
      ranges.push(range)
      hand(outgoing, range, ranges.length === 1 ? 500 : testVideo.length)
    }),
  )
  const job = await make(app)
  expect(Buffer.from(await app.media.read(job.videos[0]?.media ?? ''))).toEqual(testVideo)
  expect(ranges).toEqual([undefined, 'bytes=500-'])
  expect(upstream.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a service that leads to another host does not give it the key', async () => {
  const storage = await openUpstream(({ headers }, outgoing) => hand(outgoing, headers.range))
  onTestFinished(storage.close)
  const { upstream, app } = await openJoined(
    serve((_, outgoing) => {
      outgoing.writeHead(302, { location: `${storage.url}/signed?x=1` })
      outgoing.end()
    }),
  )
  expect(await make(app)).toMatchObject({ state: 'succeeded' })
  expect(storage.seen.map(({ url }) => url)).toEqual(['/signed?x=1'])
  expect(JSON.stringify(storage.seen)).not.toContain(upstreamKey)
  expect(JSON.stringify(upstream.seen.map(({ headers }) => headers))).toContain(upstreamKey)
})

test('a call that breaks off behind the gateway may have been billed, and is not made again', async () => {
  const { upstream, app } = await openJoined((_, outgoing) => outgoing.destroy())
  expect(await make(app)).toMatchObject({
    state: 'interrupted',
    error: { message: expect.stringContaining('may have been billed') },
  })
  expect(upstream.seen).toHaveLength(1)
})

test('a service that is not there has been asked for nothing', async () => {
  const { upstream, app } = await openJoined(() => {})
  await upstream.close()
  expect(await make(app)).toMatchObject({
    state: 'failed',
    error: { message: expect.stringContaining('refused the connection') },
  })
})
