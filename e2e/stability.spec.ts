// The application survives what breaks around its window: canceled media, errors, crashed processes, kills.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { type Application, test } from './application'
import { done } from './cinema'
import { make, openJob, openVideos, player, row } from './video-steps'

/** Errors that nothing in main handles, from now on. */
async function watchErrors({ electron }: Application): Promise<() => Promise<string[]>> {
  await electron.evaluate(() => {
    const errors: string[] = []
    Object.assign(globalThis, { errors })
    process.on('uncaughtException', (error) => errors.push(error.message))
    process.on('unhandledRejection', (reason) => errors.push(String(reason)))
  })
  // Put there above.
  return () => electron.evaluate(() => (globalThis as unknown as { errors: string[] }).errors)
}

test('media that the page cancels at any moment raise no error in main', async ({ application }) => {
  const readErrors = await watchErrors(application)
  const film = await readFile(join(root, 'src', 'workspace', 'audio', 'sounds', 'video.mp4'))
  const canceled = await application.page.evaluate(cancelMedia, film.toString('base64'))
  expect(canceled).toBe(1000)
  expect(await readErrors()).toEqual([])
})

/** Runs in the page. */
async function cancelMedia(film: string): Promise<number> {
  const post = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const place = `media://library/?upload=${crypto.randomUUID()}&name=${name}&offset=0&bytes=${body.length}`
    const response = await fetch(place, { method: 'POST', body })
    const { media } = (await response.json()) as { media: string }
    return `media://library/${media}`
  }
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  let canceled = 0
  // One chunk, the edge of one, two, four, and many.
  for (const size of [3_000, 60_000, 100_000, 200_000, 700_000]) {
    const url = await post(
      'noise.png',
      new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, ...Array(size).fill(7)]),
    )
    for (let at = 0; at < 160; at += 1) {
      const controller = new AbortController()
      const response = await fetch(url, { signal: controller.signal, cache: 'no-store' })
      const reader = response.body?.getReader()
      for (let read = 0; read < at % 5; read += 1) await reader?.read()
      if (at % 2) await pause(at % 4)
      controller.abort()
      canceled += 1
    }
  }
  const url = await post(
    'film.mp4',
    Uint8Array.from(atob(film), (byte) => byte.charCodeAt(0)),
  )
  for (let at = 0; at < 200; at += 1) {
    const video = document.createElement('video')
    video.src = `${url}?${at}`
    await pause(at % 20)
    video.removeAttribute('src')
    video.load()
    canceled += 1
  }
  return canceled
}

test('a video that is open plays again after each kill', async ({ application, cinema }) => {
  cinema.operation = done
  await make(application.page, 'A paper boat.')
  await expect(row(application.page, 'A paper boat.')).toContainText('Ready', { timeout: 20_000 })
  for (let restart = 0; restart < 3; restart += 1) {
    await application.kill()
    await application.launch()
    const readErrors = await watchErrors(application)
    await openVideos(application.page)
    await openJob(application.page, 'A paper boat.')
    const video = player(application.page)
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBe(4)
    await video.evaluate((one: HTMLVideoElement) => {
      one.currentTime = 3
    })
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.seeking)).toBe(false)
    expect(await readErrors()).toEqual([])
  }
})
