// The open set of embeddings, live: its counts, the states of its rows, and pages of the rows in view.
import { create } from 'zustand'
import type { EmbeddingEvent, EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import { desktop, queries } from '../../../api/desktop'
import { queryClient } from '../../../api/query-client'
import { subscribeWithRetry } from '../../../api/subscribe'
import { toastOutcome } from '../../../api/toast-outcome'
import { announce } from '../../../state/announcement'
import {
  addPage,
  changeRows,
  listMissing,
  markStale,
  noRows,
  pageLength,
  type RowChange,
  type RowPages,
} from './embedding-rows'

interface LiveSet {
  /** Null until its first event. */
  readonly set: EmbeddingSet | null
  readonly status: 'opening' | 'live' | 'lost'
  readonly rows: RowPages
  /** Increases whenever rows may have other texts, or were added or deleted. */
  readonly textsVersion: number
  /** Increases whenever rows may have other states. */
  readonly statesVersion: number
}

const closed: LiveSet = { set: null, status: 'opening', rows: noRows, textsVersion: 0, statesVersion: 0 }

export const useEmbeddingSet = create<LiveSet>()(() => closed)

/** What is loading for the open set. */
interface OpenSet {
  readonly id: string
  /** Rows that are in view. */
  visible: { readonly from: number; readonly to: number }
  /** Pages in flight, with the changes that arrived meanwhile. */
  readonly fetching: Map<number, RowChange[]>
  /** Rows were added or deleted since the pages in flight were requested. */
  isOutdated: boolean
}

let open: OpenSet | undefined

/** Returns an unsubscribe function. */
export function watchEmbeddings(id: string): () => void {
  const opened: OpenSet = {
    id,
    visible: { from: 0, to: pageLength - 1 },
    fetching: new Map(),
    isOutdated: false,
  }
  open = opened
  useEmbeddingSet.setState(closed)
  const stop = subscribeWithRetry<EmbeddingEvent>({
    open: (signal) => desktop.embeddings.watch({ id }, { signal }),
    onOpen: (isAgain) => isAgain && reloadRows(),
    onEvent: applyEvent,
    onLost: () => {
      useEmbeddingSet.setState({ status: 'lost' })
      return true
    },
  })
  return () => {
    stop()
    if (open !== opened) return
    open = undefined
    useEmbeddingSet.setState(closed)
  }
}

function applyEvent(event: EmbeddingEvent) {
  switch (event.type) {
    case 'set':
      return applySet(event.set)
    case 'changed':
      return applyRowChanges(event.rows)
    case 'rows':
      return reloadRows()
  }
}

function applySet(set: EmbeddingSet) {
  const { set: before, rows, statesVersion } = useEmbeddingSet.getState()
  const isOther =
    JSON.stringify([before?.settings, before?.dimensions]) !== JSON.stringify([set.settings, set.dimensions])
  useEmbeddingSet.setState({
    set,
    status: 'live',
    rows: { ...rows, total: set.counts.rows },
    statesVersion: isOther ? statesVersion + 1 : statesVersion,
  })
  queryClient.setQueryData(queries.embeddings.list.queryKey(), (sets: EmbeddingSet[] | undefined) =>
    sets?.map((each) => (each.id === set.id ? set : each)),
  )
  if (before?.running && !set.running) announce(describeEnd(set))
  fetchMissing()
}

/** States from events, or a row as it was just written. */
export function applyRowChanges(changes: readonly RowChange[]) {
  for (const missed of open?.fetching.values() ?? []) missed.push(...changes)
  const isText = changes.some(({ text }) => text !== undefined)
  useEmbeddingSet.setState(({ rows, statesVersion, textsVersion }) => ({
    rows: changeRows(rows, changes),
    statesVersion: statesVersion + 1,
    textsVersion: isText ? textsVersion + 1 : textsVersion,
  }))
}

function reloadRows() {
  if (open) open.isOutdated = open.fetching.size > 0
  useEmbeddingSet.setState(({ rows, textsVersion }) => ({
    rows: markStale(rows),
    textsVersion: textsVersion + 1,
  }))
  fetchMissing()
}

/** Those in view, from 0 on; pages that are missing are fetched. */
export function setVisibleRows(from: number, to: number) {
  if (open) open.visible = { from, to }
  fetchMissing()
}

function fetchMissing() {
  if (!open) return
  const { visible, fetching } = open
  for (const at of listMissing(useEmbeddingSet.getState().rows, visible.from, visible.to)) {
    if (!fetching.has(at)) toastOutcome(fetchPage(open, at), 'Rows could not be read')
  }
}

async function fetchPage(opened: OpenSet, at: number): Promise<void> {
  const { id, fetching } = opened
  const missed: RowChange[] = []
  fetching.set(at, missed)
  try {
    const page = await desktop.embeddings.rows({ id, offset: at * pageLength, limit: pageLength })
    if (open !== opened) return
    useEmbeddingSet.setState(({ rows }) => {
      const added = changeRows(addPage(rows, at, page), missed)
      return { rows: opened.isOutdated ? markStale(added) : added }
    })
  } finally {
    fetching.delete(at)
  }
  if (fetching.size > 0) return
  opened.isOutdated = false
  fetchMissing()
}

const batchSize = 1000
/** Slices that are requested before they are needed. */
const slicesAhead = 3

/** Every row, in order, in slices; `onSlice` returns false to stop. */
export async function readAllRows(
  id: string,
  onSlice: (rows: readonly EmbeddingRow[], total: number) => boolean | undefined,
): Promise<void> {
  const readFrom = (offset: number) => {
    const slice = desktop.embeddings.rows({ id, offset, limit: batchSize })
    // Whoever awaits it gets the error; an abandoned one needs none.
    slice.catch(() => undefined)
    return slice
  }
  const requests = [readFrom(0)]
  let next = batchSize
  for (let slice = requests.shift(); slice; slice = requests.shift()) {
    const { rows, total } = await slice
    for (; requests.length < slicesAhead && next < total; next += batchSize) requests.push(readFrom(next))
    if (onSlice(rows, total) === false) return
  }
}

function describeEnd({ name, counts: { rows, done, failed, empty } }: EmbeddingSet): string {
  const rest = rows - done - failed - empty
  const parts = [
    `${done} of ${rows} rows have their vectors`,
    failed > 0 && `${failed} failed`,
    rest > 0 && `${rest} wait`,
  ]
  return `${name}: ${parts.filter(Boolean).join(', ')}.`
}
