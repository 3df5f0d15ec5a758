// The saved presets, and the one that the edited parameters come from.
import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/presets'
import { queries } from '../../../../api/desktop'
import { listDifferences } from '../../parameter-names'
import { useEditedParameters } from '../use-edited-parameters'

const none: readonly Preset[] = []

interface PresetsInSight {
  readonly presets: readonly Preset[]
  readonly error: Error | null
  readonly isPending: boolean
  readonly inUse: PresetInUse | null
}

export function usePresets(): PresetsInSight {
  const { parameters, scope } = useEditedParameters()
  const appliedId = useAppliedPresets(({ applied }) => applied[scope])
  const { data: presets = none, error, isPending } = useQuery(queries.presets.list.queryOptions())
  return { presets, error, isPending, inUse: findPresetInUse(presets, appliedId, parameters) }
}

interface PresetInUse {
  readonly id: string
  readonly name: string
  /** Names of parameters; empty if it is used unchanged. */
  readonly changed: readonly string[]
}

/** The one that was applied, with its changes; else one that says the very same. */
export function findPresetInUse(
  presets: readonly Preset[],
  appliedId: string | undefined,
  parameters: ChatParameters,
): PresetInUse | null {
  const differences = (preset: Preset) => listDifferences(preset.parameters, parameters)
  const applied = presets.find(({ id }) => id === appliedId)
  const used = applied ?? presets.find((preset) => differences(preset).length === 0)
  return used ? { id: used.id, name: used.name, changed: differences(used) } : null
}

/** By conversation and column. */
interface AppliedPresets {
  readonly applied: Readonly<Record<string, string>>
}

/** The preset that was last applied to each conversation, to list what has changed since. It survives a restart. */
const useAppliedPresets = create<AppliedPresets>()(
  persist((): AppliedPresets => ({ applied: {} }), { name: 'applied-presets', version: 1 }),
)

/** Null: it was given none. */
export function recordApplied(scope: string, presetId: string | null) {
  useAppliedPresets.setState(({ applied: { [scope]: _, ...others } }) => ({
    applied: presetId === null ? others : { ...others, [scope]: presetId },
  }))
}
