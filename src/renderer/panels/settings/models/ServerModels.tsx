// The models of the selected OpenAI-compatible server: their types, and models that it does not list.

import { Plus, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { guessKind } from '#shared/models/openai-servers'
import type { Settings } from '#shared/schemas/settings'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/Field'
import { formatCount, formatTokens } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Select } from '../../../components/Select'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { useModelList } from '../../../models/model-list'
import { ListedAt } from '../../../models/ServerStatus'
import { announce } from '../../../state/announcement'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { EditorForm, SettingsTable, TextField } from '../FormParts'
import { useSettingsForm } from '../settings-form'
import { ModelButtons, ModelName } from './ModelRow'
import { filterModels, kindGroups, kindNames, toKind } from './model-kinds'
import {
  changeProfile,
  findIdProblem,
  removeModel,
  saveProfile,
  setKind,
  toSavedKind,
} from './server-profile'

interface ModelsToolbarProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  /** How many models match. */
  readonly children: ReactNode
}

export function ModelsToolbar({ filter, onFilter, children }: ModelsToolbarProps) {
  return (
    <div data-setting="models" className="flex flex-wrap items-center gap-2">
      <TextInput
        type="search"
        aria-label="Filter models"
        placeholder="Filter models"
        className="max-w-56 min-w-32 flex-1"
        value={filter}
        onChange={(event) => {
          onFilter(event.target.value)
          // A row that appears again must not take the focus from here.
          changeSettingsView({ closedModel: null })
        }}
      />
      <span role="status" className="text-faint text-sm tabular-nums">
        {children}
      </span>
      <Button className="ml-auto" onClick={() => changeSettingsView({ editedModel: 'new' })}>
        <Plus size={14} aria-hidden="true" />
        Add model
      </Button>
    </div>
  )
}

interface ServerModelsProps {
  readonly profile: OpenAiProfile
  readonly settings: Settings
  /** The server's, without the names of the specification; undefined until they are known. */
  readonly models: readonly ModelSummary[] | undefined
}

export function ServerModels({ profile, settings, models }: ServerModelsProps) {
  const [filter, setFilter] = useState('')
  const editedModel = useSettingsView((view) => view.editedModel)
  const { server: state, error } = useModelList()
  const shown = filterModels(models ?? [], filter)
  return (
    <>
      <div className="flex flex-col gap-2">
        <ModelsToolbar filter={filter} onFilter={setFilter}>
          {models && describeCount(shown.length, models.length, filter)}
        </ModelsToolbar>
        <ListedAt
          name={profile.name}
          listedAt={state?.listedAt ?? null}
          problem={state?.problem ?? null}
          className="-mr-2"
        />
      </div>
      {editedModel === 'new' && (
        <AddServerModel profile={profile} settings={settings} listed={models?.map(({ id }) => id) ?? []} />
      )}
      {models && (
        <ServerTable
          key={filter}
          models={shown}
          profile={profile}
          settings={settings}
          emptyText={
            models.length > 0
              ? 'No matching models'
              : state?.problem
                ? 'Add models by their IDs, or retry once the server answers.'
                : `${profile.name} lists no models. Refresh the list once it has one, or add a model by its ID.`
          }
        />
      )}
      {!models && !error && <Skeleton label="Loading models…" widths={['82%', '74%', '88%']} />}
    </>
  )
}

function describeCount(shown: number, all: number, filter: string): string {
  if (filter) return `${formatCount(shown)} of ${formatCount(all)}`
  return all === 1 ? '1 model' : `${formatCount(all)} models`
}

/** Each row has several controls: hundreds of them would delay all of Settings. */
const maxRows = 30

interface ServerTableProps {
  readonly models: readonly ModelSummary[]
  readonly profile: OpenAiProfile
  readonly settings: Settings
  readonly emptyText: string
}

function ServerTable({ models, profile, settings, emptyText }: ServerTableProps) {
  const [max, setMax] = useState(maxRows)
  if (models.length === 0) return <p className="py-2 text-faint">{emptyText}</p>
  const rest = models.length - max
  return (
    <div data-setting="models" className="flex flex-col items-start gap-2">
      <SettingsTable label="Models of the server" width="narrow" columns={[['Type', 'w-52']]} actions="w-24">
        {models.slice(0, max).map((model) => (
          <ServerModelRow key={model.id} model={model} profile={profile} settings={settings} />
        ))}
      </SettingsTable>
      {rest > 0 && (
        <Button size="small" onClick={() => setMax(max + maxRows * 3)}>
          Show {formatCount(Math.min(rest, maxRows * 3))} more
        </Button>
      )}
    </div>
  )
}

const cell = 'border-line border-t align-middle'

interface ServerModelRowProps {
  readonly model: ModelSummary
  readonly profile: OpenAiProfile
  readonly settings: Settings
}

function ServerModelRow({ model, profile, settings }: ServerModelRowProps) {
  const { id, kind, custom, inputTokenLimit } = model
  const guess = guessKind(id)
  const isChanged = !custom && profile.kinds[id] !== undefined
  return (
    <tr className="group hover:bg-hover/50">
      <th scope="row" className={`${cell} py-1.5 pl-3 text-left font-normal`}>
        <ModelName model={model} settings={settings}>
          {inputTokenLimit !== null && (
            <span className="text-faint text-xs">{formatTokens(inputTokenLimit)} context</span>
          )}
        </ModelName>
      </th>
      <td className={`${cell} px-2 py-1`}>
        <span className="flex items-center gap-1">
          <Select
            label={`Type of ${id}`}
            value={kind}
            groups={kindGroups}
            className="h-7 w-36"
            onChange={(next) =>
              saveProfile(profile.id, (now) => setKind(now, id, toSavedKind(id, toKind(next), custom)))
            }
          />
          {isChanged && (
            <IconButton
              size="small"
              label={`Reset type of ${id} to ${guess ? kindNames[guess].label : 'not listed'}`}
              icon={RotateCcw}
              onClick={() => saveProfile(profile.id, (now) => setKind(now, id, null))}
            />
          )}
        </span>
      </td>
      <td className={`${cell} py-1.5 pr-2`}>
        <ModelButtons id={id} settings={settings}>
          {custom && (
            <IconButton
              size="small"
              label={`Remove ${id}`}
              icon={Trash2}
              onClick={() => removeModel(profile, id)}
            />
          )}
        </ModelButtons>
      </td>
    </tr>
  )
}

interface AddServerModelProps {
  readonly profile: OpenAiProfile
  readonly settings: Settings
  /** IDs. */
  readonly listed: readonly string[]
}

function AddServerModel({ profile, settings, listed }: AddServerModelProps) {
  const fold = () => changeSettingsView({ editedModel: null })
  const form = useSettingsForm({
    form: `model of ${profile.id}`,
    saved: { id: '', kind: '' },
    pathOf: () => 'openAiProfiles',
    findProblems: ({ id }) => ({ id: findIdProblem(id, listed) }),
    toPatch: ({ id, kind }) =>
      changeProfile(profile.id, (now) => setKind(now, id.trim(), toKind(kind || toGuess(id))))(settings),
    onSaved: () => {
      fold()
      announce(`${id.trim()} added`)
    },
  })
  const { id, kind } = form.texts
  return (
    <EditorForm label="New model" form={form} submitLabel="Add model" onFold={fold}>
      {(first) => (
        <div className="flex flex-wrap gap-4">
          <div className="min-w-48 flex-1">
            <TextField
              {...form.field('id')}
              ref={first}
              label="Model ID"
              hint={`As ${profile.name} names it. For a model that it serves but doesn’t list.`}
              placeholder="llama3.3:70b"
              className="font-mono text-sm"
            />
          </div>
          <Field label="Type">
            {(attributes) => (
              <Select
                id={attributes.id}
                label="Type"
                value={kind || toGuess(id)}
                groups={kindGroups}
                onChange={form.field('kind').onChange}
                className="w-48"
              />
            )}
          </Field>
        </div>
      )}
    </EditorForm>
  )
}

function toGuess(id: string): string {
  return guessKind(id) ?? 'text'
}
