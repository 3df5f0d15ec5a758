// A workspace that draws through a real gateway on loopback: with the demo service behind it, or what a test has it answer.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createDemoService } from '#demo/demo'
import { defaultLimits } from '#gateway/ports'
import { createGateway } from '#gateway/server/gateway'
import { listen } from '#gateway/server/listen'
import { catalog } from '#shared/models/catalog'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Exchange } from '#shared/schemas/exchange'
import type { HttpRequest, HttpResponse } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { localKey } from '../../gateway/testing/test-gateway.fixture'
import { openLoopback } from '../../main/gateway-host/loopback'
import { openWorkspace, type Workspace } from '../workspace'
import { makeFolder, type View, waitUntilIdle } from '../workspace.fixture'
import type { Step } from './drawings'

export interface ImageRequest {
  readonly path: string
  readonly body: { readonly contents: unknown[]; readonly generationConfig?: Record<string, unknown> }
  readonly signal: AbortSignal
}

/** What the service behind the gateway answers to the call of this number, from 0. */
type Script = (asked: ImageRequest, index: number) => HttpResponse | Promise<HttpResponse>

interface Studio {
  readonly app: Workspace
  readonly folder: string
  /** What the service was asked, in order. */
  readonly asked: readonly ImageRequest[]
  readonly exchanges: readonly Exchange[]
  /** One step, until nothing runs any longer. */
  readonly draw: (step: Partial<Step>) => Promise<Drawn>
}

interface Drawn {
  readonly conversationId: string
  readonly view: View
  /** In the order of the variations. */
  readonly answers: readonly Turn[]
}

export const image: ChatParameters = { model: 'gen-2.5-flash-image' }

export async function openImageWorkspace(script?: Script, folder = makeFolder()): Promise<Studio> {
  const asked: ImageRequest[] = []
  const exchanges: Exchange[] = []
  const demo = createDemoService({ pace: 'instant' })
  const send = async (call: HttpRequest): Promise<HttpResponse> => {
    const bytes = await readBody(call.body)
    const one = { path: call.path, body: JSON.parse(Buffer.from(bytes).toString()), signal: call.signal }
    asked.push(one)
    return script ? script(one, asked.length - 1) : demo({ ...call, body: bytes })
  }
  let app: Workspace | undefined
  const gateway = createGateway({
    localKey: () => localKey,
    upstream: () => ({ id: 'demo', kind: 'demo', send }),
    upstreamOf: () => undefined,
    models: () => catalog,
    allowedOrigins: () => [],
    limits: () => defaultLimits,
    version: '0.0.0',
    onExchange: (exchange) => {
      exchanges.push(exchange)
      app?.exchanges.add(exchange)
    },
  })
  const listening = await listen(gateway, { port: 0 })
  const loopback = openLoopback({ origin: async () => listening.url, localKey: () => localKey })
  const opened = await openWorkspace({ folder, send: loopback.send })
  app = opened
  onTestFinished(async () => {
    await opened.close()
    await loopback.close()
    await listening.close(0)
  })
  return { app: opened, folder, asked, exchanges, draw: (step) => drawWhole(opened, step) }
}

async function drawWhole(app: Workspace, step: Partial<Step>): Promise<Drawn> {
  const begun = app.images.draw(toStep(step))
  const view = await waitUntilIdle(app, begun.conversationId)
  return { conversationId: begun.conversationId, view, answers: app.chat.turns(begun) }
}

export function toStep(step: Partial<Step>): Step {
  return {
    conversationId: null,
    after: null,
    parts: [{ text: 'A tree.' }],
    parameters: image,
    variations: 1,
    ...step,
  }
}

export function partsResponse(parts: readonly Part[], candidate: object = {}): HttpResponse {
  const content = { role: 'model', parts }
  return jsonResponse({ candidates: [{ content, finishReason: 'STOP', index: 0, ...candidate }] })
}

export function jsonResponse(body: unknown, status = 200): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: Buffer.from(JSON.stringify(body)),
  }
}

export const toInline = (bytes: Uint8Array, mimeType = 'image/png'): Part => ({
  inlineData: { mimeType, data: Buffer.from(bytes).toString('base64') },
})

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const pngHead = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const jpegHead = Buffer.from('ffd8ffe000104a46494600010101', 'hex')

/** Begins as such a picture does; the rest is noise of the number. */
export function makePicture(number: number, { kind = 'png', length = 3000 } = {}): Buffer {
  const noise = Buffer.alloc(length)
  let state = number + 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    noise[at] = state >>> 16
  }
  return Buffer.concat([kind === 'png' ? pngHead : jpegHead, noise])
}

/** The media of a turn's parts, by their hashes, in their order. */
export function mediaOf(turn: Turn | undefined): string[] {
  return (turn?.parts ?? []).flatMap(({ inlineData }) => {
    const hash = inlineData?.media
    return typeof hash === 'string' ? [hash] : []
  })
}

/** Every file below the folder, by its path within it. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}

/** All that is kept beside the media: the database with what belongs to it, and its snapshots. */
export function readAllButMedia(folder: string): string {
  return listFiles(folder)
    .filter((name) => !name.startsWith('media'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}
