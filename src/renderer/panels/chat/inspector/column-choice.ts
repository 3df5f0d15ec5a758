// Which column of a comparison the inspector sets, for each draft.
import { create } from 'zustand'

/** Counted from 0, by the draft's key; it stands beyond the last column where some were taken away. */
const useColumnChoice = create<{ readonly columns: Readonly<Record<string, number>> }>()(() => ({
  columns: {},
}))

export function useChosenColumn(draftKey: string): number {
  return useColumnChoice(({ columns }) => columns[draftKey] ?? 0)
}

export function chooseColumn(draftKey: string, column: number) {
  useColumnChoice.setState(({ columns }) => ({ columns: { ...columns, [draftKey]: column } }))
}

/** The chosen one stays chosen where one before it is taken away. */
export function forgetColumn(draftKey: string, removed: number) {
  const chosen = useColumnChoice.getState().columns[draftKey] ?? 0
  if (removed < chosen) chooseColumn(draftKey, chosen - 1)
}
