// In the status line: how much isn't saved yet, wherever it is shown, with the one action for all of it.
import { TriangleAlert } from 'lucide-react'
import { desktop } from '../api/desktop'
import { tellOutcome } from '../api/tell-outcome'
import { formatCount } from '../components/format'
import { useUnsaved } from '../notices/UnsavedNotice'

export function UnsavedMark() {
  const unsaved = useUnsaved()
  if (!unsaved) return null
  const { pending, files, filesProblem } = unsaved
  const count = pending.length + files.length
  return (
    <button
      type="button"
      title={pending[0]?.message ?? filesProblem ?? undefined}
      className="flex h-5 items-center gap-1 rounded-sm px-1.5 text-warn hover:bg-hover"
      onClick={() => tellOutcome(desktop.saves.retry())}
    >
      <TriangleAlert size={12} aria-hidden="true" />
      {`${formatCount(count)} not saved · Retry save`}
    </button>
  )
}
