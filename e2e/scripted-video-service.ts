// A video service whose responses the test scripts, as the application's provider. It records its requests.
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { sendJson } from '../src/dev/scripted-upstream.mjs'
import { cutRange } from '../src/gateway/testing/fake-vendor/storage.fixture'
import type { Application } from './application'
import { openProvider } from './scripted-service'

export interface ScriptedVideoService {
  /** Path and body of every submission, in order of arrival. */
  submissions: { readonly path: string; readonly body: unknown }[]
  /** How often an operation was polled. */
  polls: number
  /** For each download: `whole`, or the requested range. */
  ranges: string[]
  /** If true, new submissions are never answered. */
  isUnresponsive: boolean
  /** The state of every operation when polled; still running at first. */
  operation: object
  /** If set, the next download stalls after this many bytes. */
  stallsAfter: number | null
  /** Six seconds, 64 × 64, with audio. */
  video: Buffer
  wait(submissions: number): Promise<void>
  close(): void
}

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
  const service = await openProvider(application, 'Video')
  const videoService: ScriptedVideoService = {
    submissions: [],
    polls: 0,
    ranges: [],
    isUnresponsive: false,
    operation: {},
    stallsAfter: null,
    video: await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4')),
    wait: (count) => expect.poll(() => videoService.submissions.length).toBe(count),
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?')
    const name = /models\/veo\/operations\/\w+/.exec(path)?.[0]
    if (incoming.method === 'POST') {
      const count = videoService.submissions.push({ path, body: JSON.parse(await text(incoming)) })
      if (!videoService.isUnresponsive) sendJson(outgoing, { name: `models/veo/operations/number${count}` })
    } else if (name) {
      videoService.polls += 1
      const uri = `${service.url}/v1beta/files/film:download?alt=media`
      const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
      const operation = videoService.operation === done ? { ...done, response } : videoService.operation
      sendJson(outgoing, { name, ...operation })
    } else sendDownload(videoService, incoming.headers.range, outgoing)
  }
  return videoService
}

function sendDownload(
  service: ScriptedVideoService,
  range: string | undefined,
  outgoing: ServerResponse,
): void {
  service.ranges.push(range ?? 'whole')
  const { status, headers, chunks } = cutRange({ bytes: service.video, mimeType: 'video/mp4' }, range)
  outgoing.writeHead(status, headers)
  const bytes = Buffer.concat(chunks)
  if (service.stallsAfter === null) outgoing.end(bytes)
  else outgoing.write(bytes.subarray(0, service.stallsAfter))
  service.stallsAfter = null
}
