// What stands in the way of the prompt, above it.
import { X } from 'lucide-react'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { Button } from '../components/Button'
import { formatBytes } from '../components/format'
import { IconButton } from '../components/IconButton'
import { Notice } from '../components/Notice'
import { dismissRefusals, useAttachments } from '../state/attachments'
import { useDrafts } from '../state/drafts'
import { isTooLargeHere, type TravelSize } from './request-size'

type AttachedFile = Extract<Attachment, { kind: 'file' }>

interface PromptNoticesProps {
  readonly draftKey: string
  readonly draft: Draft
  readonly error: string | null
  readonly size: TravelSize
  /** What begins without the files of earlier prompts. */
  readonly wayOut: string
  readonly onShrink: (pictures: readonly AttachedFile[]) => void
}

export function PromptNotices(props: PromptNoticesProps) {
  const { draftKey, draft, error, size, wayOut, onShrink } = props
  const refusals = useAttachments((state) => state.refusals[draftKey])
  const failure = useDrafts((state) => state.failure)
  const pictures = draft.attachments.filter(isDrawnPicture)
  return (
    <div role="status" className="flex min-h-0 shrink-[9] flex-col gap-2 overflow-y-auto empty:hidden">
      {error && <Notice tone="danger" title={error} />}
      {failure && (
        <Notice tone="warn" title="Drafts cannot be written to the disk.">
          {`${failure} What you write stays here as long as the window is open; it is tried again.`}
        </Notice>
      )}
      {refusals && (
        <Notice
          tone="warn"
          title={
            refusals.length === 1
              ? 'One file was not attached.'
              : `${refusals.length} files were not attached.`
          }
          actions={
            <IconButton size="small" label="Dismiss" icon={X} onClick={() => dismissRefusals(draftKey)} />
          }
        >
          <ul className="max-h-24 overflow-y-auto">
            {refusals.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {size.isTooLarge && (
        <Notice
          tone="danger"
          title={
            isTooLargeHere(size)
              ? `With the conversation before it, this prompt is too large to be sent: together they travel as ${formatBytes(size.bytes)}.`
              : `This prompt is too large to be sent: it travels as ${formatBytes(size.bytes)}.`
          }
          actions={
            pictures.length > 0 && (
              <Button size="small" onClick={() => onShrink(pictures)}>
                Make pictures smaller
              </Button>
            )
          }
        >
          {isTooLargeHere(size) && `Files of earlier prompts travel again with each one: ${wayOut} `}
          {`A request holds ${formatBytes(size.limit)}; files travel a third larger than they are. The limit can be raised in Settings.`}
        </Notice>
      )}
    </div>
  )
}

function isDrawnPicture(attachment: Attachment): attachment is AttachedFile {
  return (
    attachment.kind === 'file' && attachment.mimeType.startsWith('image/') && attachment.width !== undefined
  )
}
