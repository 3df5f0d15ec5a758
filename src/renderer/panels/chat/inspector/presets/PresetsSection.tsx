// Presets: named sets of parameters, to be applied again and shared as files.
import { Download, Plus } from 'lucide-react'
import type { Preset } from '#shared/schemas/presets'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { toastOutcome, toastUndo } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { useRenaming } from '../../../../components/RenameField'
import { clearInputs } from '../../../../state/input-texts'
import { numberNames } from '../ParameterNumber'
import { useEditedParameters } from '../use-edited-parameters'
import { PresetName, PresetRow } from './PresetRow'
import { recordApplied, usePresets } from './use-presets'

export function PresetsSection() {
  const { parameters, replace, scope } = useEditedParameters()
  const { presets, inUse, error, isPending } = usePresets()
  const {
    renaming: isNaming,
    beginRenaming: beginNaming,
    endRenaming: endNaming,
    returnFocus,
  } = useRenaming()
  const apply = (preset: Preset) => {
    const before = { parameters, id: inUse?.id ?? null }
    clearInputs(...numberNames.map((name) => `${scope}/${name}`))
    replace(preset.parameters)
    recordApplied(scope, preset.id)
    toastUndo(`“${preset.name}” is applied.`, () => {
      replace(before.parameters)
      recordApplied(scope, before.id)
    })
  }
  const saveNew = async (name: string) => {
    const preset = await desktop.presets.keep({ name, parameters })
    recordApplied(scope, preset.id)
  }
  return (
    <>
      {error && <p className="text-danger text-sm">{describeError(error)}</p>}
      {!isPending && presets.length === 0 && (
        <p className="text-faint text-sm">Keep what is set here under a name, to use it in any chat.</p>
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
                onRemove={() => endNaming(true)}
              />
            </li>
          ))}
        </ul>
      )}
      {isNaming ? (
        <PresetName name="" label="Name of the preset" save={saveNew} onClose={endNaming} />
      ) : (
        <div className="flex gap-1">
          <Button ref={returnFocus} size="small" onClick={beginNaming}>
            <Plus size={14} aria-hidden="true" />
            Save as…
          </Button>
          <Button size="small" look="quiet" onClick={() => toastOutcome(importPreset())}>
            <Download size={14} aria-hidden="true" />
            Import…
          </Button>
        </div>
      )}
    </>
  )
}

/** Resolves to a message, or to nothing if the dialog was canceled. */
async function importPreset(): Promise<string | undefined> {
  const preset = await desktop.presets.import()
  return preset ? `“${preset.name}” is kept here now.` : undefined
}
