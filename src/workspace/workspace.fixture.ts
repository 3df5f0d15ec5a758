// Test fixtures of the workspace: a scripted gateway, a temporary folder, and a reader of chat events.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ChatEvent, Conversation, ConversationTotals, Turn, TurnDelta } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { HttpRequest, HttpResponse, Send } from '#shared/wire/http'
import { createChanges } from './changes'
import { machineTimer, type Timer } from './concurrency/timing'
import { createRescuedRecords } from './database/rescued-records'
import { createSaves } from './jobs/saves'
import { openWorkspace, type Workspace, type WorkspaceOptions } from './workspace'

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'workspace test '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The retried saves and rescued records of a workspace in this folder. */
export function openSaves(folder: string, timer: Timer = machineTimer) {
  const records = createRescuedRecords(join(folder, 'rescue', 'records'))
  return { saves: createSaves({ timer, changes: createChanges() }), records }
}

/** A request that has reached the gateway and waits for the test to respond. */
export interface PendingRequest {
  readonly request: HttpRequest
  readonly body: { contents: { role: string; parts: Part[] }[]; [key: string]: unknown }
  respond(status?: number, headers?: Record<string, string>): void
  /** Resolves once the reader requests more bytes, and so has processed these. */
  send(bytes: Uint8Array | string): Promise<void>
  /** One event with one chunk. */
  sendChunk(chunk: unknown): Promise<void>
  /** One chunk with one part of text. */
  sendText(text: string): Promise<void>
  /** Sends an answer of these parts, and ends it. Responds before, unless that was done. */
  complete(...parts: Part[]): Promise<void>
  end(): void
  fail(error: Error): void
  reject(error: Error): void
}

export interface ScriptedGateway {
  readonly send: Send
  /** Resolves with the next request, in order. */
  next(): Promise<PendingRequest>
}

interface Step {
  readonly bytes?: Uint8Array
  readonly error?: Error
  readonly onRead: () => void
}

export function scriptGateway(): ScriptedGateway {
  const received: PendingRequest[] = []
  const waiting: ((request: PendingRequest) => void)[] = []
  const send: Send = (request) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const opened = openRequest(request, resolve, reject)
      const waiter = waiting.shift()
      if (waiter) waiter(opened)
      else received.push(opened)
    })
  return {
    send,
    next: () => {
      const ready = received.shift()
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

function openRequest(
  request: HttpRequest,
  resolve: (response: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const steps: (Step | 'end')[] = []
  let wake = () => {}
  request.signal.addEventListener('abort', () => {
    reject(new Error('aborted'))
    wake()
  })
  async function* streamBody(): AsyncGenerator<Uint8Array> {
    while (true) {
      if (request.signal.aborted) throw new Error('aborted')
      const step = steps.shift()
      if (step === 'end') return
      if (step?.error) throw step.error
      if (step?.bytes) {
        yield step.bytes
        step.onRead()
      } else {
        await new Promise<void>((resume) => {
          wake = resume
        })
      }
    }
  }
  const add = (step: Step | 'end') => {
    steps.push(step)
    wake()
  }
  const opened: PendingRequest = {
    request,
    // The chat sends a body of bytes, not a stream.
    body: JSON.parse(Buffer.from(request.body as Uint8Array).toString()),
    respond: (status = 200, headers = {}) => resolve({ status, headers, body: streamBody() }),
    send: (bytes) =>
      new Promise((onRead) => add({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, onRead })),
    sendChunk: (chunk) => opened.send(`data: ${JSON.stringify(chunk)}\n\n`),
    sendText: (text) =>
      opened.sendChunk({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
    async complete(...parts) {
      opened.respond()
      if (parts.length > 0)
        await opened.sendChunk({ candidates: [{ content: { role: 'model', parts }, index: 0 }] })
      await opened.sendChunk(stop)
      opened.end()
    },
    end: () => add('end'),
    fail: (error) => add({ error, onRead: () => {} }),
    reject,
  }
  return opened
}

export const stop = { candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }] }

export const parameters: ChatParameters = { model: 'gen-2.5-pro' }

export interface TestWorkspace {
  readonly app: Workspace
  readonly gateway: ScriptedGateway
  readonly folder: string
  readonly options: WorkspaceOptions
}

/** Opens a workspace that is closed when the test ends. */
export async function openTestWorkspace(folder = makeFolder()): Promise<TestWorkspace> {
  const gateway = scriptGateway()
  const options = { folder, send: gateway.send }
  const app = await openWorkspace(options)
  onTestFinished(() => app.close())
  return { app, gateway, folder, options }
}

/** Answers the next request with these parts and ends it. */
export async function respondNext(gateway: ScriptedGateway, ...parts: Part[]): Promise<PendingRequest> {
  const request = await gateway.next()
  await request.complete(...parts)
  return request
}

interface PromptOptions {
  readonly text?: string
  readonly conversationId?: string | null
  readonly parameters?: ChatParameters
}

/** Sends a prompt, to which the gateway has responded without content yet. */
export async function startAnswer(
  { app, gateway }: Pick<TestWorkspace, 'app' | 'gateway'>,
  { text = 'Go.', conversationId = null, parameters: given = parameters }: PromptOptions = {},
): Promise<{ conversationId: string; turnId: string; request: PendingRequest }> {
  const sent = app.chat.send({ conversationId, parts: [{ text }], parameters: given })
  const request = await gateway.next()
  request.respond()
  return { conversationId: sent.conversationId, turnId: sent.turnId, request }
}

/** Resolves once nothing runs in the conversation. */
export function waitUntilIdle(app: Workspace, conversationId: string): Promise<View> {
  return waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
}

/** Sends a prompt and completes its answer. */
export async function ask(
  { app, gateway }: TestWorkspace,
  text: string,
  conversationId: string | null = null,
): Promise<PendingRequest & { conversationId: string; turnId: string }> {
  const sent = app.chat.send({ conversationId, parts: [{ text }], parameters })
  const request = await gateway.next()
  request.respond(200, { 'x-exchange-id': 'exchange-1' })
  await request.complete({ text: `Answer to ${text}` })
  await waitUntilIdle(app, sent.conversationId)
  return { ...request, ...sent }
}

export interface View {
  readonly conversation: Conversation
  readonly branch: readonly string[]
  readonly isEnd: boolean
  readonly alternates: Readonly<Record<string, string[]>>
  /** The turns of the branch that have been received. */
  readonly turns: Turn[]
  /** Every turn that has been received, on the branch or not. */
  readonly known: Readonly<Record<string, Turn>>
  readonly totals: ConversationTotals | null
}

export interface Viewer {
  readonly view: View | undefined
  readonly events: readonly ChatEvent[]
  /** Resolves when the stream of events ends. */
  readonly ended: Promise<void>
  readonly onEvent: Set<() => void>
}

/** Watches as the renderer does: builds its view from the events alone. */
export function watch(app: Workspace, conversationId: string, signal?: AbortSignal): Viewer {
  const events: ChatEvent[] = []
  const onEvent = new Set<() => void>()
  let view: View | undefined
  const read = async () => {
    for await (const event of app.chat.watch({ conversationId }, signal)) {
      events.push(event)
      if (event.type === 'snapshot' && event.isEnd) app.chat.loadFullBranch({ conversationId })
      view = applyEvent(view, event)
      for (const listener of onEvent) listener()
    }
  }
  const ended = read()
  return {
    events,
    onEvent,
    ended,
    get view() {
      return view
    },
  }
}

export function waitUntil(viewer: Viewer, isExpected: (view: View) => boolean): Promise<View> {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (!viewer.view || !isExpected(viewer.view)) return
      viewer.onEvent.delete(check)
      resolve(viewer.view)
    }
    viewer.onEvent.add(check)
    viewer.ended.then(() => reject(new Error('The stream of events has ended.')), reject)
    check()
  })
}

/** Returns the view after these events, the first of which is a snapshot. */
export function applyEvents(events: readonly ChatEvent[]): View {
  const view = events.reduce<View | undefined>(applyEvent, undefined)
  if (!view) throw new Error('No events.')
  return view
}

type ViewState = Omit<View, 'turns'>

function applyEvent(view: View | undefined, event: ChatEvent): View {
  const state = foldEvent(view, event)
  return { ...state, turns: state.branch.flatMap((id) => state.known[id] ?? []) }
}

function foldEvent(view: View | undefined, event: ChatEvent): ViewState {
  if (event.type === 'snapshot') {
    const { type: _, turns, ...rest } = event
    return { ...rest, known: Object.fromEntries(turns.map((turn) => [turn.id, turn])) }
  }
  if (!view) throw new Error('The first event must be a snapshot.')
  if (event.type === 'conversation') return { ...view, conversation: event.conversation }
  if (event.type === 'totals') return { ...view, totals: event.totals }
  if (event.type === 'turn') return { ...view, known: { ...view.known, [event.turn.id]: event.turn } }
  if (event.type === 'branch') return { ...view, ...applyBranch(view, event) }
  const turn = view.known[event.turnId]
  if (!turn) return view
  const updated = { ...turn, parts: applyDeltas(turn.parts, event.deltas) }
  return { ...view, known: { ...view.known, [turn.id]: updated } }
}

function applyBranch(
  view: ViewState,
  event: ChatEvent & { type: 'branch' },
): Pick<View, 'branch' | 'isEnd' | 'alternates'> {
  if (event.from > view.branch.length) throw new Error(`A gap: a branch from ${event.from} on.`)
  const retained = view.branch.slice(0, event.from)
  const alternates = Object.fromEntries(
    retained.flatMap((id) => (view.alternates[id] ? [[id, view.alternates[id]]] : [])),
  )
  return {
    isEnd: false,
    branch: [...retained, ...event.ids],
    alternates: { ...alternates, ...event.alternates },
  }
}

export function applyDeltas(before: readonly Part[], deltas: readonly TurnDelta[]): Part[] {
  const parts = [...before]
  for (const { index, append, parts: added } of deltas) {
    if (index > parts.length) throw new Error(`A gap: a delta for part ${index} of ${parts.length}.`)
    if (added) parts.splice(index, Number.POSITIVE_INFINITY, ...added)
    const part = parts[index]
    if (append !== undefined && part) parts[index] = { ...part, text: (part.text ?? '') + append }
  }
  return parts
}

/** The conversation as it is now. */
export async function read(app: Workspace, conversationId: string): Promise<View> {
  const abortController = new AbortController()
  const viewer = watch(app, conversationId, abortController.signal)
  const view = await waitUntil(viewer, ({ isEnd, totals }) => !isEnd && totals !== null)
  abortController.abort()
  return view
}
