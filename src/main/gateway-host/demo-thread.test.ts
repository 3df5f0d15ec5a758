// Checks the demo service in its own thread.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { measureLoopBlock } from '#gateway/loop-hold.fixture'
import { catalog } from '#shared/models/catalog'
import type { HttpResponse } from '#shared/wire/http'
import { readText } from '#shared/wire/read-body'
import { bundleProgram } from '#workspace/bundled-program.fixture'
import { createDemoHost } from './demo-thread'
import { demoSettings } from './gateway-settings.fixture'
import { openGateway } from './open-gateway'

let program = ''
beforeAll(async () => {
  program = await bundleProgram(new URL('./demo-worker.ts', import.meta.url))
})

function openDemo(worker = program) {
  const demo = createDemoHost({ worker, pace: 'instant', models: () => catalog })
  onTestFinished(demo.close)
  return (
    path: string,
    body: string | Uint8Array,
    signal = new AbortController().signal,
  ): Promise<HttpResponse> =>
    demo.send({
      method: 'POST',
      path,
      headers: {},
      body: typeof body === 'string' ? Buffer.from(body) : body,
      signal,
    })
}

const path = '/v1beta/models/gen-2.5-flash:generateContent'

test('a body of 10 MB delays other requests only for a fraction of its own duration', async () => {
  const send = openDemo()
  const fileUri = '{"fileData":{"fileUri":"http://127.0.0.1/v1beta/files/abcdefghij"}}'
  const bytes = Buffer.from(`{"contents":[{"parts":[${Array(150_000).fill(fileUri).join()}]}]}`)
  // The first request starts the thread.
  await send(path, '{}')
  const holds: number[] = []
  for (let run = 0; run < 3; run += 1) holds.push(await measureLoopBlock(() => send(path, bytes)))
  // The minimum of three, because the machine has other work. In the same thread, it is nearly the whole duration.
  expect(Math.min(...holds)).toBeLessThan(0.4)
})

test('a model added while the thread runs is available to the next request', async () => {
  const settings = { ...demoSettings, models: [] }
  const gateway = await openGateway(settings, () => {}, { demoWorker: program })
  onTestFinished(() => gateway.close(0))
  const { url } = await gateway.address()
  const request = async () => {
    const response = await fetch(`${url}/v1beta/models/my-model:generateContent?key=${settings.localKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"contents":[{"parts":[{"text":"Hello"}]}]}',
    })
    await response.text()
    return response.status
  }
  expect(await request()).toBe(404)
  await gateway.configure({
    ...settings,
    models: [{ id: 'my-model', displayName: 'My model', kind: 'text', thinks: false }],
  })
  expect(await request()).toBe(200)
})

test('a canceled stream ends, and the thread keeps responding', async () => {
  const send = openDemo()
  const abort = new AbortController()
  const stream = path.replace('generateContent', 'streamGenerateContent?alt=sse')
  const prompt = '{"contents":[{"parts":[{"text":"Hello"}]}]}'
  const { body } = await send(stream, prompt, abort.signal)
  const reading = readText(body)
  abort.abort()
  await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await readText((await send(stream, prompt)).body)).toContain('"finishReason":"STOP"')
})

test('a thread that dies fails its requests, and the next request starts another', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-worker-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mortal = join(folder, 'program.cjs')
  writeFileSync(
    mortal,
    `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', ({ id, input: { path } }) => {
      if (path === '/wait') return
      if (path === '/die') throw new Error('broken')
      parentPort.postMessage({ type: 'result', id, value: { status: 200, headers: {}, body: null } })
    })`,
  )
  const send = openDemo(mortal)
  const requests = await Promise.allSettled([send('/wait', '{}'), send('/die', '{}')])
  const failed = { status: 'rejected', reason: expect.objectContaining({ code: 'UNAVAILABLE' }) }
  expect(requests).toEqual([failed, failed])
  expect(await send('/', '{}')).toMatchObject({ status: 200 })
})

test('a bug in the demo is an internal error, and not one of the network', async () => {
  const models = () => null as never
  const demo = createDemoHost({ worker: program, pace: 'instant', models })
  onTestFinished(demo.close)
  const request = { method: 'GET', path: '/v1beta/models', headers: {}, body: null }
  await expect(demo.send({ ...request, signal: new AbortController().signal })).rejects.toMatchObject({
    code: 'INTERNAL',
    http: 500,
    message: 'Internal error of the demo. This is a bug.',
  })
})
