// How loud sounds are: kept, refused, waited for, and asked of whichever page is there.
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeLoudness } from '#shared/audio/loudness'
import type { Timer } from '../concurrency/timing'
import { closeDatabase, openDatabase } from '../database/database'
import { openMedia } from '../media/media'
import { makeAudioFolder, makeLoudness } from './audio.fixture'
import { createLoudness, type LoudnessRequest } from './loudness'

async function openStore() {
  const folder = makeAudioFolder()
  const connection = openDatabase({ file: join(folder, 'workspace.db'), now: Date.now })
  const media = await openMedia(join(folder, 'media'))
  onTestFinished(async () => {
    await media.close()
    closeDatabase(connection)
  })
  const { hash } = await media.store(new TextEncoder().encode('RIFF....WAVE'))
  const store = (timer?: Timer) => createLoudness({ connection, media, ...(timer ? { timer } : {}) })
  return { ...store(), again: store, sound: { media: hash, mimeType: 'audio/wav' } }
}

const measured = makeLoudness(10, (at) => -(at % 90))
const bytes = encodeLoudness(measured)
const forever = new AbortController().signal

test('what a page has measured is kept, byte for byte, and known after a restart', async () => {
  const { keep, find, again, sound } = await openStore()
  expect(find(sound.media)).toBeUndefined()
  await keep(sound.media, bytes)
  expect(again().find(sound.media)).toEqual(measured)
  expect(await again().want(sound, forever)).toEqual(measured)
})

test('all who wait for a sound are answered at once, and it is asked for once', async () => {
  const { keep, want, wanted, sound } = await openStore()
  const stopping = new AbortController()
  const asked: LoudnessRequest[] = []
  const watching = (async () => {
    for await (const next of wanted(stopping.signal)) asked.push(next)
  })()
  const waiting = [want(sound, forever), want(sound, forever)]
  await keep(sound.media, bytes)
  expect(await Promise.all(waiting)).toEqual([measured, measured])
  stopping.abort()
  await watching
  // Asked for before it was kept, or answered before anybody looked.
  expect(asked.length).toBeLessThanOrEqual(1)
})

test('a page that comes later is told what is wanted, and then what begins to be', async () => {
  const { want, wanted, keep, sound } = await openStore()
  const waiting = want(sound, forever)
  const other = { media: 'b'.repeat(64), mimeType: 'audio/ogg' }
  const stopping = new AbortController()
  const reader = wanted(stopping.signal)[Symbol.asyncIterator]()
  expect(await reader.next()).toEqual({ done: false, value: sound })
  const next = reader.next()
  const otherWaiting = want(other, stopping.signal)
  expect(await next).toEqual({ done: false, value: other })
  await keep(sound.media, bytes)
  expect(await waiting).toEqual(measured)
  stopping.abort(new Error('the end of it'))
  await expect(otherWaiting).rejects.toThrow('the end of it')
  expect(await reader.next()).toEqual({ done: true, value: undefined })
})

test('who has gone away is not asked for any more, and others wait on', async () => {
  const { want, wanted, refuse, sound } = await openStore()
  const leaving = new AbortController()
  const left = want(sound, leaving.signal)
  const staying = want(sound, forever)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  refuse(sound.media, 'cannot be decoded')
  expect(await staying).toBeNull()
  const alone = want({ media: 'c'.repeat(64), mimeType: 'audio/wav' }, leaving.signal)
  await expect(alone).rejects.toThrow('left')
  const stopping = new AbortController()
  const watching = wanted(stopping.signal)[Symbol.asyncIterator]().next()
  stopping.abort()
  expect(await watching).toEqual({ done: true, value: undefined })
})

test('what was refused is null at once, until it is measured after all', async () => {
  const { want, refuse, keep, sound } = await openStore()
  refuse(sound.media, 'cannot be decoded')
  expect(await want(sound, forever)).toBeNull()
  await keep(sound.media, bytes)
  refuse(sound.media, 'late')
  expect(await want(sound, forever)).toEqual(measured)
})

test('bytes that are no loudness, and a sound that is not there, are refused', async () => {
  const { keep, find, sound } = await openStore()
  await expect(keep(sound.media, bytes.subarray(0, -1))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  await expect(keep('d'.repeat(64), bytes)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(keep('../../etc/passwd', bytes)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
  expect(find(sound.media)).toBeUndefined()
})

test('without a page for a minute the work goes on without; a page that watches has all the time it needs', async () => {
  const { again, sound } = await openStore()
  const rings: (() => void)[] = []
  const timer: Timer = (_, act) => {
    rings.push(act)
    return () => void rings.splice(rings.indexOf(act), 1)
  }
  const store = again(timer)
  const leaving = new AbortController()
  const reader = store.wanted(leaving.signal)[Symbol.asyncIterator]()
  const waiting = store.want(sound, forever)
  expect([(await reader.next()).value, rings.length]).toEqual([sound, 0])
  leaving.abort()
  expect(rings.length).toBe(1)
  store.wanted(forever)
  expect(rings.length).toBe(0)
  const alone = again(timer)
  const without = alone.want(sound, forever)
  for (const ring of [...rings]) ring()
  expect(await without).toBeNull()
  await store.keep(sound.media, bytes)
  expect(await waiting).toEqual(measured)
  store.close()
  expect(await alone.want(sound, forever)).toEqual(measured)
})
