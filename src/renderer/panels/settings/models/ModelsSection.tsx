// The models there are, what the vendor is asked for in the place of each, and the user's own ones.
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '#shared/schemas/settings'
import { describeError } from '../../../api/describe-error'
import { queries } from '../../../api/desktop'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { Section } from '../../../components/Section'
import { Skeleton } from '../../../components/Skeleton'
import { TextInput } from '../../../components/TextInput'
import { changeSettingsView, useSettingsView } from '../../../state/settings-view'
import { filterModels } from './filter-models'
import { ModelTable } from './ModelTable'
import { OwnModelForm } from './OwnModelForm'

export function ModelsSection({ settings }: { settings: Settings }) {
  const models = useQuery(queries.models.list.queryOptions())
  const [filter, setFilter] = useState('')
  const editedModel = useSettingsView((view) => view.editedModel)
  const shown = filterModels(models.data ?? [], filter)
  return (
    <Section
      id="models"
      title="Models"
      description="The ids that you and your scripts use, and what the vendor APIs are asked for in their place."
    >
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          aria-label="Filter models"
          placeholder="Filter"
          className="max-w-56 min-w-32 flex-1"
          value={filter}
          onChange={(event) => {
            setFilter(event.target.value)
            // A row that comes back into sight must not take the focus from here.
            changeSettingsView({ closedModel: null })
          }}
        />
        <span role="status" className="text-faint text-sm tabular-nums">
          {filter && models.data ? `${shown.length} of ${models.data.length}` : ''}
        </span>
        <Button className="ml-auto" onClick={() => changeSettingsView({ editedModel: 'new' })}>
          <Plus size={14} aria-hidden="true" />
          Add a model
        </Button>
      </div>
      {editedModel === 'new' && <OwnModelForm settings={settings} />}
      {settings.upstream.kind !== 'vendor' && (
        <p className="text-faint text-sm">
          What stands under “At the vendor” counts for the vendor APIs; other upstreams get each id as it is.
        </p>
      )}
      {models.error && <Notice tone="danger" title={describeError(models.error)} />}
      {!models.data && !models.error && (
        <Skeleton label="Loading the models" widths={['82%', '74%', '88%']} />
      )}
      {models.data && <ModelTable models={shown} settings={settings} />}
    </Section>
  )
}
