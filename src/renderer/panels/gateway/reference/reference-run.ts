// Sends the requests of the reference, reads their responses, and follows video operations.
import { create } from 'zustand'
import type { ReferenceEvent, ReferenceRequest } from '#shared/desktop/gateway-contract'
import { Operation } from '#shared/schemas/gemini-requests'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { afterNextFrame } from '../../../state/scheduling'

type EventOf<Type extends ReferenceEvent['type']> = Extract<ReferenceEvent, { type: Type }>

export interface TimedText extends ReadText {
  /** Milliseconds since the first request was sent. */
  readonly at: number
  readonly text: string
}

export interface ReferenceRun {
  readonly state: 'running' | 'ended' | 'stopped' | 'failed'
  /** The last response's, if an operation is being followed. */
  readonly head: EventOf<'head'> | null
  /** Events of a stream, one whole body, or the operation and each check of it. */
  readonly texts: readonly TimedText[]
  /** The text of all events. */
  readonly answerText: string
  readonly media: readonly ShownMedia[]
  readonly end: { readonly at: number; readonly bytes: number } | null
  readonly operation: OperationState | null
  /** Checks of the operation. */
  readonly checks: number
  /** Why there is no complete response, if no body says it. */
  readonly error: string | null
}

interface RunState {
  readonly runs: Readonly<Record<string, ReferenceRun>>
}

export const useReferenceRuns = create<RunState>()(() => ({ runs: {} }))

const started: ReferenceRun = {
  state: 'running',
  head: null,
  texts: [],
  answerText: '',
  media: [],
  end: null,
  operation: null,
  checks: 0,
  error: null,
}

export function applyEvents(run: ReferenceRun, events: readonly ReferenceEvent[]): ReferenceRun {
  const texts: TimedText[] = []
  let { head, answerText, media, end, operation } = run
  for (const event of events) {
    if (event.type === 'head') head = event
    else if (event.type === 'end') end = { at: event.at, bytes: (end?.bytes ?? 0) + event.bytes }
    else if (event.type === 'media') media = addMedia(media, [event])
    else {
      const read = readText(event.text)
      texts.push({ at: event.at, text: event.text, ...read })
      answerText += read.answerText
      media = addMedia(media, read.media)
      operation = readOperation(event.text) ?? operation
    }
  }
  return {
    ...run,
    head,
    answerText,
    media,
    end,
    operation,
    texts: texts.length > 0 ? [...run.texts, ...texts] : run.texts,
  }
}

/** Each file once. */
function addMedia(media: readonly ShownMedia[], added: readonly ShownMedia[]): readonly ShownMedia[] {
  const unknown = added.filter((one) => !media.some((other) => other.media === one.media))
  return unknown.length === 0
    ? media
    : [...media, ...unknown.map(({ media: hash, mimeType }) => ({ media: hash, mimeType }))]
}

interface Sending {
  readonly controller: AbortController
  /** Times are relative to it. */
  readonly startedAt: number
}

const sendings = new Map<string, Sending>()

function changeRun(id: string, change: (run: ReferenceRun) => ReferenceRun) {
  useReferenceRuns.setState(({ runs }) => ({ runs: { ...runs, [id]: change(runs[id] ?? started) } }))
}

/** Replaces the entry's earlier response. */
export function sendRequest(id: string, prepare: () => Promise<ReferenceRequest>): Promise<void> {
  return run(id, { startedAt: performance.now(), isNew: true }, async (receive) => receive(await prepare()))
}

/** Doubled after each check: short videos are found soon, and long ones need few checks. */
const firstIntervalMs = 1000
const maxIntervalMs = 8000

/** Checks the operation once, or until it is done; a finished video is downloaded through the gateway. */
export function checkOperation(id: string, isFollowing: boolean): Promise<void> {
  const startedAt = sendings.get(id)?.startedAt ?? performance.now()
  return run(id, { startedAt, isNew: false }, async (receive, signal) => {
    const before = useReferenceRuns.getState().runs[id]
    let operation = before?.operation
    let interval = firstIntervalMs
    while (operation && !operation.isDone && !signal.aborted) {
      await receive(toGet(operation.path))
      changeRun(id, (current) => ({ ...current, checks: current.checks + 1 }))
      const { operation: checked, head } = useReferenceRuns.getState().runs[id] ?? started
      operation = checked ?? undefined
      if (!isFollowing || (head && head.status >= 400)) break
      if (operation && !operation.isDone) await wait(interval, signal)
      interval = Math.min(2 * interval, maxIntervalMs)
    }
    if (!operation?.isDone || signal.aborted) return
    for (const path of listDownloads(useReferenceRuns.getState().runs[id]?.texts.at(-1)?.text ?? ''))
      await receive(toGet(path))
  })
}

function toGet(path: string): ReferenceRequest {
  return { method: 'GET', path, headers: {}, body: null }
}

/** Resolves early if it is stopped. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

type Receive = (request: ReferenceRequest) => Promise<void>

interface RunOptions {
  readonly startedAt: number
  /** Without the texts of an earlier response. */
  readonly isNew: boolean
}

async function run(
  id: string,
  { startedAt, isNew }: RunOptions,
  work: (receive: Receive, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  sendings.get(id)?.controller.abort()
  const controller = new AbortController()
  const { signal } = controller
  sendings.set(id, { controller, startedAt })
  const isCurrent = () => sendings.get(id)?.controller === controller && !signal.aborted
  changeRun(id, (before) => (isNew ? started : { ...before, state: 'running', error: null }))
  try {
    await work((request) => receiveEvents(id, request, { signal, startedAt, isCurrent }), signal)
    if (isCurrent()) changeRun(id, (current) => ({ ...current, state: 'ended' }))
  } catch (error) {
    if (isCurrent())
      changeRun(id, (current) => ({ ...current, state: 'failed', error: describeError(error) }))
  }
}

interface ReceiveOptions {
  readonly signal: AbortSignal
  readonly startedAt: number
  readonly isCurrent: () => boolean
}

/** Adds all events that arrive between two frames at once. */
async function receiveEvents(
  id: string,
  request: ReferenceRequest,
  { signal, startedAt, isCurrent }: ReceiveOptions,
): Promise<void> {
  const offset = performance.now() - startedAt
  let waiting: ReferenceEvent[] = []
  let cancelFlush: (() => void) | undefined
  const flush = () => {
    cancelFlush = undefined
    const events = waiting
    waiting = []
    if (isCurrent() && events.length > 0) changeRun(id, (current) => applyEvents(current, events))
  }
  try {
    for await (const event of await desktop.reference.send(request, { signal })) {
      waiting.push({ ...event, at: event.at + offset })
      cancelFlush ??= afterNextFrame(flush)
    }
  } finally {
    cancelFlush?.()
    flush()
  }
}

/** The events that have arrived stay. */
export function stopRequest(id: string) {
  sendings.get(id)?.controller.abort()
  changeRun(id, (run) => (run.state === 'running' ? { ...run, state: 'stopped' } : run))
}

export interface ShownMedia {
  /** The hash of a stored file. */
  readonly media: string
  readonly mimeType: string
}

interface ReadText {
  /** The text of the model's answer, without thoughts. */
  readonly answerText: string
  readonly media: readonly ShownMedia[]
}

/** Reads one event of a stream, or a whole body. */
export function readText(text: string): ReadText {
  const value = parse(text)
  return { answerText: findText(value), media: [...walkMedia(value)] }
}

const hash = /^[0-9a-f]{64}$/

function* walkMedia(value: unknown): Generator<ShownMedia> {
  if (typeof value !== 'object' || value === null) return
  if ('media' in value && typeof value.media === 'string' && hash.test(value.media)) {
    const { mimeType, mime_type } = value as { mimeType?: unknown; mime_type?: unknown }
    yield { media: value.media, mimeType: String(mimeType ?? mime_type ?? '') }
  } else for (const inner of Object.values(value)) yield* walkMedia(inner)
}

interface Chunk {
  readonly type?: unknown
  readonly text?: unknown
  readonly delta?: unknown
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly { readonly text?: unknown; readonly thought?: unknown }[] }
  }[]
  readonly choices?: readonly {
    readonly message?: { readonly content?: unknown }
    readonly delta?: { readonly content?: unknown }
  }[]
}

function findText(value: unknown): string {
  if (Array.isArray(value)) return value.map(findText).join('')
  // Every member is checked before it is used.
  const chunk = Object(value) as Chunk
  // A streamed transcript ends with an event that repeats the whole text.
  if (chunk.type === 'transcript.text.done') return ''
  if (chunk.type === 'transcript.text.delta') return typeof chunk.delta === 'string' ? chunk.delta : ''
  if (typeof chunk.text === 'string') return chunk.text
  if (Array.isArray(chunk.choices)) return findChoiceText(chunk.choices)
  if (!Array.isArray(chunk.candidates)) return ''
  const parts = chunk.candidates.flatMap((candidate) => candidate?.content?.parts ?? [])
  return parts
    .map((part) => (typeof part?.text === 'string' && part.thought !== true ? part.text : ''))
    .join('')
}

/** The text of a chat completion, or of a chunk of one. */
function findChoiceText(choices: NonNullable<Chunk['choices']>): string {
  const contents = choices.map((choice) => (choice?.message ?? choice?.delta)?.content)
  return contents.map((content) => (typeof content === 'string' ? content : '')).join('')
}

interface OperationState {
  /** The path of the request that checks it. */
  readonly path: string
  readonly isDone: boolean
  /** Why it failed. */
  readonly error: string | null
}

/** Null if the text is not an operation. */
export function readOperation(text: string): OperationState | null {
  const { data } = Operation.safeParse(parse(text))
  if (!data || !/^(?:models\/[^/]+\/)?operations\//.test(data.name)) return null
  return { path: `/v1beta/${data.name}`, isDone: data.done === true, error: data.error?.message ?? null }
}

/** The paths of the videos of a finished operation, at the gateway. */
export function listDownloads(text: string): readonly string[] {
  const { data } = Operation.safeParse(parse(text))
  const samples = data?.response?.generateVideoResponse?.generatedSamples ?? []
  return samples.flatMap(({ video }) => {
    try {
      const { pathname, search } = new URL(video?.uri ?? '')
      return /\/files\/[^/]+:download$/.test(pathname) ? [pathname + search] : []
    } catch {
      return []
    }
  })
}

/** Undefined if it isn't JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
