// Creates a set of the same texts with other settings, to compare their neighbors.
import { useState } from 'react'
import { type EmbeddingSet, hasImportedVectors } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { duplicateSet } from '../state/embedding-actions'
import { readNextSettings } from '../state/embedding-form'
import { SettingsFields } from './SettingsFields'

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
