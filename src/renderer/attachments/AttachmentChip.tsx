// One attachment of the draft: what it is, and what can be done with it.
import { Copy, Scaling, Trash2, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Attachment } from '#shared/schemas/draft'
import { Menu } from '../components/Menu'
import { keptMedia } from '../state/keep-file'
import { describeAttachment, iconOf } from './describe-attachment'

interface AttachmentChipProps {
  readonly attachment: Attachment
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onRemove: () => void
  readonly onShrink: () => void
}

export function AttachmentChip({ attachment, onKeyDown, onRemove, onShrink }: AttachmentChipProps) {
  const { name, line } = describeAttachment(attachment)
  const isPicture = attachment.kind === 'file' && attachment.mimeType.startsWith('image/')
  const canShrink = isPicture && attachment.width !== undefined
  const items = [
    ...(canShrink ? [{ name: 'Make smaller…', icon: Scaling, onSelect: onShrink }] : []),
    ...(attachment.kind === 'uri'
      ? [
          {
            name: 'Copy address',
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
            <Thumbnail attachment={attachment} drawn={canShrink} />
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

function Thumbnail({ attachment, drawn }: { attachment: Attachment; drawn: boolean }) {
  const Icon = iconOf(attachment)
  if (drawn && attachment.kind === 'file') {
    return (
      <img
        src={`${keptMedia}${attachment.media}`}
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
