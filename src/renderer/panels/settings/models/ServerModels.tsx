// The models of the selected OpenAI-compatible server: their types, and models that it does not list.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { OpenAiProfile } from '#shared/schemas/openai-profile'
import type { Settings } from '#shared/schemas/settings'
import { Button } from '../../../components/Button'
import { formatCount } from '../../../components/format'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { useModelList } from '../../../models/model-list'
import { ListedAt } from '../../../models/ServerStatus'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { SettingsTable } from '../SettingsTable'
import { AddServerModel } from './AddServerModel'
import { filterModels } from './filter-models'
import { ServerModelRow } from './ServerModelRow'

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
        <div data-setting="models" className="flex flex-wrap items-center gap-2">
          <TextInput
            type="search"
            aria-label="Filter models"
            placeholder="Filter models"
            className="max-w-56 min-w-32 flex-1"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <span role="status" className="text-faint text-sm tabular-nums">
            {models && describeCount(shown.length, models.length, filter)}
          </span>
          <Button className="ml-auto" onClick={() => changeSettingsView({ editedModel: 'new' })}>
            <Plus size={14} aria-hidden="true" />
            Add model
          </Button>
        </div>
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
