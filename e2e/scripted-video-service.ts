// A video service whose responses the test scripts, as the application's provider. It records its requests.
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { cutRange } from '../src/gateway/testing/fake-vendor/storage.fixture'
import type { Application } from './application'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

export interface ScriptedVideoService {
  /** Path and body of every submission, in order of arrival. */
  submissions: { readonly path: string; readonly body: unknown }[]
  /** How often an operation was polled. */
  polls: number
  /** For each download: `whole`, or the requested range. */
  ranges: string[]
  /** If true, new submissions are never answered. */
  isUnresponsive: boolean
  /** The response to new submissions. */
  error: { readonly status: number; readonly message: string } | null
  /** The state of every operation when polled; still running at first. */
  operation: object
  /** The next downloads stall or break after this many bytes. All later ones succeed. */
  downloadFaults: { readonly bytes: number; readonly after: 'stalls' | 'breaks' }[]
  /** Six seconds, 64 × 64, with audio. */
  video: Buffer
  wait(submissions: number): Promise<void>
  close(): void
}

export const running = {}
export const failed = (message: string) => ({ done: true, error: { code: 3, message } })
export const filtered = (...reasons: string[]) => ({
  done: true,
  response: {
    generateVideoResponse: { raiMediaFilteredCount: reasons.length, raiMediaFilteredReasons: reasons },
  },
})
/** The response adds the URL. */
export const done = { done: true }

/** Makes it the application's provider, and opens Video. */
export async function openScriptedVideoService(application: Application): Promise<ScriptedVideoService> {
  const service = await openScriptedService()
  const videoService: ScriptedVideoService = {
    submissions: [],
    polls: 0,
    ranges: [],
    isUnresponsive: false,
    error: null,
    operation: running,
    downloadFaults: [],
    video: await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4')),
    wait: (count) => expect.poll(() => videoService.submissions.length).toBe(count),
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const name = /models\/veo\/operations\/\w+/.exec(path)?.[0]
    if (incoming.method === 'POST') {
      const { error, submissions } = videoService
      const count = submissions.push({ path, body: JSON.parse(await text(incoming)) })
      if (videoService.isUnresponsive) return
      if (error) {
        const { status: code, message } = error
        sendJson(outgoing, code, { error: { code, message, status: 'INVALID_ARGUMENT' } })
      } else sendJson(outgoing, 200, { name: `models/veo/operations/number${count}` })
    } else if (name) {
      videoService.polls += 1
      const uri = `${service.url}/v1beta/files/film:download?alt=media`
      const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
      const operation = videoService.operation === done ? { ...done, response } : videoService.operation
      sendJson(outgoing, 200, { name, ...operation })
    } else sendDownload(videoService, incoming.headers.range, outgoing)
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Video', exact: true }).click()
  return videoService
}

function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

function sendDownload(
  { ranges, downloadFaults, video }: ScriptedVideoService,
  range: string | undefined,
  outgoing: ServerResponse,
): void {
  ranges.push(range ?? 'whole')
  const fault = downloadFaults.shift()
  const response = cutRange({ bytes: video, mimeType: 'video/mp4' }, range)
  outgoing.writeHead(response.status, response.headers)
  const bytes = Buffer.concat(response.chunks)
  if (!fault) outgoing.end(bytes)
  else outgoing.write(bytes.subarray(0, fault.bytes), () => fault.after === 'breaks' && outgoing.destroy())
}
