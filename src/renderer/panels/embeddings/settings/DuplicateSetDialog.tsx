// Creates a set of the same texts under other settings, to see how far their neighbors move.
import { useState } from 'react'
import type { EmbeddingSet } from '#shared/schemas/embedding-set'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { duplicateSet } from '../state/embedding-actions'
import { SettingsFields } from './SettingsFields'

interface DuplicateSetDialogProps {
  readonly set: EmbeddingSet
  readonly onClose: () => void
}

export function DuplicateSetDialog({ set, onClose }: DuplicateSetDialogProps) {
  const [settings, setSettings] = useState(set.settings)
  const [isWrong, setIsWrong] = useState(false)
  const isSame = JSON.stringify(settings) === JSON.stringify(set.settings)
  const make = () => {
    onClose()
    toastOutcome(duplicateSet(set.id, settings), 'The twin was not made')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="The same texts under other settings"
      className="top-[8vh]! max-h-[84vh]!"
      description={`A new set with the texts of “${set.name}”. Run it, then compare the two: how far do neighbours move?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={isSame || isWrong} onClick={make}>
            Make twin
          </Button>
        </>
      }
    >
      <div className="px-5 pb-2">
        <SettingsFields settings={settings} onDraft={setIsWrong} onChange={setSettings} />
        {isSame && !isWrong && <p className="pt-3 text-faint text-sm">Change at least one of them.</p>}
      </div>
    </Dialog>
  )
}
