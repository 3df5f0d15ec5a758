// The attachments of a draft as chips: finished ones, and files that are still being uploaded.
import {
  AudioLines,
  Copy,
  FileText,
  FileVideo,
  Globe,
  Image,
  type LucideIcon,
  Scaling,
  Trash2,
  X,
} from 'lucide-react'
import { type KeyboardEvent as ReactKeyboardEvent, useRef } from 'react'
import type { Attachment } from '#shared/schemas/chat'
import { formatBytes } from '../components/format'
import { Menu } from '../components/Menu'
import { ProgressBar } from '../components/ProgressBar'
import { cancelUpload, type UploadingFile, useAttachments } from '../state/attachments'
import { addAttachment, removeAttachment } from '../state/drafts'
import { focusPrompt } from '../state/focus-requests'
import { mediaBaseUrl } from '../state/media-files'
import { toastUndo } from '../state/undo'

interface AttachmentListProps {
  readonly draftKey: string
  readonly attachments: readonly Attachment[]
  readonly uploads: readonly UploadingFile[]
  readonly onShrink: (attachment: Attachment) => void
}

/** Arrow keys move between chips; Delete removes one. */
export function AttachmentList({ draftKey, attachments, uploads, onShrink }: AttachmentListProps) {
  const list = useRef<HTMLUListElement>(null)
  if (attachments.length === 0 && uploads.length === 0) return null

  const focusChip = (at: number) => {
    const chips = list.current?.querySelectorAll<HTMLButtonElement>('[data-chip]') ?? []
    chips[Math.max(0, Math.min(at, chips.length - 1))]?.focus()
  }
  const remove = (attachment: Attachment) => {
    const at = attachments.indexOf(attachment)
    detachFile(draftKey, attachment)
    if (attachments.length === 1) focusPrompt()
    // The next chip moves to the position of the removed one.
    else requestAnimationFrame(() => focusChip(at))
  }
  const pressKey = (event: ReactKeyboardEvent, at: number) => {
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
      {uploads.map((file) => (
        <UploadingChip key={file.id} file={file} />
      ))}
    </ul>
  )
}

/** Uploads into this draft. The array stays identical while no upload changes. */
export function useUploads(draftKey: string): readonly UploadingFile[] {
  const uploads = useAttachments((state) => state.uploads)
  return uploads.filter((file) => file.key === draftKey)
}

interface AttachmentChipProps {
  readonly attachment: Attachment
  readonly onKeyDown: (event: ReactKeyboardEvent) => void
  readonly onRemove: () => void
  readonly onShrink: () => void
}

function AttachmentChip({ attachment, onKeyDown, onRemove, onShrink }: AttachmentChipProps) {
  const { name, line } = describeAttachment(attachment)
  const isPicture = attachment.kind === 'file' && attachment.mimeType.startsWith('image/')
  const canShrink = isPicture && attachment.width !== undefined
  const items = [
    ...(canShrink ? [{ name: 'Resize…', icon: Scaling, onSelect: onShrink }] : []),
    ...(attachment.kind === 'uri'
      ? [
          {
            name: 'Copy URL',
            icon: Copy,
            onSelect: () => void navigator.clipboard.writeText(attachment.uri),
          },
        ]
      : []),
    { name: 'Remove', icon: Trash2, keys: 'delete', onSelect: onRemove },
  ]
  return (
    <li className="group flex h-10 max-w-60 items-center rounded-lg border border-line bg-sunken">
      <Menu
        label={name}
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            data-chip
            title={name}
            onKeyDown={onKeyDown}
            className="flex h-full min-w-0 items-center gap-2 rounded-lg pr-1 pl-1 text-left hover:bg-hover"
          >
            <Thumbnail attachment={attachment} hasPreview={canShrink} />
            <span className="flex min-w-0 flex-col">
              <span className="truncate text-sm">{name}</span>
              <span className="truncate text-faint text-xs">{line}</span>
            </span>
          </button>
        }
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="mr-1 flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}

function Thumbnail({ attachment, hasPreview }: { attachment: Attachment; hasPreview: boolean }) {
  const Icon = iconOf(attachment)
  if (hasPreview && attachment.kind === 'file') {
    return (
      <img
        src={`${mediaBaseUrl}${attachment.media}`}
        alt=""
        decoding="async"
        className="size-8 shrink-0 rounded-md border border-line bg-canvas object-cover"
      />
    )
  }
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-md border border-line bg-canvas text-faint">
      <Icon size={16} aria-hidden="true" />
    </span>
  )
}

/** A file that is being uploaded into the draft: its progress and a Cancel button. */
export function UploadingChip({ file: { id, name, bytes, sent } }: { file: UploadingFile }) {
  const percent = Math.round((sent / Math.max(bytes, 1)) * 100)
  return (
    <li className="flex h-10 w-52 items-center gap-1 rounded-lg border border-line border-dashed bg-sunken pr-1 pl-2">
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-baseline justify-between gap-2">
          <span className="truncate text-sm">{name}</span>
          <span className="shrink-0 text-faint text-xs tabular-nums">{formatBytes(bytes)}</span>
        </span>
        <ProgressBar label={`Attaching ${name}`} percent={percent} className="h-1" />
      </span>
      <button
        type="button"
        aria-label={`Cancel ${name}`}
        onClick={() => cancelUpload(id)}
        className="flex size-6 shrink-0 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X size={14} aria-hidden="true" />
      </button>
    </li>
  )
}

function detachFile(key: string, attachment: Attachment) {
  const at = removeAttachment(key, attachment.id)
  const { name } = describeAttachment(attachment)
  toastUndo(`“${name}” removed`, () => {
    addAttachment(key, attachment, at)
    // The toast disappears, and the focus would disappear with it.
    if (document.activeElement?.closest('[data-sonner-toaster]')) focusPrompt()
  })
}

const kinds: Readonly<Record<string, { readonly label: string; readonly icon: LucideIcon }>> = {
  image: { label: 'Image', icon: Image },
  audio: { label: 'Audio', icon: AudioLines },
  video: { label: 'Video', icon: FileVideo },
  text: { label: 'Text', icon: FileText },
}

/** A name, and a line below it: `PNG · 640 × 480 · 12.4 KB`. */
function describeAttachment(attachment: Attachment): { name: string; line: string } {
  if (attachment.kind === 'uri') {
    return { name: attachment.uri, line: attachment.mimeType || 'Detected by the model' }
  }
  const { name, mimeType, bytes, width, height } = attachment
  const pixels = width && height ? [`${width} × ${height}`] : []
  const size = bytes > 0 ? [formatBytes(bytes)] : ['missing']
  return { name, line: [toTypeLabel(mimeType), ...pixels, ...size].join(' · ') }
}

function iconOf({ kind, mimeType }: Attachment): LucideIcon {
  if (kind === 'uri') return Globe
  return kinds[mimeType.split('/')[0] ?? '']?.icon ?? FileText
}

/** `image/png` becomes “PNG”, `text/x-python` becomes “Text”. */
function toTypeLabel(mimeType: string): string {
  const [kind = '', name = ''] = mimeType.split('/')
  if (mimeType === 'text/plain' || name.startsWith('x-')) return kinds[kind]?.label ?? 'File'
  return name.toUpperCase()
}
