// The embedding settings of the open set, or of the next one if none is open; and a set of the same texts with other settings.

import { useState } from 'react'
import { type EmbeddingSet, hasImportedVectors } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Skeleton } from '../../../components/Skeleton'
import { useServer } from '../../../models/model-list'
import { importedReason } from '../describe-set'
import { changeSettings, duplicateSet } from '../state/embedding-actions'
import { embeddingForm, readNextSettings, toServedDimensions } from '../state/embedding-form'
import { useEmbeddingSet } from '../state/embedding-set'
import { useEmbeddingView } from '../state/embedding-view'
import { SettingsFields } from './SettingsFields'

export function EmbeddingsInspector() {
  const openId = useEmbeddingView((view) => view.openId)
  const set = useEmbeddingSet((live) => live.set)
  if (openId === null) return <NextSettings />
  if (set === null)
    return <Skeleton label="Loading settings…" widths={['60%', '84%', '72%']} className="p-4" />
  const { id, settings, running, counts } = set
  if (hasImportedVectors(set)) return <ImportedSettings set={set} />
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-faint text-sm">
        {running
          ? 'You can change these when the run finishes.'
          : counts.done > 0
            ? 'Changing a setting means embedding every row again. Existing vectors stay cached and return at no cost if you switch back.'
            : 'Applies to every row in this set.'}
      </p>
      <SettingsFields
        key={id}
        settings={settings}
        disabled={running}
        onChange={(next) => {
          embeddingForm.change({ settings: next })
          toastOutcome(changeSettings(id, next), 'Couldn’t change the settings')
        }}
      />
      {settings.taskType !== 'RETRIEVAL_DOCUMENT' && (
        <p className="text-faint text-sm">Titles are sent only with the task type “Retrieval document”.</p>
      )}
    </div>
  )
}

function ImportedSettings({ set: { upstream, dimensions } }: { set: EmbeddingSet }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1">
        <dt className="text-faint text-sm">Vectors</dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">Imported from {upstream?.label}</dd>
        <dt className="text-faint text-sm">Dimensions</dt>
        <dd>{dimensions.join(', ')}</dd>
      </dl>
      <p className="text-faint text-sm">{importedReason}</p>
    </div>
  )
}

function NextSettings() {
  const settings = embeddingForm.useForm((form) => form.settings)
  const outputDimensionality = toServedDimensions(settings.outputDimensionality, useServer())
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-faint text-sm">Used for the next new set.</p>
      <SettingsFields
        isNext
        settings={{ ...settings, outputDimensionality }}
        onChange={(next) => embeddingForm.change({ settings: next })}
      />
    </div>
  )
}

export function DuplicateSetDialog({ set, onClose }: { set: EmbeddingSet; onClose: () => void }) {
  const [settings, setSettings] = useState(() =>
    hasImportedVectors(set) ? readNextSettings() : set.settings,
  )
  const [isInvalid, setIsInvalid] = useState(false)
  const isSame = JSON.stringify(settings) === JSON.stringify(set.settings)
  const duplicate = () => {
    onClose()
    toastOutcome(duplicateSet(set.id, settings), 'Couldn’t duplicate the set')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Duplicate with different settings"
      className="top-[8vh]! max-h-[84vh]!"
      description={`Creates a set with the texts of “${set.name}”. Run it, then compare how each row’s neighbors change.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={isSame || isInvalid} onClick={duplicate}>
            Duplicate set
          </Button>
        </>
      }
    >
      <div className="px-5 pb-2">
        <SettingsFields settings={settings} onDraft={setIsInvalid} onChange={setSettings} />
        {isSame && !isInvalid && <p className="pt-3 text-faint text-sm">Change at least one setting.</p>}
      </div>
    </Dialog>
  )
}
