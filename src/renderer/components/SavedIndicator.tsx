// Confirms beside a button that the form is saved.
import { Check } from 'lucide-react'

export function SavedIndicator({ saved }: { saved: boolean }) {
  return (
    <span role="status" className="flex items-center gap-1 text-ok text-sm">
      {saved && (
        <>
          <Check size={14} aria-hidden="true" />
          Saved
        </>
      )}
    </span>
  )
}
