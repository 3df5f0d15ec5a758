// A video service whose responses the test scripts, as the application's provider. It records its requests.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { cutRange } from '../src/gateway/testing/fake-vendor/storage.fixture'
import type { Application } from './application'
import { openScriptedService } from './scripted-service'
import { selectService } from './settings-steps'

/** A fault of a download. */
type DownloadFault =
  /** After this many bytes the download stalls, or the connection breaks. */
  | { readonly bytes: number; readonly after: 'stalls' | 'breaks' }
  | { readonly status: number; readonly message: string }

export interface ScriptedVideoService {
  /** Path and body of every submission, in order of arrival. */
  submissions: { readonly path: string; readonly body: unknown }[]
  /** How often an operation was polled. */
  polls: number
  /** For each download: `whole`, or the requested range. */
  ranges: string[]
  /** If true, new submissions are never answered. */
  isUnresponsive: boolean
  /** The error response to new submissions. */
  error: { readonly status: number; readonly message: string } | null
  /** The state of every operation when polled; `running` at first. */
  operation: object
  /** Faults of the next downloads, one each. All later downloads succeed. */
  downloadFaults: DownloadFault[]
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
    generateVideoResponse: {
      raiMediaFilteredCount: reasons.length,
      raiMediaFilteredReasons: reasons,
    },
  },
})
/** `sendOperation` adds the URL. */
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
  service.answer = (incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (incoming.method === 'POST') void handleSubmission(videoService, incoming, outgoing)
    else if (path.includes('/operations/')) sendOperation(videoService, incoming, outgoing)
    else if (path.includes('/files/')) sendDownload(videoService, incoming, outgoing)
    else sendJson(outgoing, 404, { error: { code: 404, message: 'Not found.', status: 'NOT_FOUND' } })
  }
  await selectService(application, { name: 'Scripted', url: service.url, key: 'key-of-the-scripted-service' })
  await application.page.getByRole('button', { name: 'Video', exact: true }).click()
  return videoService
}

function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

function sendError(outgoing: ServerResponse, { status, message }: { status: number; message: string }): void {
  const statusName = status === 404 ? 'NOT_FOUND' : status === 429 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT'
  sendJson(outgoing, status, { error: { code: status, message, status: statusName } })
}

async function handleSubmission(
  videoService: ScriptedVideoService,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  const path = (incoming.url ?? '').replace(/\?.*/, '')
  videoService.submissions.push({ path, body: JSON.parse(await text(incoming)) })
  if (videoService.isUnresponsive) return
  if (videoService.error) return sendError(outgoing, videoService.error)
  sendJson(outgoing, 200, { name: `models/veo/operations/number${videoService.submissions.length}` })
}

function sendOperation(
  videoService: ScriptedVideoService,
  { url = '', headers }: IncomingMessage,
  outgoing: ServerResponse,
) {
  videoService.polls += 1
  const name = /models\/veo\/operations\/\w+/.exec(url)?.[0]
  const uri = `http://${headers.host}/v1beta/files/film:download?alt=media`
  const response = { generateVideoResponse: { generatedSamples: [{ video: { uri } }] } }
  const operation = videoService.operation === done ? { ...done, response } : videoService.operation
  sendJson(outgoing, 200, { name, ...operation })
}

function sendDownload(
  videoService: ScriptedVideoService,
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  videoService.ranges.push(headers.range ?? 'whole')
  const fault = videoService.downloadFaults.shift()
  if (fault && 'status' in fault) {
    sendError(outgoing, fault)
    return
  }
  const response = cutRange({ bytes: videoService.video, mimeType: 'video/mp4' }, headers.range)
  outgoing.writeHead(response.status, response.headers)
  const bytes = Buffer.concat(response.chunks)
  if (!fault) outgoing.end(bytes)
  else outgoing.write(bytes.subarray(0, fault.bytes), () => fault.after === 'breaks' && outgoing.destroy())
}
