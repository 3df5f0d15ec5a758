// Media that the page stops loading.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../src/dev/paths.mjs'
import { test } from '../page-test'

test('media requests that the page cancels at any time cause no error in the main process', async ({
  application,
}) => {
  const video = await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4'))
  // Errors that nothing handles fail the test when the application closes.
  await application.page.evaluate(cancelMedia, video.toString('base64'))
})

/** Runs in the page. */
async function cancelMedia(videoBase64: string): Promise<void> {
  const post = async (name: string, body: Uint8Array<ArrayBuffer>) => {
    const url = `media://library/?upload=${crypto.randomUUID()}&name=${name}&offset=0&bytes=${body.length}`
    const response = await fetch(url, { method: 'POST', body })
    const { media } = (await response.json()) as { media: string }
    return `media://library/${media}`
  }
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  // Sizes below one chunk, at the edge of one, and of two, four and many.
  for (const size of [3_000, 60_000, 100_000, 200_000, 700_000]) {
    const imageUrl = await post(
      'noise.png',
      new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, ...Array(size).fill(7)]),
    )
    for (let at = 0; at < 60; at += 1) {
      const controller = new AbortController()
      const response = await fetch(imageUrl, { signal: controller.signal, cache: 'no-store' })
      const reader = response.body?.getReader()
      for (let read = 0; read < at % 5; read += 1) await reader?.read()
      if (at % 2) await pause(at % 4)
      controller.abort()
    }
  }
  const videoUrl = await post(
    'video.mp4',
    Uint8Array.from(atob(videoBase64), (byte) => byte.charCodeAt(0)),
  )
  for (let at = 0; at < 60; at += 1) {
    const video = document.createElement('video')
    video.src = `${videoUrl}?${at}`
    await pause(at % 20)
    video.removeAttribute('src')
    video.load()
  }
}
