// Adds a price, or edits one: its model, provider and date, and what is billed.
import { useId } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { toLocalDay } from '#shared/prices/cost'
import { type PriceEntry, toPriceKey } from '#shared/schemas/prices'
import type { Settings } from '#shared/schemas/settings'
import { Field } from '../../../components/Field'
import { Select } from '../../../components/Select'
import { announce } from '../../../state/announcement'
import { changeSettingsView } from '../../../state/settings-view'
import { EditorForm, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import {
  emptyPrice,
  findKind,
  listRateGroups,
  parsePrice,
  putPrice,
  toPriceForm,
  toPriceTexts,
} from './price-form'

/** A select has no empty value. */
const any = 'any'

export const providerNames = {
  vendor: 'Gemini and OpenAI',
  service: 'Custom services',
  openai: 'OpenAI-compatible servers',
} as const

const providerGroups = [
  {
    label: '',
    options: [
      { value: any, label: 'Any provider' },
      ...Object.entries(providerNames).map(([value, label]) => ({ value, label })),
    ],
  },
]

interface PriceFormProps {
  readonly settings: Settings
  readonly models: readonly ModelSummary[]
  /** The entry to edit; a new one if absent. */
  readonly saved?: PriceEntry
}

export function PriceForm({ settings, models, saved }: PriceFormProps) {
  const { prices } = settings
  const old = saved && toPriceKey(saved)
  const listId = useId()
  const fold = (key = old) => changeSettingsView({ editedPrice: null, closedPrice: key ?? null })
  const readTexts = (texts: typeof emptyPrice) => {
    const groups = listRateGroups(findKind(models, texts.model), texts)
    const first = groups[0]?.fields[0]?.name ?? 'input'
    return { groups, ...parsePrice(texts, { entries: prices.entries, old, first }) }
  }
  const form = useSettingsForm({
    form: toPriceForm(old),
    saved: saved ? toPriceTexts(saved) : emptyPrice,
    // The form's own checks are those of the schema.
    pathOf: (field) => `prices.${field}`,
    findProblems: (texts) => readTexts(texts).problems,
    toPatch: (texts) => {
      const { entry: next } = readTexts(texts)
      return next ? { prices: putPrice(prices, next, old) } : {}
    },
    onSaved: () => {
      fold(entry ? toPriceKey(entry) : undefined)
      announce(`Price of ${form.texts.model.trim()} saved`)
    },
  })
  const { groups, entry } = readTexts(form.texts)
  return (
    <EditorForm
      label={saved ? `Edit price of ${saved.model}` : 'New price'}
      form={form}
      submitLabel={saved ? 'Save price' : 'Add price'}
      canSubmit={saved === undefined || form.isChanged}
      onFold={() => fold()}
      note={`In ${prices.currency}. An empty field is an unknown price, not 0.`}
    >
      {(first) => (
        <>
          <div className="flex flex-wrap gap-4 [&>*]:min-w-44 [&>*]:flex-1">
            <TextField
              {...form.field('model')}
              ref={first}
              list={listId}
              label="Model ID"
              hint="End it with * for every model that starts this way."
              placeholder="gemini-2.5-*"
              className="font-mono text-sm"
            />
            <datalist id={listId}>
              {models.map(({ id, displayName }) => (
                <option key={id} value={id} label={displayName} />
              ))}
            </datalist>
            <TextField
              {...form.field('from')}
              type="date"
              max="9999-12-31"
              label="Valid from"
              hint="Leave empty if it has always been valid."
            />
            <Field label="Provider">
              {({ id }) => (
                <Select
                  id={id}
                  label="Provider"
                  value={form.texts.provider || any}
                  groups={providerGroups}
                  onChange={(value) => form.write('provider', value === any ? '' : value)}
                />
              )}
            </Field>
          </div>
          {groups.map(({ title, hint, fields }) => (
            <fieldset key={title} className="flex flex-col gap-1">
              <legend className="font-medium text-sm">{title}</legend>
              <p className="text-faint text-sm">{hint}</p>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(116px,1fr))] gap-x-3 gap-y-2">
                {fields.map(({ name, label, placeholder = '–' }) => (
                  <TextField
                    key={name}
                    {...form.field(name)}
                    label={label}
                    placeholder={placeholder}
                    inputMode="decimal"
                    className="tabular-nums"
                  />
                ))}
              </div>
            </fieldset>
          ))}
        </>
      )}
    </EditorForm>
  )
}

/** Today, for a price that replaces another one. */
export function readToday(): string {
  return toLocalDay(Date.now())
}
