// Results being typed for a turn's function calls. They survive a restart, until they are sent.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** Result and error are separate, so that switching between them loses neither. */
export interface ResultDraft {
  readonly failing?: boolean
  readonly result?: string
  readonly error?: string
}

/** By the index of the call in its turn. */
export type ResultDrafts = Readonly<Record<number, ResultDraft>>

/** The drafts of older turns are deleted: their conversations may be gone. */
const maxTurns = 50

export const useResultDrafts = create<{ turns: Readonly<Record<string, ResultDrafts>> }>()(
  persist((): { turns: Readonly<Record<string, ResultDrafts>> } => ({ turns: {} }), {
    name: 'typed-results',
    version: 1,
  }),
)

export function writeResultDraft(turnId: string, index: number, change: ResultDraft) {
  useResultDrafts.setState(({ turns: { [turnId]: typed = {}, ...others } }) => {
    const recent = Object.entries(others).slice(1 - maxTurns)
    const changed = { ...typed, [index]: { ...typed[index], ...change } }
    return { turns: { ...Object.fromEntries(recent), [turnId]: changed } }
  })
}

export function clearResultDrafts(turnId: string) {
  useResultDrafts.setState(({ turns: { [turnId]: _, ...others } }) => ({ turns: others }))
}
