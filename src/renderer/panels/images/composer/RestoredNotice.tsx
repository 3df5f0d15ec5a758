// Says what a dropped picture has restored, and offers alternatives.
import { X } from 'lucide-react'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { addReferenceInstead, clearRestored, undoRestored, useRestored } from './add-pictures'

export function RestoredNotice({ draftKey }: { draftKey: string }) {
  const restored = useRestored((state) => state.restored[draftKey])
  if (!restored) return null
  return (
    <Notice
      tone="quiet"
      title="Restored from this picture"
      actions={
        <>
          <Button size="small" onClick={() => addReferenceInstead(draftKey)}>
            Use as reference instead
          </Button>
          <Button size="small" look="quiet" onClick={() => undoRestored(draftKey)}>
            Undo
          </Button>
          <IconButton size="small" label="Dismiss" icon={X} onClick={() => clearRestored(draftKey)} />
        </>
      }
    >
      {`It knew ${restored.text}. ${restored.missing}`}
    </Notice>
  )
}
