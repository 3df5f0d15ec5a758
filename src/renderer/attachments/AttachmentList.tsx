// What is attached to the draft, and what is still on its way.
import { type KeyboardEvent, useRef } from 'react'
import type { Attachment } from '#shared/schemas/draft'
import { type ArrivingFile, useAttachments } from '../state/attachments'
import { wishToWrite } from '../state/prompt-focus'
import { ArrivingChip } from './ArrivingChip'
import { AttachmentChip } from './AttachmentChip'
import { detachFile } from './detach-file'
import { useUndoKey } from './use-undo-key'

interface AttachmentListProps {
  readonly draftKey: string
  readonly attachments: readonly Attachment[]
  readonly arriving: readonly ArrivingFile[]
  readonly onShrink: (attachment: Attachment) => void
}

/** Arrows go from chip to chip, Delete removes. */
export function AttachmentList({ draftKey, attachments, arriving, onShrink }: AttachmentListProps) {
  const list = useRef<HTMLUListElement>(null)
  useUndoKey(draftKey)
  if (attachments.length === 0 && arriving.length === 0) return null

  const focusChip = (at: number) => {
    const chips = list.current?.querySelectorAll<HTMLButtonElement>('[data-chip]') ?? []
    chips[Math.max(0, Math.min(at, chips.length - 1))]?.focus()
  }
  const remove = (attachment: Attachment) => {
    const at = attachments.indexOf(attachment)
    detachFile(draftKey, attachment)
    if (attachments.length === 1) wishToWrite()
    // Once the chip is gone its neighbour stands in its place.
    else requestAnimationFrame(() => focusChip(at))
  }
  const pressKey = (event: KeyboardEvent, at: number) => {
    const attachment = attachments[at]
    if ((event.key === 'Delete' || event.key === 'Backspace') && attachment) remove(attachment)
    else if (event.key === 'ArrowRight') focusChip(at + 1)
    else if (event.key === 'ArrowLeft') focusChip(at - 1)
    else return
    event.preventDefault()
  }
  return (
    <ul
      ref={list}
      aria-label="Attachments"
      className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto px-2.5 pt-2.5 short:max-h-none"
    >
      {attachments.map((attachment, at) => (
        <AttachmentChip
          key={attachment.id}
          attachment={attachment}
          onKeyDown={(event) => pressKey(event, at)}
          onRemove={() => remove(attachment)}
          onShrink={() => onShrink(attachment)}
        />
      ))}
      {arriving.map((file) => (
        <ArrivingChip key={file.id} file={file} />
      ))}
    </ul>
  )
}

/** Files on their way into this draft; the list is the same one as long as nothing moves. */
export function useArriving(draftKey: string): readonly ArrivingFile[] {
  const arriving = useAttachments((state) => state.arriving)
  return arriving.filter((file) => file.key === draftKey)
}
