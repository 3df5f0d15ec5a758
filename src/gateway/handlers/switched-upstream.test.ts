// Tests that work continues at the upstream where it started after another one was selected.
import { expect, onTestFinished, test } from 'vitest'
import type { Upstream } from '../ports'
import { type FilesService, openFilesService } from '../testing/files-service.fixture'
import { openOutbound, openTestGateway, type TestGateway } from '../testing/test-gateway.fixture'
import { createServiceUpstream } from '../upstreams/service'

interface TwoUpstreams {
  readonly gateway: TestGateway
  readonly one: FilesService
  readonly other: FilesService
  readonly upstreams: readonly Upstream[]
}

async function openTwoUpstreams(): Promise<TwoUpstreams> {
  const [one, other] = [await openFilesService(), await openFilesService()]
  const outbound = openOutbound()
  const service = (id: string, { url }: FilesService) =>
    createServiceUpstream({ id, baseUrl: url, key: 'key' }, outbound)
  const vendor: Upstream = { ...service('vendor', one), kind: 'vendor' }
  const upstreams = [vendor, service('service-b', other)]
  const gateway = await openTestGateway({ upstreams })
  for (const { close } of [one, other, outbound, gateway]) onTestFinished(close)
  return { gateway, one, other, upstreams }
}

const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
const videoRequest = JSON.stringify({ instances: [{ prompt: 'a boat' }] })
const raw = {
  headers: { 'content-type': 'text/plain', 'x-goog-upload-protocol': 'raw' },
  body: Buffer.from('hi'),
}
const begin = {
  method: 'POST',
  headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
}

test('operations, files and uploads continue at their upstream, which the response and the log name', async () => {
  const { gateway, one, other } = await openTwoUpstreams()
  const operation = ((await gateway.send(video, { body: videoRequest })).json as { name: string }).name
  const file = ((await gateway.send('/upload/v1beta/files', raw)).json as { file: { name: string } }).file
  const started = await gateway.send('/upload/v1beta/files', begin)
  const address = new URL(String(started.headers['x-goog-upload-url'])).pathname
  gateway.switchTo('service-b')
  const finish = {
    method: 'POST',
    headers: { 'x-goog-upload-command': 'upload, finalize' },
    body: Buffer.from('x'),
  }
  const answers = [
    await gateway.send(`/v1beta/${operation}`),
    await gateway.send(`/v1beta/${file.name}`),
    await gateway.send(`/v1beta/${file.name}:download?alt=media`),
    await gateway.send(address, finish),
    await gateway.send(`/v1beta/${file.name}`, { method: 'DELETE' }),
  ]
  expect(answers.map(({ status, headers }) => [status, headers['x-upstream']])).toEqual(
    answers.map(() => [200, 'vendor']),
  )
  expect(gateway.exchanges.slice(-5).map(({ upstream }) => upstream)).toEqual(answers.map(() => 'vendor'))
  expect(answers[0]?.json).toEqual({ name: operation })
  expect([one.files.size, other.requests.length]).toEqual([1, 0])
  const secondJob = await gateway.send(video, { body: videoRequest })
  expect([secondJob.headers['x-upstream'], other.requests.length]).toEqual(['service', 1])
})

test('names of an upstream that is no longer configured are a 404 with the reason', async () => {
  const { gateway, other, upstreams } = await openTwoUpstreams()
  const operation = ((await gateway.send(video, { body: videoRequest })).json as { name: string }).name
  const { name } = ((await gateway.send('/upload/v1beta/files', raw)).json as { file: { name: string } }).file
  const remainingGateway = await openTestGateway({ upstreams: upstreams.slice(1) })
  onTestFinished(remainingGateway.close)
  for (const path of [`/v1beta/${operation}`, `/v1beta/${name}`, `/v1beta/${name}:download?alt=media`]) {
    const response = await remainingGateway.send(path)
    expect([response.status, response.text]).toEqual([
      404,
      expect.stringContaining("a provider that's no longer configured (vendor)"),
    ])
  }
  expect(other.requests).toEqual([])
})
