// Presets: named sets of parameters, to be applied again and shared as files.
import { Download, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { toast } from 'sonner'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/presets'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Button } from '../../../../components/Button'
import { TextInput } from '../../../../components/TextInput'
import { clearInputs } from '../../../../state/input-texts'
import { numberNames } from '../ParameterNumber'
import { useEditedParameters } from '../use-edited-parameters'
import { cancelOnEscape, focusAndSelect, PresetRow, useReturningFocus } from './PresetRow'
import { recordApplied, usePresets } from './use-presets'

export function PresetsSection() {
  const { parameters, replace, scope } = useEditedParameters()
  const { presets, inUse, error, isPending } = usePresets()
  const [naming, setNaming] = useState(false)
  const { expectFocus, returnFocus } = useReturningFocus()
  const endNaming = () => {
    expectFocus()
    setNaming(false)
  }
  const apply = (preset: Preset) => {
    const before = { parameters, id: inUse?.id ?? null }
    clearInputs(...numberNames.map((name) => `${scope}/${name}`))
    replace(preset.parameters)
    recordApplied(scope, preset.id)
    const undo = () => {
      replace(before.parameters)
      recordApplied(scope, before.id)
    }
    toast(`“${preset.name}” is applied.`, { action: { label: 'Undo', onClick: undo } })
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
                onRemove={expectFocus}
              />
            </li>
          ))}
        </ul>
      )}
      {naming ? (
        <NewPreset parameters={parameters} scope={scope} onClose={endNaming} />
      ) : (
        <div className="flex gap-1">
          <Button ref={returnFocus} size="small" onClick={() => setNaming(true)}>
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

interface NewPresetProps {
  readonly parameters: ChatParameters
  readonly scope: string
  readonly onClose: () => void
}

function NewPreset({ parameters, scope, onClose }: NewPresetProps) {
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = async () => {
    try {
      const preset = await desktop.presets.keep({ name, parameters })
      recordApplied(scope, preset.id)
      onClose()
    } catch (reason) {
      setError(describeError(reason))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form className="flex flex-col gap-1.5" onSubmit={submit}>
      <TextInput
        ref={focusAndSelect}
        aria-label="Name of the preset"
        aria-invalid={error ? true : undefined}
        placeholder="Name of the preset"
        maxLength={80}
        className="h-7!"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => cancelOnEscape(event, onClose)}
      />
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <div className="flex gap-1">
        <Button type="submit" size="small" look="primary" disabled={!name.trim()}>
          Save
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
