// Says what a dropped picture has brought back, and offers the other ways.
import { X } from 'lucide-react'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { Notice } from '../../../components/Notice'
import { forgetRestored, referInstead, takeBackRestored, useRestored } from './add-pictures'

export function RestoredNotice({ draftKey }: { draftKey: string }) {
  const restored = useRestored((state) => state.restored[draftKey])
  if (!restored) return null
  return (
    <Notice
      tone="quiet"
      title="Restored from this picture"
      actions={
        <>
          <Button size="small" onClick={() => referInstead(draftKey)}>
            Use as reference instead
          </Button>
          <Button size="small" look="quiet" onClick={() => takeBackRestored(draftKey)}>
            Undo
          </Button>
          <IconButton size="small" label="Dismiss" icon={X} onClick={() => forgetRestored(draftKey)} />
        </>
      }
    >
      {`It knew ${restored.words}. ${restored.missing}`}
    </Notice>
  )
}
