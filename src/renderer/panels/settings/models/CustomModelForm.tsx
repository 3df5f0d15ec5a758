// Adds a model that the catalog lacks, or edits one: its id, and what it can do.
import { useEffect, useRef } from 'react'
import type { CustomModel } from '#shared/schemas/custom-model'
import { type ModelKind, modelKinds } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { onEscape } from '../../../components/keyboard'
import { Notice } from '../../../components/Notice'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { withoutPathPrefix } from './aliases'
import { emptyModel, parseModel, putModel, toModelForm, toModelTexts } from './custom-models'

const kinds: Readonly<Record<ModelKind, { readonly label: string; readonly description: string }>> = {
  text: { label: 'Text', description: 'Answers in words; a chat can be held with it.' },
  image: { label: 'Image', description: 'Draws and edits images.' },
  video: { label: 'Video', description: 'Makes videos as long-running work.' },
  embedding: { label: 'Embedding', description: 'Turns texts into vectors.' },
  transcription: { label: 'Transcription', description: 'Turns speech into text.' },
}

const kindGroups = [{ label: 'Kind', options: modelKinds.map((kind) => ({ value: kind, ...kinds[kind] })) }]

const listFields = [
  { name: 'aspectRatios', label: 'Aspect ratios', placeholder: '1:1, 16:9, 9:16' },
  { name: 'imageSizes', label: 'Image sizes', placeholder: '1K, 2K, 4K' },
] as const

interface CustomModelFormProps {
  readonly settings: Settings
  /** The model to edit; a new one if absent. */
  readonly saved?: CustomModel
}

export function CustomModelForm({ settings, saved }: CustomModelFormProps) {
  const { models } = settings
  const index = saved ? models.findIndex(({ id }) => id === saved.id) : models.length
  const fold = (id = saved?.id) => changeSettingsView({ editedModel: null, closedModel: id ?? null })
  const form = useSettingsForm({
    form: toModelForm(saved?.id),
    saved: saved ? toModelTexts(saved) : emptyModel,
    pathOf: (field) => `models.${index}.${field}`,
    findProblems: (texts) => parseModel(texts).problems,
    toPatch: (texts) => putModel(settings, parseModel(texts).model, saved),
    onSaved: () => {
      fold(model.id)
      announce(`${model.id} was ${saved ? 'saved' : 'added'}.`)
    },
  })
  const { traits, model } = parseModel(form.texts)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const cancel = () => {
    form.discard()
    fold()
  }
  return (
    <form
      aria-label={saved ? `Edit ${saved.id}` : 'New model'}
      className="flex flex-col gap-4 rounded-lg border border-line-strong bg-canvas p-4"
      onSubmit={form.submit}
      // The draft is still there when the form is opened again.
      onKeyDown={onEscape(() => fold())}
      noValidate
    >
      <div className="flex flex-wrap gap-4 [&>*]:min-w-48 [&>*]:flex-1">
        <TextField
          {...form.field('id')}
          ref={first}
          label="Id"
          hint="As the upstream knows it, or as you want to call it."
          placeholder="gemini-3.5-pro"
          className="font-mono text-sm"
        />
        <TextField
          {...form.field('displayName')}
          label="Name"
          hint="As it is shown; the id where blank."
          placeholder="The id"
        />
      </div>
      <Field label="Kind">
        {(attributes) => (
          <Select
            id={attributes.id}
            label="Kind"
            value={model.kind}
            groups={kindGroups}
            onChange={form.field('kind').onChange}
            className="w-48"
          />
        )}
      </Field>
      {traits.includes('thinks') && (
        <Switch
          label="It thinks"
          hint="Its thoughts can be asked for."
          checked={model.thinks}
          onChange={(on) => form.write('thinks', on ? 'yes' : '')}
        />
      )}
      {listFields
        .filter(({ name }) => traits.includes(name))
        .map(({ name, ...texts }) => (
          <TextField
            key={name}
            {...form.field(name)}
            {...texts}
            hint="Separated by commas. Blank: it takes none."
          />
        ))}
      {form.failure && <Notice tone="danger" title={withoutPathPrefix(form.failure)} />}
      <div className="flex items-center gap-2">
        <Button
          type="submit"
          look="primary"
          disabled={form.pending || (saved !== undefined && !form.isChanged)}
        >
          {saved ? 'Save model' : 'Add model'}
        </Button>
        <Button look="quiet" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
