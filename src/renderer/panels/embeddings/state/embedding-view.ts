// The state of the Embeddings panel: the open set and the tab, which are persisted, and the selected rows.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { emptySelection, type ListSelection, selectOnly } from '../../../components/list-selection'

export const embeddingTabs = ['table', 'vector', 'matrix', 'neighbors', 'map', 'compare'] as const
type EmbeddingTab = (typeof embeddingTabs)[number]

interface EmbeddingView {
  readonly openId: string | null
  readonly tab: EmbeddingTab
  /** The selected rows; the other tabs show the row with the cursor. */
  readonly selection: ListSelection
  /** The row being edited. */
  readonly editing: number | null
}

export const useEmbeddingView = create<EmbeddingView>()(
  persist((): EmbeddingView => ({ openId: null, tab: 'table', selection: emptySelection, editing: null }), {
    name: 'embeddings',
    version: 1,
    partialize: ({ openId, tab }) => ({ openId, tab }),
  }),
)

/** Null closes the set. */
export function openSet(openId: string | null) {
  if (useEmbeddingView.getState().openId === openId) return
  useEmbeddingView.setState({ openId, tab: 'table', selection: emptySelection, editing: null })
}

export function showTab(tab: string) {
  const known = embeddingTabs.find((each) => each === tab)
  if (known) useEmbeddingView.setState({ tab: known })
}

export function setSelection(selection: ListSelection) {
  useEmbeddingView.setState({ selection })
}

/** `index` is -1 if it is unknown. */
export function selectRow(id: number, index = -1) {
  setSelection(selectOnly({ id: String(id), index }))
}

/** Returns the row with the cursor, or null. */
export function readCursorRow({ selection: { cursor } }: EmbeddingView): number | null {
  return cursor && Number(cursor.id)
}

export function useSelectedRow(): number | null {
  return useEmbeddingView(readCursorRow)
}

/** Null ends editing. */
export function editRow(editing: number | null) {
  useEmbeddingView.setState({ editing })
}
