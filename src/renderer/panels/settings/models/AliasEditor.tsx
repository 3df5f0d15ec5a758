// Edits which id the vendor is asked for; what the application refuses is said right here.
import { type FormEvent, useEffect, useRef } from 'react'
import type { ModelSummary } from '#shared/desktop/contract'
import type { Alias } from '#shared/schemas/own-model'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { onEscape } from '../../../components/on-escape'
import { TextInput } from '../../../components/TextInput'
import { changeSettingsView } from '../../../state/settings-view'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { changeAlias, toDefaultId, withoutPlace } from './alias-changes'
import { toAliasForm } from './VendorId'

interface AliasEditorProps {
  readonly model: ModelSummary
  readonly aliases: readonly Alias[]
  /** By the user, just now: the field takes the focus. */
  readonly wasOpened: boolean
}

export function AliasEditor({ model: { id, vendorId }, aliases, wasOpened }: AliasEditorProps) {
  const own = aliases.find(({ from }) => from === id)
  const { texts, write, discard } = useFormDraft(toAliasForm(id), { to: own?.to ?? vendorId })
  const { update, reset, pending, error } = useUpdateSettings()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!wasOpened) return
    field.current?.select()
    field.current?.scrollIntoView({ block: 'nearest' })
  }, [wasOpened])
  const close = () => {
    discard()
    changeSettingsView({ editedAlias: null, closedAlias: id })
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    update({ aliases: changeAlias(aliases, { model: id, to: texts.to }) }, { onSuccess: close })
  }
  return (
    <form onSubmit={save} onKeyDown={onEscape(close)} noValidate>
      <Field
        label={`${id} at the vendor`}
        hint={`Empty goes back to ${toDefaultId(id)}.`}
        error={error ? withoutPlace(describeError(error)) : undefined}
      >
        {(attributes) => (
          <div className="flex flex-wrap items-center gap-1">
            <TextInput
              {...attributes}
              ref={field}
              className="h-7 min-w-32 flex-1 font-mono text-sm"
              value={texts.to}
              onChange={(event) => {
                write('to', event.target.value)
                reset()
              }}
            />
            <Button size="small" type="submit" look="primary" disabled={pending}>
              Save
            </Button>
            <Button size="small" look="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
