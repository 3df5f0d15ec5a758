import { useMemo, useState } from 'react'
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findServer } from '#shared/models/profiles'
import type { Settings } from '#shared/schemas/settings'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { describeError } from '../../../api/describe-error'
import { joinClasses } from '../../../components/join-classes'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { useModelList } from '../../../models/model-list'
import { useSettingsView } from '../../../state/settings-view'
import { Section, SettingsTable } from '../FormParts'
import { Setting } from '../Setting'
import { CustomModelForm } from './CustomModelForm'
import { DefaultModels } from './DefaultModels'
import { ModelRow } from './ModelRow'
import { filterModels } from './model-kinds'
import { ModelsToolbar, ServerModels } from './ServerModels'

export function ModelsSection({ settings }: { settings: Settings }) {
  const server = findServer(settings)
  return server ? (
    <ServerSection profile={server} settings={settings} />
  ) : (
    <CatalogSection settings={settings} />
  )
}

function ServerSection({ profile, settings }: { profile: OpenAiProfile; settings: Settings }) {
  const { models: all, isListed, error } = useModelList()
  const served = useMemo(() => all.filter(({ isServed }) => isServed), [all])
  return (
    <Section
      id="models"
      description={`The models of ${profile.name}, and the ones that scripts get for the names in the API spec.`}
    >
      {error && <Notice tone="danger" title={describeError(error)} />}
      <ServerModels profile={profile} settings={settings} models={isListed ? served : undefined} />
      <DefaultModels profile={profile} models={isListed ? served : undefined} />
      <ModelLists models={all} settings={settings} />
    </Section>
  )
}

function CatalogSection({ settings }: { settings: Settings }) {
  const { models, isListed, error } = useModelList()
  const [filter, setFilter] = useState('')
  const editedModel = useSettingsView((view) => view.editedModel)
  const shown = filterModels(models, filter)
  return (
    <Section id="models">
      <ModelsToolbar filter={filter} onFilter={setFilter}>
        {filter && isListed ? `${shown.length} of ${models.length}` : ''}
      </ModelsToolbar>
      {editedModel === 'new' && <CustomModelForm settings={settings} />}
      {settings.upstream.kind !== 'vendor' && (
        <p className="text-faint text-sm">
          Provider model IDs apply only to Gemini and OpenAI. Other providers receive each ID unchanged.
        </p>
      )}
      {error && <Notice tone="danger" title={describeError(error)} />}
      {!isListed && !error && <Skeleton label="Loading models…" widths={['82%', '74%', '88%']} />}
      {isListed && <ModelTable models={shown} settings={settings} />}
      <ModelLists models={models} settings={settings} />
    </Section>
  )
}

/** The changes made in the table above, so that all of a kind can be reset at once. */
function ModelLists({ models, settings }: { models: readonly ModelSummary[]; settings: Settings }) {
  const toName = (id: string) => models.find((model) => model.id === id)?.displayName ?? id
  const lists = [
    {
      id: 'favorite-models',
      label: 'Favorite models',
      names: settings.favoriteModels.map(toName),
      hint: 'None. Choose the star of a model to list it first.',
    },
    {
      id: 'hidden-models',
      label: 'Hidden models',
      names: settings.hiddenModels.map(toName),
      hint: 'None. Choose the eye of a model to leave it out of lists.',
    },
    {
      id: 'aliases',
      label: 'Provider model IDs',
      names: settings.aliases.map(({ from, to }) => `${from} → ${to}`),
      hint: 'None changed. Choose an ID in the table to change it.',
    },
  ]
  const shown = settings.upstream.kind === 'openai' ? lists.filter(({ id }) => id !== 'aliases') : lists
  return shown.map(({ id, label, names, hint }) => (
    <Setting key={id} id={id} settings={settings}>
      <h3 className="font-medium text-soft text-sm">{label}</h3>
      <p className={joinClasses('[overflow-wrap:anywhere]', names.length === 0 && 'text-faint text-sm')}>
        {names.length === 0 ? hint : names.join(', ')}
      </p>
    </Setting>
  ))
}

function ModelTable({ models, settings }: { models: readonly ModelSummary[]; settings: Settings }) {
  if (models.length === 0) return <p className="py-2 text-faint">No matching models</p>
  return (
    <SettingsTable
      label="All models"
      columns={[
        ['Type', 'w-24'],
        ['Provider model ID', 'w-[36%]'],
      ]}
      actions={models.some(({ custom }) => custom) ? 'w-29' : 'w-18'}
    >
      {models.map((model) => (
        <ModelRow key={model.id} model={model} settings={settings} />
      ))}
    </SettingsTable>
  )
}
