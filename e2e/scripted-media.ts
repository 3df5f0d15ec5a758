// Models and services for images, videos, audio and embeddings whose responses the test scripts, as the application's
// provider. They record their requests.
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { root } from '../src/dev/paths.mjs'
import { sendEvent, sendJson } from '../src/dev/scripted-upstream.mjs'
import { cutRange } from '../src/gateway/testing/fake-vendor/storage.fixture'
import type { Application } from './application'
import { toThemedVector } from './embeddings-steps'
import type { SentPart, SentRequest } from './scripted-model'
import { openProvider } from './scripted-service'

/** A received request, which waits for its response. */
interface ReceivedRequest {
  readonly path: string
  respond(body: object, status?: number): void
  /** Sends an event of a stream. */
  sendEvent(event: object): void
  end(): void
  /** Whether the application closed the connection before the response. */
  wasAborted(): boolean
}

export interface ScriptedProvider<Request> {
  /** All requests, in order of arrival. */
  requests: Request[]
  /** Responds to each new request. By default, they wait for the test. */
  answer: (request: Request) => void
  /** Resolves with the requests from index `first` on, once there are `count` of them. */
  wait(count: number, first?: number): Promise<Request[]>
  close(): void
}

const toRequest = (incoming: IncomingMessage, outgoing: ServerResponse): ReceivedRequest => ({
  path: (incoming.url ?? '').replace(/\?.*/, ''),
  respond: (body, status = 200) => sendJson(outgoing, body, status),
  sendEvent: (event) => sendEvent(outgoing, event),
  end: () => outgoing.end(),
  wasAborted: () => outgoing.destroyed && !outgoing.writableFinished,
})

/** Opens a panel of the application. `read` adds to each request what the test gets. */
async function openRecordingService<Fields>(
  application: Application,
  panel: string,
  read: (incoming: IncomingMessage, request: ReceivedRequest) => Promise<Fields>,
): Promise<ScriptedProvider<ReceivedRequest & Fields>> {
  type Request = ReceivedRequest & Fields
  const service = await openProvider(application, panel)
  const requests: Request[] = []
  const provider: ScriptedProvider<Request> = {
    requests,
    answer: () => {},
    wait: async (count, first = 0) => {
      await expect.poll(() => requests.length - first).toBe(count)
      return requests.slice(first)
    },
    close: service.close,
  }
  service.answer = async (incoming, outgoing) => {
    const received = toRequest(incoming, outgoing)
    const request = { ...received, ...(await read(incoming, received)) }
    requests.push(request)
    provider.answer(request)
  }
  return provider
}

export type ScriptedImageModel = Awaited<ReturnType<typeof openScriptedImageModel>>

export const openScriptedImageModel = (application: Application) =>
  openRecordingService(application, 'Images', async (incoming, { respond }) => ({
    // The test checks it.
    body: (await json(incoming)) as SentRequest,
    answer: (...parts: SentPart[]) =>
      respond({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
  }))

interface SentText {
  content?: { parts: { text: string }[] }
  outputDimensionality?: number
}

export type ScriptedEmbeddingService = Awaited<ReturnType<typeof openScriptedEmbeddingService>>

/** By default it responds with the text’s themed vector. */
export async function openScriptedEmbeddingService(application: Application) {
  const service = await openRecordingService(application, 'Embeddings', async (incoming, { respond }) => {
    // The test checks it.
    const body = (await json(incoming)) as SentText
    return {
      body,
      text: body.content?.parts[0]?.text ?? '',
      embed: (values: readonly number[]) => respond({ embedding: { values } }),
    }
  })
  service.answer = ({ text, embed }) => embed(toThemedVector(text))
  return service
}

export type ScriptedTranscriptionService = Awaited<ReturnType<typeof openScriptedTranscriptionService>>

/** Its requests are audio files, or chunks of one. */
export const openScriptedTranscriptionService = (application: Application) =>
  openRecordingService(application, 'Transcribe', async (incoming, { respond }) => {
    const headers = { 'content-type': incoming.headers['content-type'] ?? '' }
    const form = await new Response(new Uint8Array(await buffer(incoming)), { headers }).formData()
    const file = form.get('file')
    if (!(file instanceof File)) throw new Error('The form has no file.')
    form.delete('file')
    return {
      fields: Object.fromEntries(form),
      name: file.name,
      mimeType: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
      transcribe: (text: string) => respond({ text }),
    }
  })

/** The response adds the URL. */
export const done = { done: true }

export type ScriptedVideoService = Awaited<ReturnType<typeof openScriptedVideoService>>

export async function openScriptedVideoService(application: Application) {
  const service = await openProvider(application, 'Video')
  const scripted = {
    /** In order of arrival. */
    submissions: [] as { path: string; body: unknown }[],
    /** How often an operation was polled. */
    polls: 0,
    /** For each download: `whole`, or the requested range. */
    ranges: [] as string[],
    /** If true, new submissions are never answered. */
    isUnresponsive: false,
    /** The state of every operation when polled; still running at first. */
    operation: {},
    /** If set, the next download stalls after this many bytes. */
    stallsAfter: Number.POSITIVE_INFINITY,
    /** Six seconds, 64 × 64, with audio. */
    video: await readFile(join(root, 'src', 'workspace', 'audio', 'samples', 'video.mp4')),
    wait: (count: number) => expect.poll(() => scripted.submissions.length).toBe(count),
    close: service.close,
  }
  const sendDownload = (range: string | undefined, outgoing: ServerResponse) => {
    scripted.ranges.push(range ?? 'whole')
    const { status, headers, chunks } = cutRange({ bytes: scripted.video, mimeType: 'video/mp4' }, range)
    outgoing.writeHead(status, headers)
    const bytes = Buffer.concat(chunks)
    outgoing.write(bytes.subarray(0, scripted.stallsAfter))
    if (scripted.stallsAfter >= bytes.length) outgoing.end()
    scripted.stallsAfter = Number.POSITIVE_INFINITY
  }
  service.answer = async (incoming, outgoing) => {
    const { path, respond } = toRequest(incoming, outgoing)
    const name = /models\/veo\/operations\/\w+/.exec(path)?.[0]
    if (incoming.method === 'POST') {
      const count = scripted.submissions.push({ path, body: await json(incoming) })
      if (!scripted.isUnresponsive) respond({ name: `models/veo/operations/number${count}` })
    } else if (name) {
      scripted.polls += 1
      const video = { uri: `${service.url}/v1beta/files/film:download?alt=media` }
      const response = { generateVideoResponse: { generatedSamples: [{ video }] } }
      respond({ name, ...scripted.operation, ...(scripted.operation === done && { response }) })
    } else sendDownload(incoming.headers.range, outgoing)
  }
  return scripted
}
