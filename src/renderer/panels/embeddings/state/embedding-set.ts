// The live state of the open set: its counts, the states of its rows, and pages of the rows in view.
import { create } from 'zustand'
import type { EmbeddingEvent, EmbeddingRow, EmbeddingSet, RowQuery } from '#shared/schemas/embedding-set'
import { desktop, queries } from '../../../api/desktop'
import { followFeed } from '../../../api/follow-feed'
import { queryClient } from '../../../api/query-client'
import { toastOutcome } from '../../../api/toast-outcome'
import { formatCount, formatPlural } from '../../../components/format'
import { emptySelection } from '../../../components/list-selection'
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
import { readCursorRow, selectRow, setSelection, useEmbeddingView } from './embedding-view'

interface LiveSet {
  /** Null until its first event. */
  readonly set: EmbeddingSet | null
  readonly status: 'opening' | 'live' | 'lost'
  readonly rows: RowPages
  readonly query: RowQuery
  /** The rows found by the query; null while all rows are listed in the order of the set. */
  readonly found: FoundRows | null
  readonly isFinding: boolean
  /** Increases whenever texts may have changed, or rows were added or deleted. */
  readonly textsVersion: number
  /** Increases whenever the states of rows may have changed. */
  readonly statesVersion: number
  /** Loads the rows in view; null while no set is open. */
  readonly loader: RowLoader | null
}

interface FoundRows {
  readonly rowIds: readonly number[]
  /** Their numbers in the set, from 1. */
  readonly numbers: readonly number[]
}

export const allRows: RowQuery = { search: '', state: null, sort: null }

const closedSet: LiveSet = {
  set: null,
  status: 'opening',
  rows: noRows,
  query: allRows,
  found: null,
  isFinding: false,
  textsVersion: 0,
  statesVersion: 0,
  loader: null,
}

export const useEmbeddingSet = create<LiveSet>()(() => closedSet)

/** Milliseconds; changed rows are shown a few times a second. */
const intervalMs = 100

/** Returns an unsubscribe function. */
export function watchEmbeddings(id: string): () => void {
  const loader = new RowLoader(id)
  useEmbeddingSet.setState({ ...closedSet, loader })
  const stop = followFeed<EmbeddingEvent>({
    open: (signal) => desktop.embeddings.watch({ id }, { signal }),
    intervalMs,
    onOpen: (isReconnect) => isReconnect && loader.reload(),
    onItem: (event) => applyEvent(event, loader),
    onLost: () => {
      useEmbeddingSet.setState({ status: 'lost' })
      return true
    },
  })
  return () => {
    stop()
    if (loader.isOpen()) useEmbeddingSet.setState(closedSet)
  }
}

function applyEvent({ set, changed, hasOtherRows }: EmbeddingEvent, loader: RowLoader) {
  if (changed.length > 0) applyRowChanges(changed)
  if (hasOtherRows) loader.reload()
  applySet(set)
  loader.fetchMissing()
}

function applySet(set: EmbeddingSet) {
  const { set: previous, rows, found, statesVersion } = useEmbeddingSet.getState()
  const hasNewVectors =
    JSON.stringify([previous?.settings, previous?.dimensions]) !==
    JSON.stringify([set.settings, set.dimensions])
  useEmbeddingSet.setState({
    set,
    status: 'live',
    rows: { ...rows, total: found?.rowIds.length ?? set.counts.rows },
    statesVersion: hasNewVectors ? statesVersion + 1 : statesVersion,
  })
  queryClient.setQueryData(queries.embeddings.list.queryKey(), (sets: EmbeddingSet[] | undefined) =>
    sets?.map((each) => (each.id === set.id ? set : each)),
  )
  if (previous?.running && !set.running) announce(describeEnd(set))
}

/** Applies states from events, or a row that was just edited. */
export function applyRowChanges(changes: readonly RowChange[]) {
  const isText = changes.some(({ text }) => text !== undefined)
  useEmbeddingSet.getState().loader?.addPendingChanges(changes)
  useEmbeddingSet.setState(({ rows, statesVersion, textsVersion }) => ({
    rows: changeRows(rows, changes),
    statesVersion: statesVersion + 1,
    textsVersion: isText ? textsVersion + 1 : textsVersion,
  }))
}

/** Lists the rows of the open set that match, in this order. */
export function queryRows(change: Partial<RowQuery>) {
  const { loader, query } = useEmbeddingSet.getState()
  const next = { ...query, ...change }
  if (JSON.stringify(next) === JSON.stringify(query)) return
  useEmbeddingSet.setState({ query: next })
  loader?.find('search' in change && next.search !== '' ? searchDelayMs : 0)
}

/** Waits until a word has been typed. */
const searchDelayMs = 150

/** Fetches the pages in view that are missing or stale. */
class RowLoader {
  readonly #id: string
  #visible = { from: 0, to: pageLength - 1 }
  /** Pages in flight, with the changes received meanwhile. */
  readonly #fetching = new Map<number, RowChange[]>()
  /** Rows were added or deleted since the pages in flight were requested. */
  #isOutdated = false

  #finding: AbortController | undefined

  constructor(id: string) {
    this.#id = id
  }

  /** Finds the rows of the current query; those found before stay until then. */
  find(delayMs = 0) {
    this.#finding?.abort()
    const controller = new AbortController()
    this.#finding = controller
    useEmbeddingSet.setState({ isFinding: true })
    setTimeout(() => {
      if (!controller.signal.aborted) toastOutcome(this.#find(controller.signal), 'Couldn’t find rows')
    }, delayMs)
  }

  async #find(signal: AbortSignal): Promise<void> {
    const { query } = useEmbeddingSet.getState()
    const isAll = JSON.stringify(query) === JSON.stringify(allRows)
    try {
      const found = isAll ? null : await desktop.embeddings.findRows({ id: this.#id, query }, { signal })
      if (signal.aborted || !this.isOpen()) return
      const total = found?.rowIds.length ?? useEmbeddingSet.getState().set?.counts.rows ?? 0
      useEmbeddingSet.setState({ found, rows: { ...noRows, total } })
      this.#isOutdated = this.#fetching.size > 0
      updateCursor(found)
      this.fetchMissing()
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (!signal.aborted && this.isOpen()) useEmbeddingSet.setState({ isFinding: false })
    }
  }

  isOpen(): boolean {
    return useEmbeddingSet.getState().loader === this
  }

  /** Row indexes, from 0. */
  setVisible(from: number, to: number) {
    this.#visible = { from, to }
    this.fetchMissing()
  }

  addPendingChanges(changes: readonly RowChange[]) {
    for (const pendingChanges of this.#fetching.values()) pendingChanges.push(...changes)
  }

  reload() {
    this.#isOutdated = this.#fetching.size > 0
    useEmbeddingSet.setState(({ rows, textsVersion }) => ({
      rows: markStale(rows),
      textsVersion: textsVersion + 1,
    }))
    if (useEmbeddingSet.getState().found) this.find()
    else this.fetchMissing()
  }

  fetchMissing() {
    if (!this.isOpen()) return
    const { from, to } = this.#visible
    for (const at of listMissing(useEmbeddingSet.getState().rows, from, to)) {
      if (!this.#fetching.has(at)) toastOutcome(this.#fetchPage(at), 'Couldn’t load rows')
    }
  }

  async #fetchPage(at: number): Promise<void> {
    const pendingChanges: RowChange[] = []
    this.#fetching.set(at, pendingChanges)
    try {
      const { found } = useEmbeddingSet.getState()
      const page = await readPage(this.#id, at, found)
      if (!this.isOpen() || useEmbeddingSet.getState().found !== found) return
      useEmbeddingSet.setState(({ rows }) => {
        const added = changeRows(addPage(rows, at, page), pendingChanges)
        return { rows: this.#isOutdated ? markStale(added) : added }
      })
    } finally {
      this.#fetching.delete(at)
    }
    if (this.#fetching.size > 0) return
    this.#isOutdated = false
    this.fetchMissing()
  }
}

async function readPage(id: string, at: number, found: FoundRows | null) {
  const offset = at * pageLength
  if (!found) return await desktop.embeddings.rows({ id, offset, limit: pageLength })
  const rowIds = found.rowIds.slice(offset, offset + pageLength)
  return { total: found.rowIds.length, rows: await desktop.embeddings.readRows({ id, rowIds }) }
}

/** Rows that are no longer listed must not be selected: an action would change them unseen. */
function updateCursor(found: FoundRows | null) {
  const cursor = readCursorRow(useEmbeddingView.getState())
  if (cursor === null) return
  const index = found ? found.rowIds.indexOf(cursor) : -1
  if (found && index < 0) setSelection(emptySelection)
  else selectRow(cursor, index)
}

const batchSize = 1000
/** The number of slices requested in advance. */
const slicesAhead = 3

/** Reads all rows in order, in slices; `onSlice` returns false to stop. */
export async function readAllRows(
  id: string,
  onSlice: (rows: readonly EmbeddingRow[], total: number) => boolean | undefined,
): Promise<void> {
  const readFrom = (offset: number) => {
    const slice = desktop.embeddings.rows({ id, offset, limit: batchSize })
    // The error is handled where the slice is awaited; it is ignored for slices no longer needed.
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

/** In the order of `rowIds`; rows that no longer exist are left out. */
export async function readWholeRows(setId: string, rowIds: readonly number[]): Promise<EmbeddingRow[]> {
  const requestedIds = new Set(rowIds)
  const found = new Map<number, EmbeddingRow>()
  await readAllRows(setId, (rows) => {
    for (const row of rows) if (requestedIds.has(row.id)) found.set(row.id, row)
    return found.size < requestedIds.size
  })
  return rowIds.flatMap((rowId) => found.get(rowId) ?? [])
}

function describeEnd({ name, counts: { rows, done, failed, empty } }: EmbeddingSet): string {
  const notRun = rows - done - failed - empty
  const parts = [
    `${formatCount(done)} of ${formatPlural(rows, 'row')} embedded`,
    failed > 0 && `${formatCount(failed)} failed`,
    notRun > 0 && `${formatCount(notRun)} not run`,
  ]
  return `${name}: ${parts.filter(Boolean).join(', ')}.`
}
