// What the workspace's tests stand on: a gateway whose every byte a test sends by hand, a folder, and a reader of events.
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

/** What saves go through, as in a workspace of this folder. */
export function openSaves(folder: string, timer: Timer = machineTimer) {
  const records = createRescuedRecords(join(folder, 'rescue', 'records'))
  return { saves: createSaves({ timer, changes: createChanges() }), records }
}

/** A call that has reached the gateway and waits for the test to answer it. */
export interface PendingRequest {
  readonly call: HttpRequest
  readonly body: { contents: { role: string; parts: Part[] }[]; [key: string]: unknown }
  /** Status and headers. */
  answer(status?: number, headers?: Record<string, string>): void
  /** Resolves once the reader has come back for more, so it has dealt with these. */
  send(bytes: Uint8Array | string): Promise<void>
  /** One event with one chunk. */
  chunk(chunk: unknown): Promise<void>
  /** One chunk with one part of text. */
  say(text: string): Promise<void>
  end(): void
  breakOff(error: Error): void
  refuse(error: Error): void
}

export interface ScriptedGateway {
  readonly send: Send
  /** The calls in their order, each once. */
  next(): Promise<PendingRequest>
}

interface Step {
  readonly bytes?: Uint8Array
  readonly error?: Error
  readonly taken: () => void
}

export function scriptGateway(): ScriptedGateway {
  const came: PendingRequest[] = []
  const waiting: ((call: PendingRequest) => void)[] = []
  const send: Send = (call) =>
    new Promise<HttpResponse>((resolve, reject) => {
      const opened = openCall(call, resolve, reject)
      const taker = waiting.shift()
      if (taker) taker(opened)
      else came.push(opened)
    })
  return {
    send,
    next: () => {
      const ready = came.shift()
      return ready ? Promise.resolve(ready) : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

function openCall(
  call: HttpRequest,
  resolve: (answer: HttpResponse) => void,
  reject: (error: Error) => void,
): PendingRequest {
  const steps: (Step | 'end')[] = []
  let wake = () => {}
  call.signal.addEventListener('abort', () => {
    reject(new Error('aborted'))
    wake()
  })
  async function* flow(): AsyncGenerator<Uint8Array> {
    while (true) {
      if (call.signal.aborted) throw new Error('aborted')
      const step = steps.shift()
      if (step === 'end') return
      if (step?.error) throw step.error
      if (step?.bytes) {
        yield step.bytes
        step.taken()
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
    call,
    // The chat sends bytes at hand.
    body: JSON.parse(Buffer.from(call.body as Uint8Array).toString()),
    answer: (status = 200, headers = {}) => resolve({ status, headers, body: flow() }),
    send: (bytes) =>
      new Promise((taken) => add({ bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes, taken })),
    chunk: (chunk) => opened.send(`data: ${JSON.stringify(chunk)}\n\n`),
    say: (text) =>
      opened.chunk({ candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] }),
    end: () => add('end'),
    breakOff: (error) => add({ error, taken: () => {} }),
    refuse: reject,
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

/** A workspace in a folder of its own, closed when the test ends. */
export async function openTestWorkspace(folder = makeFolder()): Promise<TestWorkspace> {
  const gateway = scriptGateway()
  const options = { folder, send: gateway.send }
  const app = await openWorkspace(options)
  onTestFinished(() => app.close())
  return { app, gateway, folder, options }
}

/** Answers the next call whole, with these parts. */
export async function respondNext(gateway: ScriptedGateway, ...parts: Part[]): Promise<PendingRequest> {
  const call = await gateway.next()
  call.answer()
  await call.chunk({ candidates: [{ content: { role: 'model', parts }, index: 0 }] })
  await call.chunk(stop)
  call.end()
  return call
}

/** Resolves once nothing runs in the conversation. */
export function waitUntilIdle(app: Workspace, conversationId: string): Promise<View> {
  return waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
}

/** One question answered whole. */
export async function ask(
  { app, gateway }: TestWorkspace,
  text: string,
  conversationId: string | null = null,
): Promise<PendingRequest & { conversationId: string; turnId: string }> {
  const viewed = app.chat.send({ conversationId, parts: [{ text }], parameters })
  const call = await gateway.next()
  call.answer(200, { 'x-exchange-id': 'exchange-1' })
  await call.say(`Answer to ${text}`)
  await call.chunk(stop)
  call.end()
  await waitUntil(watch(app, viewed.conversationId), (view) => !view.conversation.running)
  return { ...call, ...viewed }
}

export interface View {
  readonly conversation: Conversation
  readonly branch: readonly string[]
  readonly isEnd: boolean
  readonly alternates: Readonly<Record<string, string[]>>
  /** The turns of the branch that have been told of. */
  readonly turns: Turn[]
  /** Every turn that has been told of, on the branch or not. */
  readonly known: Readonly<Record<string, Turn>>
  readonly totals: ConversationTotals | null
}

export interface Viewer {
  readonly view: View | undefined
  readonly events: readonly ChatEvent[]
  /** Resolves when the watching ends. */
  readonly ended: Promise<void>
  readonly onEvent: Set<() => void>
}

/** Watches as the renderer does: holds nothing but what the events tell. */
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

export function waitUntil(viewer: Viewer, isReached: (view: View) => boolean): Promise<View> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!viewer.view || !isReached(viewer.view)) return
      viewer.onEvent.delete(look)
      resolve(viewer.view)
    }
    viewer.onEvent.add(look)
    viewer.ended.then(() => reject(new Error('The watching has ended.')), reject)
    look()
  })
}

/** What a reader of these events, the first of them a snapshot, knows. */
export function applyEvents(events: readonly ChatEvent[]): View {
  const view = events.reduce<View | undefined>(applyEvent, undefined)
  if (!view) throw new Error('No events.')
  return view
}

type Told = Omit<View, 'turns'>

function applyEvent(view: View | undefined, event: ChatEvent): View {
  const told = foldEvent(view, event)
  return { ...told, turns: told.branch.flatMap((id) => told.known[id] ?? []) }
}

function foldEvent(view: View | undefined, event: ChatEvent): Told {
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
  const grown = { ...turn, parts: applyDeltas(turn.parts, event.deltas) }
  return { ...view, known: { ...view.known, [turn.id]: grown } }
}

function applyBranch(
  view: Told,
  event: ChatEvent & { type: 'branch' },
): Pick<View, 'branch' | 'isEnd' | 'alternates'> {
  if (event.from > view.branch.length) throw new Error(`A gap: a branch from ${event.from} on.`)
  const stays = view.branch.slice(0, event.from)
  const alternates = Object.fromEntries(
    stays.flatMap((id) => (view.alternates[id] ? [[id, view.alternates[id]]] : [])),
  )
  return {
    isEnd: false,
    branch: [...stays, ...event.ids],
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
  const leaving = new AbortController()
  const viewer = watch(app, conversationId, leaving.signal)
  const view = await waitUntil(viewer, ({ isEnd, totals }) => !isEnd && totals !== null)
  leaving.abort()
  return view
}
