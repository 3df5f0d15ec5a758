// Results being typed for a turn's function calls. They survive a restart, until they are sent.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** A result and an error are kept apart, so that changing one's mind loses neither. */
export interface ResultDraft {
  readonly failing?: boolean
  readonly result?: string
  readonly error?: string
}

/** By the call's place in its turn. */
export type ResultDrafts = Readonly<Record<number, ResultDraft>>

/** Of more turns than these, the oldest are forgotten: their conversations may be long gone. */
const maxTurns = 50

export const useResultDrafts = create<{ turns: Readonly<Record<string, ResultDrafts>> }>()(
  persist((): { turns: Readonly<Record<string, ResultDrafts>> } => ({ turns: {} }), {
    name: 'typed-results',
    version: 1,
  }),
)

export function writeResultDraft(turnId: string, index: number, change: ResultDraft) {
  useResultDrafts.setState(({ turns: { [turnId]: typed = {}, ...others } }) => {
    const kept = Object.entries(others).slice(1 - maxTurns)
    const changed = { ...typed, [index]: { ...typed[index], ...change } }
    return { turns: { ...Object.fromEntries(kept), [turnId]: changed } }
  })
}

export function clearResultDrafts(turnId: string) {
  useResultDrafts.setState(({ turns: { [turnId]: _, ...others } }) => ({ turns: others }))
}
