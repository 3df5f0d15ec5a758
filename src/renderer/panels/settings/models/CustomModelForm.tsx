// Adds a model that the catalog lacks, or edits one: its id, and what it can do.
import type { CustomModel } from '#shared/schemas/model'
import type { Settings } from '#shared/schemas/settings'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { Switch } from '../../../components/Switch'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { EditorForm, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { withoutPathPrefix } from './aliases'
import { emptyModel, parseModel, putModel, toModelForm, toModelTexts } from './custom-models'
import { kindGroups } from './model-kinds'

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
      announce(`${model.id} ${saved ? 'saved' : 'added'}`)
    },
  })
  const { traits, model } = parseModel(form.texts)
  return (
    <EditorForm
      label={saved ? `Edit ${saved.id}` : 'New model'}
      form={{ ...form, failure: form.failure && withoutPathPrefix(form.failure) }}
      submitLabel={saved ? 'Save model' : 'Add model'}
      canSubmit={saved === undefined || form.isChanged}
      onFold={() => fold()}
    >
      {(first) => (
        <>
          <div className="flex flex-wrap gap-4 [&>*]:min-w-48 [&>*]:flex-1">
            <TextField
              {...form.field('id')}
              ref={first}
              label="Model ID"
              hint="The provider’s ID, or your own name for it."
              placeholder="gemini-3.5-pro"
              className="font-mono text-sm"
            />
            <TextField
              {...form.field('displayName')}
              label="Display name"
              hint="Leave empty to show the ID."
              placeholder="Same as ID"
            />
          </div>
          <Field label="Type">
            {(attributes) => (
              <Select
                id={attributes.id}
                label="Type"
                value={model.kind}
                groups={kindGroups}
                onChange={form.field('kind').onChange}
                className="w-48"
              />
            )}
          </Field>
          {traits.includes('thinks') && (
            <Switch
              label="Supports thinking"
              hint="Lets you request thought summaries."
              checked={model.thinks}
              onChange={(on) => form.write('thinks', on ? 'yes' : '')}
            />
          )}
          {traits.includes('inputTokenLimit') && (
            <TextField
              {...form.field('inputTokenLimit')}
              label="Context window"
              hint="In tokens, such as 128000 or 128k. Leave empty if unknown."
              placeholder="1048576"
              className="w-48"
            />
          )}
          {listFields
            .filter(({ name }) => traits.includes(name))
            .map(({ name, ...texts }) => (
              <TextField
                key={name}
                {...form.field(name)}
                {...texts}
                hint="Comma-separated. Leave empty if not supported."
              />
            ))}
        </>
      )}
    </EditorForm>
  )
}
