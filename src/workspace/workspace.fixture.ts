// Test fixtures of the workspace: a temporary folder, an opener, and a reader of chat events.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { ChatEvent, Conversation, ConversationTotals, Turn, TurnDelta } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { SettingsPatch } from '#shared/schemas/settings'
import { createChanges } from './changes'
import { machineTimer, type Timer } from './concurrency/timing'
import { type Connection, connect } from './database/connection'
import { databaseIn } from './database/database'
import { createRescuedRecords } from './database/rescued-records'
import { createSaves } from './jobs/saves'
import { type PendingRequest, type ScriptedService, scriptService } from './scripted-service.fixture'
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

export const parameters: ChatParameters = { model: 'gen-2.5-pro' }

export interface TestWorkspace {
  readonly app: Workspace
  readonly service: ScriptedService
  readonly folder: string
  readonly options: WorkspaceOptions
}

interface OpenOptions extends Partial<WorkspaceOptions> {
  readonly settings?: SettingsPatch
}

/** Opens a workspace that is closed when the test ends. Unless it is told otherwise, it sends to the scripted service. */
export async function openTestWorkspace({ settings, ...given }: OpenOptions = {}) {
  const service = scriptService()
  const options = { folder: makeFolder(), send: service.send, ...given }
  const app = await openWorkspace(options)
  onTestFinished(() => app.close())
  if (settings) app.settings.update(settings)
  const workspace: TestWorkspace = { app, service, folder: options.folder, options }
  return { ...workspace, workspace }
}

/** Uses the database of the workspace over another connection. */
export function onDisk<Result>(folder: string, work: (connection: Connection) => Result): Result {
  const connection = connect(databaseIn(folder))
  try {
    return work(connection)
  } finally {
    connection.close()
  }
}

/** The database rejects these writes, such as `UPDATE ON turns`, until the returned function is called. */
export function rejectWrites(folder: string, writes: string): () => void {
  onDisk(folder, ({ exec }) =>
    exec(`CREATE TRIGGER full BEFORE ${writes} BEGIN SELECT RAISE(ABORT, 'no room'); END`),
  )
  return () => onDisk(folder, ({ exec }) => exec('DROP TRIGGER full'))
}

/** The result of the work, and the number of turns of the event loop during it. */
export async function countTurns<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let [turns, isOver] = [0, false]
  const counting = (async () => {
    for (; !isOver; turns += 1) await nextTurn()
  })()
  const result = await work()
  isOver = true
  await counting
  return [result, turns]
}

/** Answers the next request with these parts and ends it. */
export async function respondNext(service: ScriptedService, ...parts: Part[]): Promise<PendingRequest> {
  const request = await service.next()
  await request.complete(...parts)
  return request
}

interface PromptOptions {
  readonly text?: string
  readonly conversationId?: string | null
  readonly parameters?: ChatParameters
}

/** Sends a prompt, to which the service has responded without content yet. */
export async function startAnswer(
  { app, service }: Pick<TestWorkspace, 'app' | 'service'>,
  { text = 'Go.', conversationId = null, parameters: given = parameters }: PromptOptions = {},
): Promise<{ conversationId: string; turnId: string; request: PendingRequest }> {
  const sent = app.chat.send({ conversationId, parts: [{ text }], parameters: given })
  const request = await service.next()
  request.respond()
  return { conversationId: sent.conversationId, turnId: sent.turnId, request }
}

/** Resolves once nothing runs in the conversation. */
export function waitUntilIdle(app: Workspace, conversationId: string): Promise<View> {
  return waitUntil(watch(app, conversationId), ({ conversation }) => !conversation.running)
}

/** Sends a prompt and completes its answer. */
export async function ask(
  { app, service }: TestWorkspace,
  text: string,
  conversationId: string | null = null,
): Promise<PendingRequest & { conversationId: string; turnId: string }> {
  const sent = app.chat.send({ conversationId, parts: [{ text }], parameters })
  const request = await service.next()
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
    for await (const unread of app.chat.watch({ conversationId }, signal)) {
      events.push(...unread)
      view = unread.reduce(applyEvent, view)
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
