// The open set of embeddings, live: its counts, the states of its rows, and the rows that are looked at.
import { create } from 'zustand'
import type { EmbeddingEvent, EmbeddingRow, EmbeddingSet } from '#shared/schemas/embedding-set'
import { desktop, queries } from '../../../api/desktop'
import { keepWatching } from '../../../api/keep-watching'
import { queryClient } from '../../../api/query-client'
import { tellOutcome } from '../../../api/tell-outcome'
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
  /** Grows whenever rows may have other texts, come or go. */
  readonly textsAt: number
  /** Grows whenever rows may have other states. */
  readonly statesAt: number
}

const closed: LiveSet = { set: null, status: 'opening', rows: noRows, textsAt: 0, statesAt: 0 }

export const useEmbeddingSet = create<LiveSet>()(() => closed)

let watched: string | undefined
/** Rows that are in view. */
let wanted = { from: 0, to: pageLength - 1 }
/** Pages that are on their way, with the changes that came meanwhile. */
const fetching = new Map<number, RowChange[]>()
let again = false

/** Until the returned function is called. */
export function watchEmbeddings(id: string): () => void {
  watched = id
  wanted = { from: 0, to: pageLength - 1 }
  fetching.clear()
  useEmbeddingSet.setState(closed)
  const stop = keepWatching<EmbeddingEvent>({
    open: (signal) => desktop.embeddings.watch({ id }, { signal }),
    onOpen: (isAgain) => isAgain && renewRows(),
    onEvent: take,
    onLost: () => {
      useEmbeddingSet.setState({ status: 'lost' })
      return true
    },
  })
  return () => {
    stop()
    if (watched !== id) return
    watched = undefined
    useEmbeddingSet.setState(closed)
  }
}

function take(event: EmbeddingEvent) {
  switch (event.type) {
    case 'set':
      return applySet(event.set)
    case 'changed':
      return applyRowChanges(event.rows)
    case 'rows':
      return renewRows()
  }
}

function applySet(set: EmbeddingSet) {
  const { set: before, rows, statesAt } = useEmbeddingSet.getState()
  const isOther =
    JSON.stringify([before?.settings, before?.dimensions]) !== JSON.stringify([set.settings, set.dimensions])
  useEmbeddingSet.setState({
    set,
    status: 'live',
    rows: { ...rows, total: set.counts.rows },
    statesAt: isOther ? statesAt + 1 : statesAt,
  })
  queryClient.setQueryData(queries.embeddings.list.queryKey(), (sets: EmbeddingSet[] | undefined) =>
    sets?.map((each) => (each.id === set.id ? set : each)),
  )
  if (before?.running && !set.running) announce(describeEnd(set))
  fetchMissing()
}

/** States as events tell them, or a row as it was just written. */
export function applyRowChanges(changes: readonly RowChange[]) {
  for (const missed of fetching.values()) missed.push(...changes)
  const isText = changes.some(({ text }) => text !== undefined)
  useEmbeddingSet.setState(({ rows, statesAt, textsAt }) => ({
    rows: changeRows(rows, changes),
    statesAt: statesAt + 1,
    textsAt: isText ? textsAt + 1 : textsAt,
  }))
}

function renewRows() {
  again = fetching.size > 0
  useEmbeddingSet.setState(({ rows, textsAt }) => ({
    rows: markStale(rows),
    textsAt: textsAt + 1,
  }))
  fetchMissing()
}

/** Those in view, from 0 on; what is not here yet is fetched. */
export function setVisibleRows(from: number, to: number) {
  wanted = { from, to }
  fetchMissing()
}

function fetchMissing() {
  const id = watched
  if (id === undefined) return
  for (const at of listMissing(useEmbeddingSet.getState().rows, wanted.from, wanted.to)) {
    if (!fetching.has(at)) tellOutcome(fetchPage(id, at), 'Rows could not be read')
  }
}

async function fetchPage(id: string, at: number): Promise<void> {
  const missed: RowChange[] = []
  fetching.set(at, missed)
  try {
    const page = await desktop.embeddings.rows({ id, offset: at * pageLength, limit: pageLength })
    if (watched !== id || fetching.get(at) !== missed) return
    useEmbeddingSet.setState(({ rows }) => {
      const added = changeRows(addPage(rows, at, page), missed)
      // Others have come or gone while it was on its way.
      return { rows: again ? markStale(added) : added }
    })
  } finally {
    if (fetching.get(at) === missed) fetching.delete(at)
  }
  if (fetching.size > 0) return
  again = false
  fetchMissing()
}

const batchSize = 1000
/** While one is taken in, the next ones are read already. */
const slicesAhead = 3

/** Every row, in order, in slices; `onSlice` may end it by answering false. */
export async function readAllRows(
  id: string,
  onSlice: (rows: readonly EmbeddingRow[], total: number) => boolean | undefined,
): Promise<void> {
  const readFrom = (offset: number) => {
    const slice = desktop.embeddings.rows({ id, offset, limit: batchSize })
    // Of one that is not waited for any more nobody wants to hear.
    slice.catch(() => undefined)
    return slice
  }
  const asked = [readFrom(0)]
  let next = batchSize
  for (let slice = asked.shift(); slice; slice = asked.shift()) {
    const { rows, total } = await slice
    for (; asked.length < slicesAhead && next < total; next += batchSize) asked.push(readFrom(next))
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
