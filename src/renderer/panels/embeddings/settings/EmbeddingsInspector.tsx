// The embedding settings of the open set, or of the next one if none is open.

import { toastOutcome } from '../../../api/toast-outcome'
import { Skeleton } from '../../../components/Skeleton'
import { changeSettings } from '../state/embedding-actions'
import { changeNextSettings, embeddingForm } from '../state/embedding-form'
import { useEmbeddingSet } from '../state/embedding-set'
import { useEmbeddingView } from '../state/embedding-view'
import { SettingsFields } from './SettingsFields'

export function EmbeddingsInspector() {
  const openId = useEmbeddingView((view) => view.openId)
  const set = useEmbeddingSet((live) => live.set)
  if (openId === null) return <NextSettings />
  if (set === null)
    return <Skeleton label="Reading the settings" widths={['60%', '84%', '72%']} className="p-4" />
  const { id, settings, running, counts } = set
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-faint text-sm">
        {running
          ? 'They can be changed once the run has ended.'
          : counts.done > 0
            ? 'Under other settings the rows are asked for anew. Vectors that were made before are kept, and come back with their settings at no cost.'
            : 'They hold for every row of this set.'}
      </p>
      <SettingsFields
        key={id}
        settings={settings}
        disabled={running}
        onChange={(next) => {
          changeNextSettings(next)
          toastOutcome(changeSettings(id, next), 'The settings were not changed')
        }}
      />
      {settings.taskType !== 'RETRIEVAL_DOCUMENT' && (
        <p className="text-faint text-sm">A title goes along only with the task type “Retrieval document”.</p>
      )}
    </div>
  )
}

function NextSettings() {
  const settings = embeddingForm.useForm(({ form }) => form.settings)
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-faint text-sm">For the next set.</p>
      <SettingsFields settings={settings} onChange={changeNextSettings} />
    </div>
  )
}
