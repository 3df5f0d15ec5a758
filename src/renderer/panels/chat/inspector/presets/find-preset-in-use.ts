// Which preset the parameters come from, and what has changed since.
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/shelf'
import { listDifferences } from '../../parameter-names'

export interface PresetInUse {
  readonly id: string
  readonly name: string
  /** In the inspector's words; empty where it is used as it stands. */
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
