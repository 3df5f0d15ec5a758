// A notice about something that isn't saved yet: why, and where it is meanwhile. Its one action retries the save.
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { UnsavedWork } from '#shared/schemas/application-status'
import { desktop, queries } from '../api/desktop'
import { toastOutcome } from '../api/toast-outcome'
import { Button } from '../components/Button'
import { Notice } from '../components/Notice'

interface UnsavedNoticeProps {
  /** The id of the turn, the job or the embedding set. */
  readonly owner: string
  /** As a title begins with it. */
  readonly what: string
  /** The hashes of its files. */
  readonly media?: readonly string[]
  /** There's no space for the action beside the text. */
  readonly isNarrow?: boolean
  readonly className?: string
}

export function UnsavedNotice({ owner, what, media = [], isNarrow = false, className }: UnsavedNoticeProps) {
  const unsaved = useUnsaved()
  const description = unsaved && describeUnsaved(unsaved, { owner, what, media })
  if (!description) return null
  return (
    <div role="status" className={className}>
      <Notice tone="warn" title={description.title} actions={!isNarrow && <RetrySave />}>
        <p>{description.message}</p>
        {description.path && <p className="mt-1 font-mono text-xs">{description.path}</p>}
        {isNarrow && (
          <div className="mt-1.5 mb-1">
            <RetrySave />
          </div>
        )}
      </Notice>
    </div>
  )
}

/** Undefined while everything is saved. */
export function useUnsaved(): UnsavedWork | undefined {
  const { data } = useQuery(queries.saves.list.queryOptions())
  return data && data.pending.length + data.files.length > 0 ? data : undefined
}

function RetrySave() {
  return (
    <Button size="small" onClick={() => toastOutcome(desktop.saves.retry())}>
      <RotateCcw size={14} aria-hidden="true" />
      Retry save
    </Button>
  )
}

interface UnsavedDescription {
  readonly title: string
  readonly message: string
  readonly path?: string
}

/** Undefined if all of it is saved. */
function describeUnsaved(
  { pending, files, filesProblem }: UnsavedWork,
  { owner, what, media }: Required<Pick<UnsavedNoticeProps, 'owner' | 'what' | 'media'>>,
): UnsavedDescription | undefined {
  const save = pending.find((one) => one.owner === owner)
  if (save) {
    const safety = save.rescued ? 'If you quit, nothing is lost.' : 'Don’t quit until it’s saved.'
    return {
      title: `${what} not saved yet`,
      message: `${save.message} The app keeps retrying. ${safety}`,
    }
  }
  const file = files.find((one) => media.includes(one.media))
  if (!file) return undefined
  return {
    title: 'Saved in the rescue folder',
    message:
      `${filesProblem ?? ''} The app keeps trying to move it to the media folder. It’s here until then:`.trim(),
    path: file.path,
  }
}
