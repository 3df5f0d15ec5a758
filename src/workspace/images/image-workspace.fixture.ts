// A workspace that sends through a real gateway on loopback to the demo service or a scripted one.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDemoService } from '#demo/demo'
import { ApiError } from '#shared/schemas/api-error'
import type { Turn } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Exchange } from '#shared/schemas/exchange'
import type { HttpRequest, HttpResponse, RequestSignal } from '#shared/wire/http'
import { readBody } from '#shared/wire/read-body'
import { openTestGateway } from '../../gateway/testing/test-gateway.fixture'
import { openGatewayWorkspace } from '../gateway-workspace.fixture'
import type { Workspace } from '../workspace'
import { makeFolder, type View, waitUntilIdle } from '../workspace.fixture'
import type { Step } from './drawings'

export interface ImageRequest {
  readonly path: string
  readonly body: { readonly contents: unknown[]; readonly generationConfig?: Record<string, unknown> }
  readonly signal: RequestSignal
}

/** Returns the service's response to a request; `index` counts from 0. */
type Script = (request: ImageRequest, index: number) => HttpResponse | Promise<HttpResponse>

interface ImageWorkspace {
  readonly app: Workspace
  readonly folder: string
  /** Requests that the service has received, in order. */
  readonly requests: readonly ImageRequest[]
  readonly exchanges: readonly Exchange[]
  /** Draws one step and waits until nothing is running. */
  readonly draw: (step: Partial<Step>) => Promise<DrawnStep>
}

interface DrawnStep {
  readonly conversationId: string
  readonly view: View
  /** In the order of the variations. */
  readonly answers: readonly Turn[]
}

export const image: ChatParameters = { model: 'gen-2.5-flash-image' }

export async function openImageWorkspace(script?: Script, folder = makeFolder()): Promise<ImageWorkspace> {
  const requests: ImageRequest[] = []
  const demo = createDemoService({ pace: 'instant' })
  const send = async (call: HttpRequest): Promise<HttpResponse> => {
    const bytes = await readBody(call.body)
    const request = { path: call.path, body: JSON.parse(Buffer.from(bytes).toString()), signal: call.signal }
    requests.push(request)
    return script ? script(request, requests.length - 1) : demo({ ...call, body: bytes })
  }
  const gateway = await openTestGateway({ upstream: { id: 'demo', kind: 'demo', send } })
  const { app } = await openGatewayWorkspace(gateway, { folder })
  return { app, folder, requests, exchanges: gateway.exchanges, draw: (step) => drawAndWait(app, step) }
}

async function drawAndWait(app: Workspace, step: Partial<Step>): Promise<DrawnStep> {
  const started = app.images.draw(toStep(step))
  const view = await waitUntilIdle(app, started.conversationId)
  return { conversationId: started.conversationId, view, answers: app.chat.turns(started) }
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

/** Holds every request until the test answers it. */
export function holdRequests() {
  const calls: { request: ImageRequest; answer: (response: ReturnType<typeof partsResponse>) => void }[] = []
  const waiting: (() => void)[] = []
  return {
    script: (request: ImageRequest) =>
      new Promise<ReturnType<typeof partsResponse>>((answer, reject) => {
        calls.push({ request, answer })
        request.signal.addEventListener('abort', () => reject(new ApiError('CANCELLED', 'gone')))
        for (const resume of waiting) resume()
      }),
    /** Resolves to the requests, in the order of their seeds, once `count` were received. */
    received: async (count: number) => {
      while (calls.length < count) await new Promise<void>((resume) => waiting.push(resume))
      const seedOf = ({ request }: (typeof calls)[number]) => Number(request.body.generationConfig?.seed)
      return [...calls].sort((one, other) => seedOf(one) - seedOf(other))
    },
  }
}

export const toInline = (bytes: Uint8Array, mimeType = 'image/png'): Part => ({
  inlineData: { mimeType, data: Buffer.from(bytes).toString('base64') },
})

const pngHeader = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const jpegHeader = Buffer.from('ffd8ffe000104a46494600010101', 'hex')

/** Starts with the header of the image type; the rest is noise seeded by `number`. */
export function makePicture(number: number, { kind = 'png', length = 3000 } = {}): Buffer {
  const noise = Buffer.alloc(length)
  let state = number + 1
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    noise[at] = state >>> 16
  }
  return Buffer.concat([kind === 'png' ? pngHeader : jpegHeader, noise])
}

/** Hashes of the media in a turn's parts, in order. */
export function mediaOf(turn: Turn | undefined): string[] {
  return (turn?.parts ?? []).flatMap(({ inlineData }) => {
    const hash = inlineData?.media
    return typeof hash === 'string' ? [hash] : []
  })
}

/** Every file in the folder, by its relative path. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
}

/** Everything stored besides the media: the database with its files, and its snapshots. */
export function readAllExceptMedia(folder: string): string {
  return listFiles(folder)
    .filter((name) => !name.startsWith('media'))
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
}
