// The end of an editor dialog: whether something is unsaved, and what to do about it.
import { Button } from '../../../components/Button'

interface EditorFooterProps {
  readonly isDirty: boolean
  /** What stands against saving; null where nothing does. */
  readonly obstacle: string | null
  readonly onDiscard: () => void
  readonly onClose: () => void
  readonly onSave: () => void
}

export function EditorFooter({ isDirty, obstacle, onDiscard, onClose, onSave }: EditorFooterProps) {
  return (
    <footer className="flex h-13 shrink-0 items-center gap-2 border-line border-t px-5">
      <p role="status" className="min-w-0 flex-1 truncate text-faint text-sm">
        {obstacle ?? (isDirty ? 'Not saved yet. What is written here is kept.' : '')}
      </p>
      {isDirty && (
        <Button look="quiet" onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <Button onClick={onClose}>Close</Button>
      <Button look="primary" disabled={!isDirty || obstacle !== null} onClick={onSave}>
        Save
      </Button>
    </footer>
  )
}
