// The presets that are kept, and the one that the edited parameters come from.
import { useQuery } from '@tanstack/react-query'
import type { Preset } from '#shared/schemas/shelf'
import { queries } from '../../../../api/desktop'
import { useEditedParameters } from '../use-edited-parameters'
import { useAppliedPresets } from './applied-presets'
import { findPresetInUse, type PresetInUse } from './find-preset-in-use'

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
