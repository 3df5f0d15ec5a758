// One preset: applies it, and has a menu of other actions.
import { useMutation } from '@tanstack/react-query'
import { Ellipsis, Pencil, RefreshCw, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/presets'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { type Outcome, toastOutcome, toSaved } from '../../../../api/toast-outcome'
import { Badge } from '../../../../components/Badge'
import { Button } from '../../../../components/Button'
import { IconButton } from '../../../../components/IconButton'
import { Menu } from '../../../../components/Menu'
import { useRenaming } from '../../../../components/RenameField'
import { TextInput } from '../../../../components/TextInput'
import { toastUndo } from '../../../../state/undo'

interface PresetRowProps {
  readonly preset: Preset
  /** Names of parameters changed since it was applied; null if it is not in use. */
  readonly changed: readonly string[] | null
  readonly parameters: ChatParameters
  readonly onApply: () => void
  /** Must move the focus to another element. */
  readonly onRemove: () => void
}

export function PresetRow({ preset, changed, parameters, onApply, onRemove }: PresetRowProps) {
  const { id, name } = preset
  const { renaming, startRenaming, endRenaming, returnFocus } = useRenaming()
  if (renaming) {
    return (
      <PresetName
        name={name}
        label={`Rename ${name}`}
        save={async (next) =>
          void (await desktop.presets.save({ id, name: next, parameters: preset.parameters }))
        }
        onClose={endRenaming}
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

interface PresetNameProps {
  /** Empty for a new preset. */
  readonly name: string
  readonly label: string
  readonly save: (name: string) => Promise<void>
  /** After a key press, the focus returns to the previous button; otherwise it has already moved. */
  readonly onClose: (byKey: boolean) => void
}

/** The field for a preset's name. A new one is saved with its button; a renamed one also when it loses the focus. */
export function PresetName({ name: oldName, label, save, onClose }: PresetNameProps) {
  const [name, setName] = useState(oldName)
  const isNew = oldName === ''
  const saving = useMutation({
    mutationFn: (_byKey: boolean) => save(name),
    onSuccess: (_, byKey) => onClose(byKey),
  })
  const submit = (byKey: boolean) => {
    if (!name.trim() || name.trim() === oldName) onClose(byKey)
    else saving.mutate(byKey)
  }
  return (
    <form
      className={isNew ? 'flex flex-col gap-1.5' : 'flex flex-col gap-1 px-2 py-0.5'}
      onSubmit={(event) => {
        event.preventDefault()
        submit(true)
      }}
    >
      <TextInput
        ref={focusAndSelect}
        aria-label={label}
        aria-invalid={saving.error ? true : undefined}
        placeholder={isNew ? label : undefined}
        maxLength={80}
        className="h-7!"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => !isNew && submit(false)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Otherwise Escape would stop a running answer, too.
          event.stopPropagation()
          onClose(true)
        }}
      />
      {saving.error && (
        <p role="alert" className="text-danger text-sm">
          {describeError(saving.error)}
        </p>
      )}
      {isNew && (
        <div className="flex gap-1">
          <Button type="submit" size="small" variant="primary" disabled={!name.trim()}>
            Save
          </Button>
          <Button size="small" variant="quiet" onClick={() => onClose(true)}>
            Cancel
          </Button>
        </div>
      )}
    </form>
  )
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.select()
}
