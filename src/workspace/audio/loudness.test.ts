// Loudness: stored, failed, awaited, and requested from the renderer.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeLoudness } from '#shared/audio/loudness'
import type { Timer } from '../concurrency/timing'
import { closeDatabase, openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeFolder } from '../workspace.fixture'
import { makeLoudness } from './audio.fixture'
import { createLoudness, type LoudnessRequest } from './loudness'

async function openStore() {
  const folder = makeFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db'), now: Date.now })
  const media = await openMedia(join(folder, 'media'))
  onTestFinished(async () => {
    await media.close()
    closeDatabase(connection)
  })
  const { hash } = await media.store(new TextEncoder().encode('RIFF....WAVE'))
  const store = (timer?: Timer) => createLoudness({ connection, media, ...(timer ? { timer } : {}) })
  return { ...store(), reopen: store, audio: { media: hash, mimeType: 'audio/wav' } }
}

const measured = makeLoudness(10, (at) => -(at % 90))
const bytes = encodeLoudness(measured)
const forever = new AbortController().signal

test('stores measured loudness, and returns it after a restart', async () => {
  const { save, find, reopen, audio } = await openStore()
  expect(find(audio.media)).toBeUndefined()
  await save(audio.media, bytes)
  expect(reopen().find(audio.media)).toEqual(measured)
  expect(await reopen().request(audio, forever)).toEqual(measured)
})

test('two requests for the same file are sent to the renderer once, and both resolve', async () => {
  const { save, request, requests, audio } = await openStore()
  const abortController = new AbortController()
  const received: LoudnessRequest[] = []
  const watching = (async () => {
    for await (const next of requests(abortController.signal)) received.push(next)
  })()
  const waiting = [request(audio, forever), request(audio, forever)]
  await save(audio.media, bytes)
  expect(await Promise.all(waiting)).toEqual([measured, measured])
  abortController.abort()
  await watching
  // None if the result was saved before the renderer read the request.
  expect(received.length).toBeLessThanOrEqual(1)
})

test('a renderer that connects later receives pending requests, then new ones', async () => {
  const { request, requests, save, audio } = await openStore()
  const waiting = request(audio, forever)
  const other = { media: 'b'.repeat(64), mimeType: 'audio/ogg' }
  const abortController = new AbortController()
  const reader = requests(abortController.signal)[Symbol.asyncIterator]()
  expect(await reader.next()).toEqual({ done: false, value: audio })
  const next = reader.next()
  const otherWaiting = request(other, abortController.signal)
  expect(await next).toEqual({ done: false, value: other })
  await save(audio.media, bytes)
  expect(await waiting).toEqual(measured)
  abortController.abort(new Error('the end of it'))
  await expect(otherWaiting).rejects.toThrow('the end of it')
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('a cancelled request is no longer sent, and others keep waiting', async () => {
  const { request, requests, fail, audio } = await openStore()
  const cancelled = new AbortController()
  const cancelledRequest = request(audio, cancelled.signal)
  const remainingRequest = request(audio, forever)
  cancelled.abort(new Error('aborted'))
  await expect(cancelledRequest).rejects.toThrow('aborted')
  fail(audio.media, 'cannot be decoded')
  expect(await remainingRequest).toBeNull()
  const alone = request({ media: 'c'.repeat(64), mimeType: 'audio/wav' }, cancelled.signal)
  await expect(alone).rejects.toThrow('aborted')
  const abortController = new AbortController()
  const watching = requests(abortController.signal)[Symbol.asyncIterator]().next()
  abortController.abort()
  expect(await watching).toEqual({ done: true, value: undefined })
})

test('failed loudness is null immediately, until it is measured after all', async () => {
  const { request, fail, save, audio } = await openStore()
  fail(audio.media, 'cannot be decoded')
  expect(await request(audio, forever)).toBeNull()
  await save(audio.media, bytes)
  fail(audio.media, 'late')
  expect(await request(audio, forever)).toEqual(measured)
})

test('rejects invalid bytes and missing media', async () => {
  const { save, find, audio } = await openStore()
  await expect(save(audio.media, bytes.subarray(0, -1))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(save('d'.repeat(64), bytes)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(save('../../etc/passwd', bytes)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(find(audio.media)).toBeUndefined()
})

test('returns null if no renderer watches for a minute; one that watches has no time limit', async () => {
  const { reopen, audio } = await openStore()
  const timeouts: (() => void)[] = []
  const timer: Timer = (_, callback) => {
    timeouts.push(callback)
    return () => void timeouts.splice(timeouts.indexOf(callback), 1)
  }
  const store = reopen(timer)
  const cancelled = new AbortController()
  const reader = store.requests(cancelled.signal)[Symbol.asyncIterator]()
  const waiting = store.request(audio, forever)
  expect([(await reader.next()).value, timeouts.length]).toEqual([audio, 0])
  cancelled.abort()
  expect(timeouts.length).toBe(1)
  store.requests(forever)
  expect(timeouts.length).toBe(0)
  const alone = reopen(timer)
  const without = alone.request(audio, forever)
  for (const timeout of [...timeouts]) timeout()
  expect(await without).toBeNull()
  await store.save(audio.media, bytes)
  expect(await waiting).toEqual(measured)
  store.close()
  expect(await alone.request(audio, forever)).toEqual(measured)
})
