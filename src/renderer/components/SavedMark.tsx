// Says beside a button that what is shown is what is kept.
import { Check } from 'lucide-react'

export function SavedMark({ saved }: { saved: boolean }) {
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
