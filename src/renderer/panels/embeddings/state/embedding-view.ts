// What the Embeddings panel shows: the open set, the tab, and the selected rows. The set and the tab are persisted.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const embeddingTabs = ['table', 'vector', 'matrix', 'neighbours', 'map', 'compare'] as const
type EmbeddingTab = (typeof embeddingTabs)[number]

interface SelectedRows {
  readonly ids: ReadonlySet<number>
  /** Where the keys are, and what the other tabs look at; an id. */
  readonly cursor: number | null
  /** Its index in the set, if known. */
  readonly at: number | null
  /** Where a range begins; an id. */
  readonly anchor: number | null
}

interface EmbeddingView {
  readonly openId: string | null
  readonly tab: EmbeddingTab
  readonly selected: SelectedRows
  /** The row that is being written. */
  readonly editing: number | null
}

const none: SelectedRows = { ids: new Set(), cursor: null, at: null, anchor: null }

export const useEmbeddingView = create<EmbeddingView>()(
  persist((): EmbeddingView => ({ openId: null, tab: 'table', selected: none, editing: null }), {
    name: 'embeddings',
    version: 1,
    partialize: ({ openId, tab }) => ({ openId, tab }),
  }),
)

/** Null closes the set. */
export function openSet(openId: string | null) {
  if (useEmbeddingView.getState().openId === openId) return
  useEmbeddingView.setState({ openId, tab: 'table', selected: none, editing: null })
}

export function showTab(tab: string) {
  const known = embeddingTabs.find((each) => each === tab)
  if (known) useEmbeddingView.setState({ tab: known })
}

export function selectRow(id: number, at: number | null = null) {
  useEmbeddingView.setState({ selected: { ids: new Set([id]), cursor: id, at, anchor: id } })
}

/** The anchor of a range stays. */
export function selectRows(ids: Iterable<number>, cursor: Pick<SelectedRows, 'cursor' | 'at'>) {
  useEmbeddingView.setState(({ selected }) => ({ selected: { ...selected, ...cursor, ids: new Set(ids) } }))
}

export function toggleRow(id: number, at: number | null) {
  useEmbeddingView.setState(({ selected }) => {
    const ids = new Set(selected.ids)
    if (!ids.delete(id)) ids.add(id)
    return { selected: { ids, cursor: id, at, anchor: id } }
  })
}

/** Moves the cursor; the selection stays. */
export function moveCursor(cursor: number, at: number) {
  useEmbeddingView.setState(({ selected }) => ({ selected: { ...selected, cursor, at } }))
}

export function clearRowSelection() {
  useEmbeddingView.setState(({ selected }) => ({
    selected: { ...none, cursor: selected.cursor, at: selected.at },
  }))
}

/** Null ends it. */
export function editRow(editing: number | null) {
  useEmbeddingView.setState({ editing })
}
