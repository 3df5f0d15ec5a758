// Which preset each conversation was last given, to tell what has changed since. It survives a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

/** By conversation and column. */
interface AppliedPresets {
  readonly applied: Readonly<Record<string, string>>
}

export const useAppliedPresets = create<AppliedPresets>()(
  persist((): AppliedPresets => ({ applied: {} }), { name: 'applied-presets', version: 1 }),
)

/** Null: it was given none. */
export function noteApplied(scope: string, presetId: string | null) {
  useAppliedPresets.setState(({ applied: { [scope]: _, ...others } }) => ({
    applied: presetId === null ? others : { ...others, [scope]: presetId },
  }))
}
