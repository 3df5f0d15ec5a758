// Details and actions of the selected items; without a selection the shell shows no inspector.

import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, RotateCcw, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnyMetadata, GenerationMetadata } from '#shared/schemas/generation-metadata'
import type { LibraryItem } from '#shared/schemas/library'
import type { VideoForm } from '#shared/schemas/video-job'
import { conversationList } from '../../../api/conversation-list'
import { queries } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { Button } from '../../../components/Button'
import { Chips } from '../../../components/Chips'
import { CopyButton } from '../../../components/CopyButton'
import { formatBytes } from '../../../components/format'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { Notice } from '../../../components/Notice'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { keysOf } from '../../../state/keymap'
import { toggleStar } from '../../../state/stars'
import {
  changeTag,
  deleteItems,
  locateItem,
  openInPanel,
  restoreItems,
  useSelectedItems,
} from '../actions/item-actions'
import { listIconActions, listMainActions, listMoreActions, listSelectionActions } from '../actions/item-menu'
import { useCollections } from '../boards/collections'
import { countItems, nameKind, sumBytes } from '../describe-item'
import { ItemPicture } from '../items/ItemPicture'
import { changeView } from '../library-view'
import { TagInput } from '../tags/TagInput'
import { listFacts } from './list-facts'
import { Preview } from './Preview'

export function LibraryInspector() {
  const { ids, items, isBin } = useSelectedItems()
  const [item] = items
  if (ids.length === 0) return null
  if (ids.length === 1) return item ? <ItemDetails key={item.id} item={item} isBin={isBin} /> : null
  return <ManyDetails ids={ids} items={items} isBin={isBin} />
}

interface ManyDetailsProps {
  readonly ids: readonly string[]
  /** Empty if there are too many to read. */
  readonly items: readonly LibraryItem[]
  readonly isBin: boolean
}

const maxPreviews = 9

function ManyDetails({ ids, items, isBin }: ManyDetailsProps) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <div className="grid grid-cols-3 gap-2">
        {items.slice(0, maxPreviews).map((item) => (
          <span
            key={item.id}
            className="flex aspect-square items-center justify-center overflow-hidden rounded-md bg-sunken"
          >
            <ItemPicture item={item} size={78} alt={item.title} />
          </span>
        ))}
      </div>
      <p>
        {countItems(ids.length)}
        {items.length > 0 && <span className="text-faint"> · {formatBytes(sumBytes(items))}</span>}
      </p>
      <div className="flex flex-col items-stretch gap-1.5">
        {listSelectionActions({ ids, items, isBin }).map(({ name, icon: Icon, danger, onSelect }) => (
          <Button key={name} variant={danger ? 'danger' : isBin ? 'primary' : 'plain'} onClick={onSelect}>
            {Icon && <Icon size={14} aria-hidden="true" />}
            {name}
          </Button>
        ))}
      </div>
    </div>
  )
}

function ItemDetails({ item, isBin }: { item: LibraryItem; isBin: boolean }) {
  const { id, kind, title, tags } = item
  const { data: metadata } = useQuery(queries.library.generationMetadata.queryOptions({ input: { id } }))
  const text = (metadata && readPrompt(metadata)) || title
  const hasPrompt = kind !== 'conversation' && kind !== 'transcript'
  return (
    <div className="flex flex-col gap-4 py-4 pr-1 pl-4">
      <Preview item={item} />
      <FileNotice item={item} isBin={isBin} />
      <div className="flex items-start gap-1">
        <h3 className="sr-only">{hasPrompt ? 'Prompt' : 'Title'}</h3>
        <p
          dir="auto"
          className="selectable max-h-48 min-w-0 flex-1 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text || 'Untitled'}
        </p>
        {text && <CopyButton label={hasPrompt ? 'Copy prompt' : 'Copy title'} text={text} />}
      </div>
      <ItemActions item={item} isBin={isBin} isKnown={metadata !== null} />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {listFacts(item, metadata).map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-faint">{name}</dt>
            <dd
              dir="auto"
              className="selectable line-clamp-4 text-left tabular-nums [overflow-wrap:anywhere]"
            >
              {value}
            </dd>
          </div>
        ))}
        <OriginLink item={item} />
        <BoardNames item={item} />
      </dl>
      <section className="flex flex-col gap-2" aria-label="Tags">
        <h3 className="font-medium text-soft text-sm">Tags</h3>
        <Chips
          label="Tags"
          variant="tag"
          texts={tags}
          onRemove={(index) => toastOutcome(changeTag([id], tags[index] ?? '', false))}
        />
        <TagInput present={tags} onAdd={(tag) => toastOutcome(changeTag([id], tag, true))} />
      </section>
      {metadata && !('kind' in metadata) && <GenerationSteps metadata={metadata} />}
      {metadata && 'kind' in metadata && metadata.kind === 'video' && <VideoInputs form={metadata.form} />}
    </div>
  )
}

/** Returns undefined for a transcript, whose title is the name of its audio file. */
function readPrompt(metadata: AnyMetadata): string | undefined {
  if (!('kind' in metadata)) return metadata.prompt
  return metadata.kind === 'video' ? metadata.form.prompt : undefined
}

const notices = {
  missing: {
    title: 'File missing',
    text: 'It was moved or deleted outside Gen Playground. Locate the file to copy it back.',
  },
  changed: {
    title: 'File modified',
    text: 'Its contents changed outside Gen Playground. Locate an original copy to restore it.',
  },
} as const

function FileNotice({ item, isBin }: { item: LibraryItem; isBin: boolean }) {
  const { file } = item
  if (file !== 'missing' && file !== 'changed') return null
  const { title, text } = notices[file]
  return (
    <Notice tone="warn" title={title}>
      {text}
      <span className="mt-2 flex flex-wrap gap-1">
        <Button size="small" onClick={() => toastOutcome(locateItem(item))}>
          Locate…
        </Button>
        {!isBin && (
          <Button size="small" variant="quiet" onClick={() => toastOutcome(deleteItems([item.id]))}>
            Delete
          </Button>
        )}
      </span>
    </Notice>
  )
}

function OriginLink({ item }: { item: LibraryItem }) {
  const { data: conversations } = useQuery(conversationList)
  const { kind, conversationId } = item
  if (kind === 'conversation') return <FactLine name="Type">{nameKind(item)}</FactLine>
  if (conversationId === null || !conversations) return null
  const found = conversations.find(({ id }) => id === conversationId)
  const name = found?.kind === 'images' ? 'Image session' : 'Chat'
  return (
    <FactLine name="Created in">
      {found ? (
        <button
          type="button"
          className="line-clamp-2 rounded-sm text-left text-accent hover:underline"
          onClick={() => toastOutcome(openInPanel(item))}
        >
          {name}: {found.title}
        </button>
      ) : (
        <span className="text-faint">Deleted chat or session</span>
      )}
    </FactLine>
  )
}

function BoardNames({ item }: { item: LibraryItem }) {
  const boards = useCollections('board').filter(({ id }) => item.boards.includes(id))
  if (boards.length === 0) return null
  return <FactLine name="Boards">{boards.map(({ name }) => name).join(', ')}</FactLine>
}

function FactLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-faint">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** The references and earlier steps of an image. */
function GenerationSteps({ metadata }: { metadata: GenerationMetadata }) {
  const { references, chain } = metadata
  return (
    <>
      {references.length > 0 && (
        <section aria-label="Reference images" className="flex flex-col gap-2">
          <h3 className="font-medium text-soft text-sm">Reference images</h3>
          <ul className="flex flex-wrap gap-2">
            {references.map(({ media, mimeType }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may occur twice, and the order is fixed.
              <li key={`${media} ${index}`}>
                <Thumbnail
                  media={media}
                  mimeType={mimeType}
                  alt={`Reference image ${index + 1}`}
                  size={64}
                  className="rounded-md"
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {chain.length > 0 && (
        <section aria-label="Previous steps" className="flex flex-col gap-2">
          <h3 className="font-medium text-soft text-sm">Previous steps</h3>
          <ol className="flex flex-col gap-2">
            {chain.map(({ prompt, media }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and the order is fixed.
              <li key={index} className="flex items-start gap-2">
                {media ? (
                  <Thumbnail
                    media={media}
                    mimeType="image/png"
                    alt={`Step ${index + 1}`}
                    size={40}
                    className="shrink-0 rounded-md"
                  />
                ) : (
                  <span aria-hidden="true" className="size-10 shrink-0 rounded-md bg-sunken" />
                )}
                <span className="selectable line-clamp-3 min-w-0 text-soft text-sm [overflow-wrap:anywhere]">
                  {prompt || 'No prompt'}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

/** The frames and references of a video. */
function VideoInputs({ form }: { form: VideoForm }) {
  const pictures = listPictures(form)
  if (pictures.length === 0) return null
  return (
    <section aria-label="Input images" className="flex flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Input images</h3>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ name, media, mimeType }) => (
          <li key={name} className="flex flex-col items-center gap-1">
            <Thumbnail media={media} mimeType={mimeType} alt={name} size={64} className="rounded-md" />
            <span aria-hidden="true" className="text-faint text-xs">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function listPictures({ image, lastFrame, references = [] }: VideoForm) {
  return [
    ...(image ? [{ name: 'First frame', ...image }] : []),
    ...(lastFrame ? [{ name: 'Last frame', ...lastFrame }] : []),
    ...references.map((reference, index) => ({ name: `Reference image ${index + 1}`, ...reference })),
  ]
}

interface ItemActionsProps {
  readonly item: LibraryItem
  readonly isBin: boolean
  /** There is generation metadata. */
  readonly isKnown: boolean
}

function ItemActions({ item, isBin, isKnown }: ItemActionsProps) {
  if (isBin) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button icon={RotateCcw} variant="primary" onClick={() => toastOutcome(restoreItems([item.id]))}>
          Restore
        </Button>
        <Button variant="danger" onClick={() => changeView({ dialog: 'delete permanently' })}>
          Delete permanently…
        </Button>
      </div>
    )
  }
  const moreActions = listMoreActions(item)
  const { open, reuse } = listMainActions(item, isKnown)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        {open && (
          <Button variant="primary" className="flex-1" onClick={open.onSelect}>
            {open.name}
          </Button>
        )}
        {reuse && (
          <Button className="flex-1" disabled={reuse.disabled} onClick={reuse.onSelect}>
            {reuse.name}
          </Button>
        )}
      </div>
      <div className="-mx-1.5 flex justify-between gap-1">
        {listIconActions(item).map(({ name, icon, disabled, onSelect }) => (
          <IconButton key={name} label={name} icon={icon} disabled={disabled} onClick={onSelect} />
        ))}
        <IconButton
          label="Star"
          icon={Star}
          {...keysOf('library.star')}
          aria-pressed={item.starred}
          isFilled={item.starred}
          onClick={() => toastOutcome(toggleStar([item]))}
        />
        <IconButton
          label="Delete"
          icon={Trash2}
          {...keysOf('list.delete')}
          onClick={() => toastOutcome(deleteItems([item.id]))}
        />
        {moreActions.length > 0 && (
          <Menu
            label="More actions"
            trigger={<IconButton label="More actions" icon={MoreHorizontal} />}
            items={moreActions}
          />
        )}
      </div>
    </div>
  )
}
