// One preset: apply it, and the menu of its other actions.
import { Ellipsis, Pencil, RefreshCw, Trash2, Upload } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Preset } from '#shared/schemas/presets'
import { describeError } from '../../../../api/describe-error'
import { desktop } from '../../../../api/desktop'
import { toastOutcome } from '../../../../api/toast-outcome'
import { Badge } from '../../../../components/Badge'
import { IconButton } from '../../../../components/IconButton'
import { Menu } from '../../../../components/Menu'
import { TextInput } from '../../../../components/TextInput'

interface PresetRowProps {
  readonly preset: Preset
  /** What has changed since it was applied; null if it is not in use. */
  readonly changed: readonly string[] | null
  readonly parameters: ChatParameters
  readonly onApply: () => void
  /** The focus must move to another element. */
  readonly onRemove: () => void
}

export function PresetRow({ preset, changed, parameters, onApply, onRemove }: PresetRowProps) {
  const { id, name } = preset
  const [renaming, setRenaming] = useState(false)
  const { expectFocus, returnFocus } = useReturningFocus()
  const endRenaming = (byKey: boolean) => {
    if (byKey) expectFocus()
    setRenaming(false)
  }
  if (renaming) return <Rename preset={preset} onClose={endRenaming} />
  const isChanged = changed !== null && changed.length > 0
  const items = [
    {
      name: 'Update to what is set now',
      icon: RefreshCw,
      onSelect: () => toastOutcome(update(preset, parameters)),
    },
    { name: 'Rename', icon: Pencil, onSelect: () => setRenaming(true) },
    { name: 'Export…', icon: Upload, onSelect: () => toastOutcome(exportPreset(preset)) },
    {
      name: 'Delete',
      icon: Trash2,
      danger: true,
      apart: true,
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
        {changed && (
          <Badge tone={isChanged ? 'warn' : 'accent'}>{isChanged ? 'changed since' : 'in use'}</Badge>
        )}
        <Menu
          label={`Preset ${name}`}
          trigger={<IconButton size="small" label={`More of ${name}`} icon={Ellipsis} />}
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
  await desktop.presets.keep({ id, name, parameters })
  const undo = () => toastOutcome(desktop.presets.keep({ id, name, parameters: before }))
  toast(`“${name}” holds what is set now.`, { action: { label: 'Undo', onClick: undo } })
}

/** Resolves to a message, or to nothing if the dialog was canceled. */
async function exportPreset({ id }: Preset): Promise<string | undefined> {
  const { path } = await desktop.presets.export({ id })
  return path ? `Written to ${path}` : undefined
}

async function remove({ id, name }: Preset, onRemove: () => void): Promise<void> {
  await desktop.presets.delete({ id })
  onRemove()
  const undo = () => toastOutcome(desktop.presets.restore({ id }))
  toast(`“${name}” was deleted.`, { action: { label: 'Undo', onClick: undo } })
}

interface RenameProps {
  readonly preset: Preset
  /** Closed by a key, the focus returns to the row; otherwise it is elsewhere already. */
  readonly onClose: (byKey: boolean) => void
}

function Rename({ preset, onClose }: RenameProps) {
  const [name, setName] = useState(preset.name)
  const [error, setError] = useState<string | null>(null)
  const save = async (byKey: boolean) => {
    if (!name.trim() || name.trim() === preset.name) return onClose(byKey)
    try {
      await desktop.presets.keep({ id: preset.id, name, parameters: preset.parameters })
      onClose(byKey)
    } catch (reason) {
      setError(describeError(reason))
    }
  }
  return (
    <form
      className="flex flex-col gap-1 px-2 py-0.5"
      onSubmit={(event) => {
        event.preventDefault()
        void save(true)
      }}
    >
      <TextInput
        ref={focusAndSelect}
        aria-label={`New name of ${preset.name}`}
        aria-invalid={error ? true : undefined}
        maxLength={80}
        className="h-7!"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => void save(false)}
        onKeyDown={(event) => cancelOnEscape(event, () => onClose(true))}
      />
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </form>
  )
}

export function focusAndSelect(input: HTMLInputElement | null) {
  input?.select()
}

export function cancelOnEscape(event: KeyboardEvent, leave: () => void) {
  if (event.key !== 'Escape') return
  // Otherwise it would stop a running answer as well.
  event.stopPropagation()
  leave()
}

/** For the button that the field replaces: it gets the focus back if a key has closed the field. */
export function useReturningFocus() {
  const returning = useRef(false)
  return {
    expectFocus: () => {
      returning.current = true
    },
    returnFocus: (button: HTMLButtonElement | null) => {
      if (!button || !returning.current) return
      returning.current = false
      button.focus()
    },
  }
}
