// The requests that the user is editing in the reference, and the responses to those that were sent.
import { create } from 'zustand'
import type { ReferenceEvent, ReferenceRequest } from '#shared/desktop/reference-contract'
import { type ReferenceEntry, referenceEntries } from '#shared/endpoints/reference'
import { toPath } from '#shared/endpoints/routes'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'

/** The user's changes to an entry's request; undefined members have the entry's own values. */
export interface RequestDraft {
  readonly model?: string
  readonly prefix?: string
  readonly body?: string
  /** The events of a stream are sent as one JSON array. */
  readonly isArray?: boolean
  /** The last segments of names: `operation`, `file`, `upload`. */
  readonly segments?: Readonly<Record<string, string>>
  /** Settings of the demo, separated by semicolons. */
  readonly demo?: { readonly speed: string; readonly fault: string }
}

interface TimedText {
  readonly at: number
  readonly text: string
}

type EventOf<Type extends ReferenceEvent['type']> = Extract<ReferenceEvent, { type: Type }>

export interface ReferenceRun {
  readonly state: 'running' | 'ended' | 'stopped' | 'failed'
  readonly head: EventOf<'head'> | null
  /** Events of a stream, or one whole body. */
  readonly texts: readonly TimedText[]
  readonly file: EventOf<'media'> | null
  readonly end: EventOf<'end'> | null
  /** Why there is no complete response, if the gateway has not said it in a body. */
  readonly error: string | null
}

interface ReferenceState {
  readonly selected: ReferenceEntry['id']
  readonly drafts: Readonly<Record<string, RequestDraft>>
  readonly runs: Readonly<Record<string, ReferenceRun>>
}

export const useReference = create<ReferenceState>()(() => ({
  selected: referenceEntries[0]?.id ?? 'E1',
  drafts: {},
  runs: {},
}))

export function selectEntry(selected: ReferenceEntry['id']) {
  useReference.setState({ selected })
}

export function changeDraft(id: string, change: RequestDraft) {
  useReference.setState(({ drafts }) => ({ drafts: { ...drafts, [id]: { ...drafts[id], ...change } } }))
}

/** The body as JSON text, or null if the request has none. */
export function bodyOf({ route, example }: ReferenceEntry, draft: RequestDraft): string | null {
  if (route.body !== 'json') return null
  return draft.body ?? JSON.stringify(example, null, 2)
}

const segmentNames = ['operation', 'file', 'upload'] as const

/** The names of the path's segments that the user has to fill in. */
export function listSegments({ route }: ReferenceEntry): readonly string[] {
  return segmentNames.filter((name) => route.path.includes(`{${name}}`))
}

export function toRequest(entry: ReferenceEntry, draft: RequestDraft): ReferenceRequest {
  const { route, query } = entry
  const values = { ...draft.segments, ...(entry.model === null ? {} : { model: draft.model ?? entry.model }) }
  const search = new URLSearchParams(draft.isArray ? {} : query).toString()
  const demo = [draft.demo?.speed, draft.demo?.fault].filter(Boolean).join(';')
  return {
    method: route.method,
    path: toPath(route, draft.prefix ?? entry.prefix, values) + (search && `?${search}`),
    headers: {
      ...(route.body === 'json' ? { 'content-type': 'application/json' } : {}),
      ...(demo ? { 'x-demo': demo } : {}),
    },
    body: bodyOf(entry, draft),
  }
}

const started: ReferenceRun = {
  state: 'running',
  head: null,
  texts: [],
  file: null,
  end: null,
  error: null,
}

function applyEvent(run: ReferenceRun, event: ReferenceEvent): ReferenceRun {
  switch (event.type) {
    case 'head':
      return { ...run, head: event }
    case 'text':
      return { ...run, texts: [...run.texts, event] }
    case 'media':
      return { ...run, file: event }
    case 'end':
      return { ...run, state: 'ended', end: event }
  }
}

const controllers = new Map<string, AbortController>()

function changeRun(id: string, change: (run: ReferenceRun) => ReferenceRun) {
  useReference.setState(({ runs }) => ({ runs: { ...runs, [id]: change(runs[id] ?? started) } }))
}

/** Replaces the entry's earlier response. */
export async function sendRequest(id: string, request: ReferenceRequest): Promise<void> {
  controllers.get(id)?.abort()
  const controller = new AbortController()
  const { signal } = controller
  controllers.set(id, controller)
  const isCurrent = () => controllers.get(id) === controller
  changeRun(id, () => started)
  try {
    for await (const event of await desktop.reference.send(request, { signal })) {
      if (!isCurrent()) return
      if (!signal.aborted) changeRun(id, (run) => applyEvent(run, event))
    }
  } catch (error) {
    if (isCurrent() && !signal.aborted)
      changeRun(id, (run) => ({ ...run, state: 'failed', error: describeError(error) }))
  } finally {
    if (isCurrent()) controllers.delete(id)
  }
}

export function stopRequest(id: string) {
  controllers.get(id)?.abort()
  changeRun(id, (run) => (run.state === 'running' ? { ...run, state: 'stopped' } : run))
}
