// Adds a model that the catalogue lacks, or edits one: its id, and what it can do.
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import type { OwnModel } from '#shared/schemas/own-model'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { Notice } from '../../../components/Notice'
import { onEscape } from '../../../components/on-escape'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { TextInput } from '../../../components/TextInput'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { useFormDraft } from '../use-form-draft'
import { useUpdateSettings } from '../use-update-settings'
import { withoutPlace } from './alias-changes'
import {
  emptyModel,
  type OwnModelField,
  putModel,
  readModel,
  toModelTexts,
  traitsOfKind,
} from './own-model-texts'

const kinds: Readonly<Record<ModelKind, { label: string; description: string }>> = {
  text: { label: 'Text', description: 'Answers in words; a chat can be held with it.' },
  image: { label: 'Image', description: 'Draws and edits images.' },
  video: { label: 'Video', description: 'Makes videos as long-running work.' },
  embedding: { label: 'Embedding', description: 'Turns texts into vectors.' },
  transcription: { label: 'Transcription', description: 'Turns speech into text.' },
}

const kindGroups = [{ label: 'Kind', options: modelKinds.map((kind) => ({ value: kind, ...kinds[kind] })) }]

interface OwnModelFormProps {
  readonly settings: Settings
  /** The one to edit; a new one where absent. */
  readonly kept?: OwnModel
}

export function OwnModelForm({ settings, kept }: OwnModelFormProps) {
  const { texts, isChanged, write, discard } = useFormDraft(
    `model ${kept?.id ?? 'new'}`,
    kept ? toModelTexts(kept) : emptyModel,
  )
  const [tried, setTried] = useState(false)
  const place = kept ? settings.models.findIndex(({ id }) => id === kept.id) : settings.models.length
  const at = `models.${place}`
  const { update, reset, pending, errors, error, failure } = useUpdateSettings([at])
  const kind = modelKinds.find((each) => each === texts.kind) ?? 'text'
  const read = readModel(texts, kind)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const fold = (id = kept?.id) => changeSettingsView({ editedModel: null, closedModel: id ?? null })
  const close = (id?: string) => {
    discard()
    fold(id)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { model } = read
    if (!model) return
    const done = () => {
      close(model.id)
      announce(`${model.id} was ${kept ? 'saved' : 'added'}.`)
    }
    update(putModel(settings, model, kept), { onSuccess: done })
  }
  const change = (field: string, text: string) => {
    write(field, text)
    reset()
  }
  const errorOf = (field: OwnModelField) =>
    (tried ? read.errors?.[field] : undefined) ?? errors[`${at}.${field}`]
  const input = (field: OwnModelField, placeholder: string) => ({
    placeholder,
    value: texts[field],
    error: errorOf(field),
    onChange: (text: string) => change(field, text),
  })
  const traits = traitsOfKind[kind]
  return (
    <form
      aria-label={kept ? `Edit ${kept.id}` : 'New model'}
      className="flex flex-col gap-4 rounded-lg border border-line-strong bg-canvas p-4"
      onSubmit={save}
      // What was typed is still there when it is opened again.
      onKeyDown={onEscape(() => fold())}
      noValidate
    >
      <div className="flex flex-wrap gap-4 [&>*]:min-w-48 [&>*]:flex-1">
        <Field label="Id" hint="As the upstream knows it, or as you want to call it." error={errorOf('id')}>
          {(attributes) => (
            <TextInput
              {...attributes}
              ref={first}
              placeholder="gemini-3.5-pro"
              className="font-mono text-sm"
              value={texts.id}
              onChange={(event) => change('id', event.target.value)}
            />
          )}
        </Field>
        <TextField
          label="Name"
          hint="As it is shown; the id where blank."
          {...input('displayName', 'The id')}
        />
      </div>
      <Field label="Kind">
        {(attributes) => (
          <Select
            id={attributes.id}
            label="Kind"
            value={kind}
            groups={kindGroups}
            onChange={(value) => change('kind', value)}
            className="w-48"
          />
        )}
      </Field>
      {traits.includes('thinks') && (
        <Switch
          label="It thinks"
          hint="Its thoughts can be asked for."
          checked={texts.thinks === 'yes'}
          onChange={(on) => change('thinks', on ? 'yes' : '')}
        />
      )}
      {traits.includes('aspectRatios') && (
        <TextField
          label="Aspect ratios"
          hint="Separated by commas. Blank: it takes none."
          {...input('aspectRatios', '1:1, 16:9, 9:16')}
        />
      )}
      {traits.includes('imageSizes') && (
        <TextField
          label="Image sizes"
          hint="Separated by commas. Blank: it takes none."
          {...input('imageSizes', '1K, 2K, 4K')}
        />
      )}
      {failure && <Notice tone="danger" title={withoutPlace(describeError(error))} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" disabled={pending || (kept !== undefined && !isChanged)}>
          {kept ? 'Save model' : 'Add model'}
        </Button>
        <Button look="quiet" onClick={() => close()}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

function TextField({ label, hint, placeholder, value, error, onChange }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <TextInput
          {...attributes}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
