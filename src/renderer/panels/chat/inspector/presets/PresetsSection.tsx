// Presets: named sets of parameters, to be reused and shared as files.
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, Pencil, Plus, RefreshCw, Trash2, Upload } from 'lucide-react'
import type { ChatParameters, Preset } from '#shared/schemas/chat-parameters'
import { describeError } from '../../../../api/describe-error'
import { desktop, queries } from '../../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../../api/toast-outcome'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { IconButton } from '../../../../components/IconButton'
import { Menu } from '../../../../components/Menu'
import { RenameField, useRenaming } from '../../../../components/RenameField'
import { clearInputs, useDrafts } from '../../../../state/draft-store'
import { readDraft, toDraftKey, useDraft } from '../../../../state/drafts'
import { saveChatStart, useBuiltInParameters, useChatStart } from '../../../../state/next-parameters'
import { changePreference, usePreferences } from '../../../../state/preferences'
import { toastUndo, unchanged } from '../../../../state/undo'
import { listDifferences } from '../../parameter-names'
import { numberNames } from '../ParameterNumber'
import { useEditedParameters } from '../use-edited-parameters'

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
        <RenameField
          label="Preset name"
          name=""
          maxLength={maxPresetName}
          onRename={(name) => toastOutcome(saveNew(name))}
          onDone={endNaming}
        />
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

/** Null removes the entry. */
function recordApplied(scope: string, presetId: string | null) {
  changePreference('appliedPresets', { [scope]: presetId ?? undefined })
}

interface PresetRowProps {
  readonly preset: Preset
  /** Names of parameters changed since it was applied; null if it is not in use. */
  readonly changed: readonly string[] | null
  readonly parameters: ChatParameters
  readonly onApply: () => void
  /** Must move the focus to another element. */
  readonly onRemove: () => void
}

function PresetRow({ preset, changed, parameters, onApply, onRemove }: PresetRowProps) {
  const { id, name } = preset
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  if (renaming) {
    return (
      <RenameField
        label={`Rename ${name}`}
        name={name}
        maxLength={maxPresetName}
        onRename={(next) => toastOutcome(rename(preset, next))}
        onDone={endRenaming}
      />
    )
  }
  const isChanged = changed !== null && changed.length > 0
  const items = [
    {
      name: 'Update with current settings',
      icon: RefreshCw,
      onSelect: () => toastOutcome(update(preset, parameters)),
    },
    { name: 'Rename', icon: Pencil, onSelect: startRenaming },
    { name: 'Export…', icon: Upload, onSelect: () => toastOutcome(exportPreset(preset)) },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      hasSeparator: true,
      onSelect: () => toastOutcome(remove(preset, onRemove)),
    },
  ]
  return (
    <div className="flex flex-col rounded-md focus-within:bg-hover hover:bg-hover">
      <div className="flex h-8 items-center gap-1 pr-1">
        <button
          ref={returnFocus}
          type="button"
          aria-label={`Apply ${name}`}
          aria-describedby={isChanged ? `${id}-changed` : undefined}
          className="h-8 min-w-0 flex-1 truncate rounded-md px-2 text-left outline-offset-[-2px]"
          onClick={onApply}
        >
          {name}
        </button>
        {changed && <Badge tone={isChanged ? 'warn' : 'accent'}>{isChanged ? 'modified' : 'in use'}</Badge>}
        <Menu
          label={`Actions for ${name}`}
          trigger={<IconButton size="small" label={`Actions for ${name}`} icon={Ellipsis} />}
          items={items}
        />
      </div>
      {isChanged && (
        <p id={`${id}-changed`} className="-mt-1 px-2 pb-1 text-faint text-sm">
          {changed.join(', ')}
        </p>
      )}
    </div>
  )
}

/** As the workspace accepts them. */
const maxPresetName = 80

async function rename({ id, parameters }: Preset, name: string): Promise<void> {
  await desktop.presets.save({ id, name, parameters })
}

async function update({ id, name, parameters: before }: Preset, parameters: ChatParameters): Promise<void> {
  await desktop.presets.save({ id, name, parameters })
  toastUndo(`“${name}” updated`, () => desktop.presets.save({ id, name, parameters: before }))
}

async function exportPreset({ id }: Preset): Promise<Outcome> {
  const { path } = await desktop.presets.export({ id })
  return toSaved(path, 'Exported')
}

async function remove({ id, name }: Preset, onRemove: () => void): Promise<void> {
  await desktop.presets.delete({ id })
  onRemove()
  toastUndo(`“${name}” deleted`, () => desktop.presets.restore({ id }))
}
