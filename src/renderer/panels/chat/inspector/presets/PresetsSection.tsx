// Presets: named sets of parameters, to be reused and shared as files.

import { useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/presets'
import { describeError } from '../../../../api/describe-error'
import { desktop, queries } from '../../../../api/desktop'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { useRenaming } from '../../../../components/RenameField'
import { clearInputs, useDrafts } from '../../../../state/draft-store'
import { readDraft, toDraftKey, useDraft } from '../../../../state/drafts'
import { saveChatStart, useBuiltInParameters, useChatStart } from '../../../../state/next-parameters'
import { changePreference, usePreferences } from '../../../../state/preferences'
import { toastUndo, unchanged } from '../../../../state/undo'
import { listDifferences } from '../../parameter-names'
import { numberNames } from '../ParameterNumber'
import { useEditedParameters } from '../use-edited-parameters'
import { PresetName, PresetRow } from './PresetRow'

export function PresetsSection() {
  const { parameters, replace, scope, draftKey } = useEditedParameters()
  const { presets, inUse, error, isPending } = usePresets()
  const {
    renaming: isNaming,
    startRenaming: beginNaming,
    endRenaming: endNaming,
    returnFocus,
  } = useRenaming()
  const apply = (preset: Preset) => {
    const before = { parameters, id: inUse?.id ?? null }
    clearInputs(...toInputKeys(scope))
    replace(preset.parameters)
    recordApplied(scope, preset.id)
    const undo = () => {
      replace(before.parameters)
      recordApplied(scope, before.id)
    }
    toastUndo(`“${preset.name}” applied`, undo, { isPossible: unchanged(() => readSet(draftKey)) })
  }
  const saveNew = async (name: string) => {
    const preset = await desktop.presets.save({ name, parameters })
    recordApplied(scope, preset.id)
  }
  return (
    <>
      {error && <p className="text-danger text-sm">{describeError(error)}</p>}
      {!isPending && presets.length === 0 && (
        <p className="text-faint text-sm">Save these settings as a preset to reuse them in any chat.</p>
      )}
      {presets.length > 0 && (
        <ul aria-label="Presets" className="-mx-2 flex flex-col">
          {presets.map((preset) => (
            <li key={preset.id}>
              <PresetRow
                preset={preset}
                changed={inUse?.id === preset.id ? inUse.changed : null}
                parameters={parameters}
                onApply={() => apply(preset)}
                // An open field for a new name stays open.
                onRemove={() => isNaming || endNaming(true)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <PresetName name="" label="Preset name" save={saveNew} onClose={endNaming} />
      ) : (
        <div className="flex gap-1">
          <Button ref={returnFocus} size="small" onClick={beginNaming}>
            <Plus size={14} aria-hidden="true" />
            Save as preset…
          </Button>
          <Button size="small" variant="quiet" onClick={() => toastOutcome(importPreset())}>
            <Download size={14} aria-hidden="true" />
            Import…
          </Button>
        </div>
      )}
      <StartSettings />
    </>
  )
}

/** The parameters of the next prompt that the user has set: those of its columns, if it has any. */
function readSet(draftKey: string) {
  const { columns, parameters } = readDraft(draftKey)
  return columns ?? parameters
}

/** The rule for new chats, and the reset to their settings. */
function StartSettings() {
  const { parameters, replace, scope, draftKey } = useEditedParameters()
  const saved = useChatStart((start) => start.saved)
  const builtIn = useBuiltInParameters()
  const start = saved ?? builtIn
  const isTyped = useDrafts(({ texts }) => toInputKeys(scope).some((key) => texts[key]))
  const isStart = listDifferences(start, parameters).length === 0
  const saveStart = (next: ChatParameters | null, message: string) => {
    saveChatStart(next)
    toastUndo(message, () => saveChatStart(saved), {
      isPossible: unchanged(() => useChatStart.getState().saved),
    })
  }
  const reset = () => {
    clearInputs(...toInputKeys(scope))
    replace(start)
    recordApplied(scope, null)
    toastUndo('Settings reset', () => replace(parameters), {
      isPossible: unchanged(() => readSet(draftKey)),
    })
  }
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-3">
      <p className="text-soft text-sm">
        {saved ? 'New chats start with your saved defaults.' : 'New chats start with the built-in defaults.'}
      </p>
      <div className="-ml-2 flex flex-wrap gap-1">
        <Button
          size="small"
          variant="quiet"
          disabled={isStart}
          onClick={() => saveStart(parameters, 'Defaults saved')}
        >
          Save as defaults
        </Button>
        {saved && (
          <Button size="small" variant="quiet" onClick={() => saveStart(null, 'Built-in defaults restored')}>
            Restore built-in
          </Button>
        )}
        <Button size="small" variant="quiet" disabled={isStart && !isTyped} onClick={reset}>
          Reset all
        </Button>
      </div>
    </div>
  )
}

function toInputKeys(scope: string): string[] {
  return [...numberNames, 'stopSequence'].map((name) => `${scope}/${name}`)
}

/** Resolves to a message, or to undefined if the dialog was canceled. */
async function importPreset(): Promise<string | undefined> {
  const preset = await desktop.presets.import()
  return preset ? `“${preset.name}” imported` : undefined
}

const none: readonly Preset[] = []

interface PresetsState {
  readonly presets: readonly Preset[]
  readonly error: Error | null
  readonly isPending: boolean
  readonly inUse: PresetInUse | null
}

export function usePresets(): PresetsState {
  const { parameters, draftKey, scope } = useEditedParameters()
  // A new chat without settings of its own starts with the defaults, not with the preset applied to the last one.
  const isUnset = useDraft(draftKey, (draft) => draftKey === toDraftKey(null) && !draft.parameters)
  const appliedId = usePreferences(({ appliedPresets }) => (isUnset ? undefined : appliedPresets[scope]))
  const { data: presets = none, error, isPending } = useQuery(queries.presets.list.queryOptions())
  return { presets, error, isPending, inUse: findPresetInUse(presets, appliedId, parameters) }
}

interface PresetInUse {
  readonly id: string
  readonly name: string
  /** Names of changed parameters, possibly empty. */
  readonly changed: readonly string[]
}

/** The applied preset, with its changes; else one with equal parameters. */
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

/** Preset IDs by conversation and column. */
/** Null removes the entry. */
function recordApplied(scope: string, presetId: string | null) {
  changePreference('appliedPresets', { [scope]: presetId ?? undefined })
}
