// A model's vendor ID: how it was resolved, and its editor.
import { Pencil, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Alias } from '#shared/schemas/custom-model'
import { describeError } from '../../../api/describe-error'
import { Badge } from '../../../components/Badge'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { onEscape } from '../../../components/keyboard'
import { changeSettingsView } from '../../../state/settings-view'
import { TextField } from '../FormParts'
import { useReturnedFocus } from '../focus'
import { useSettingsForm, useUpdateSettings } from '../settings-form'
import { changeAlias, describeVendorId, toAliasForm, toDefaultId, withoutPathPrefix } from './aliases'

const badgeTones = { quiet: 'quiet', warn: 'warn', own: 'accent' } as const

interface VendorIdProps {
  readonly model: ModelSummary
  readonly aliases: readonly Alias[]
}

/** Shows the id; pressed, it is edited. */
export function VendorId({ model, aliases }: VendorIdProps) {
  const { id, vendorId, vendorIdBy } = model
  const { update } = useUpdateSettings()
  const button = useReturnedFocus('closedAlias', id)
  const description = describeVendorId(model, Date.now())
  const reset = () =>
    update(
      { aliases: changeAlias(aliases, { model: id, to: '' }) },
      {
        onSuccess: () => changeSettingsView({ closedAlias: id }),
        onError: (error) => toast.error(withoutPathPrefix(describeError(error))),
      },
    )
  return (
    <div className="flex items-start gap-1">
      <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5">
        <button
          ref={button}
          type="button"
          aria-label={`Edit provider model ID for ${id}, currently ${vendorId}`}
          onClick={() => changeSettingsView({ editedAlias: id })}
          className="group/id -ml-1.5 flex max-w-full items-center gap-1.5 rounded-md px-1.5 py-0.5 text-left hover:bg-hover"
        >
          <span className="font-mono [overflow-wrap:anywhere]">{vendorId}</span>
          <Pencil
            size={12}
            aria-hidden="true"
            className="shrink-0 text-faint opacity-0 group-hover:opacity-100 group-focus-visible/id:opacity-100"
          />
        </button>
        {description && <Badge tone={badgeTones[description.tone]}>{description.text}</Badge>}
      </div>
      {vendorIdBy === 'alias' && (
        <IconButton
          size="small"
          label={`Reset ${id} to ${toDefaultId(id)}`}
          icon={RotateCcw}
          onClick={reset}
        />
      )}
    </div>
  )
}

interface AliasEditorProps extends VendorIdProps {
  /** By the user: the field takes the focus. */
  readonly wasOpened: boolean
}

export function AliasEditor({ model: { id, vendorId }, aliases, wasOpened }: AliasEditorProps) {
  const fold = () => changeSettingsView({ editedAlias: null, closedAlias: id })
  const form = useSettingsForm({
    form: toAliasForm(id),
    saved: { to: aliases.find(({ from }) => from === id)?.to ?? vendorId },
    pathOf: () => 'aliases',
    toPatch: ({ to }) => ({ aliases: changeAlias(aliases, { model: id, to }) }),
    onSaved: fold,
  })
  const cancel = () => {
    form.discard()
    fold()
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!wasOpened) return
    field.current?.select()
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [wasOpened])
  return (
    <form onSubmit={form.submit} onKeyDown={onEscape(cancel)} noValidate>
      <TextField
        label={`Provider model ID for ${id}`}
        hint={`Leave empty to use ${toDefaultId(id)}.`}
        ref={field}
        className="h-7 font-mono text-sm"
        {...form.field('to')}
        actions={
          <>
            <Button size="small" type="submit" variant="primary" disabled={form.pending}>
              Save
            </Button>
            <Button size="small" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </>
        }
      />
    </form>
  )
}
