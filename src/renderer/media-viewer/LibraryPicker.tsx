// Selects images of the disk or the Library to send with a prompt.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, FolderOpen, Images } from 'lucide-react'
import { type ReactElement, useRef, useState } from 'react'
import { type LibraryItem, LibraryQuery } from '#shared/schemas/library'
import { describeError } from '../api/describe-error'
import { queries } from '../api/desktop'
import { Button } from '../components/Button'
import { Dialog } from '../components/Dialog'
import { HiddenFileInput } from '../components/HiddenFileInput'
import { joinClasses } from '../components/join-classes'
import { Menu } from '../components/Menu'
import { TextInput } from '../components/TextInput'
import { Thumbnail } from './Thumbnail'

/** Others are found by searching for their prompts. */
const maxShown = 120

interface LibraryPickerProps {
  readonly title: string
  /** Selecting more replaces the oldest ones. */
  readonly max?: number
  /** In the order they were selected. */
  readonly onChoose: (selected: readonly Pickable[]) => void
  readonly onClose: () => void
}

export function LibraryPicker({ title, max = Infinity, onChoose, onClose }: LibraryPickerProps) {
  const [text, setText] = useState('')
  const [selected, setSelected] = useState<readonly Pickable[]>([])
  const query = LibraryQuery.parse({ text, kinds: ['image'] })
  const { data, error } = useQuery({
    ...queries.library.list.queryOptions({ input: { query, offset: 0, limit: maxShown } }),
    placeholderData: keepPreviousData,
  })
  const pictures = listPickable(data?.items ?? [])
  const toggle = (picture: Pickable) =>
    setSelected((now) => {
      const others = now.filter(({ media }) => media !== picture.media)
      return others.length < now.length ? others : [...now, picture].slice(-max)
    })
  const add = () => {
    onClose()
    onChoose(selected)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="large"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={selected.length === 0} onClick={add}>
            {selected.length > 1 ? `Add ${selected.length} images` : 'Add image'}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 px-5 pb-2">
        <TextInput
          type="search"
          aria-label="Search images"
          placeholder="Search prompts"
          maxLength={1000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {error && <p className="text-danger">{describeError(error)}</p>}
        {data && pictures.length === 0 && (
          <p role="status" className="text-soft">
            {text.trim() ? 'No matching images' : 'No images yet'}
          </p>
        )}
        <ul
          aria-label="Images"
          className="grid min-h-0 flex-1 auto-rows-max grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-2 overflow-y-auto p-0.5"
        >
          {pictures.map((picture) => (
            <li key={picture.media}>
              <Choice
                picture={picture}
                isSelected={selected.some(({ media }) => media === picture.media)}
                onToggle={() => toggle(picture)}
              />
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly picture: Pickable
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function Choice({ picture: { media, mimeType, title }, isSelected, onToggle }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-label={title}
      aria-pressed={isSelected}
      title={title}
      onClick={onToggle}
      className={joinClasses(
        'relative flex aspect-square w-full items-center justify-center overflow-hidden rounded-lg border bg-sunken',
        isSelected ? 'border-accent shadow-[0_0_0_1px_var(--accent)]' : 'border-line hover:border-faint',
      )}
    >
      <Thumbnail media={media} mimeType={mimeType} alt="" size={108} />
      {isSelected && (
        <span className="absolute top-1 right-1 flex size-4 items-center justify-center rounded-full bg-accent-fill text-on-accent">
          <Check size={12} aria-hidden="true" />
        </span>
      )}
    </button>
  )
}

export interface Pickable {
  readonly media: string
  readonly mimeType: string
  readonly title: string
}

/** Pictures whose file exists; identical files are listed once. */
export function listPickable(items: readonly LibraryItem[]): Pickable[] {
  const byMedia = new Map<string, Pickable>()
  for (const { file, media, mimeType, title } of items) {
    if (file !== 'here' || media === null || byMedia.has(media)) continue
    byMedia.set(media, { media, mimeType: mimeType ?? 'image/png', title: title || 'Image' })
  }
  return [...byMedia.values()]
}

interface AddPicturesMenuProps {
  readonly label: string
  readonly trigger: ReactElement
  /** The menu item that opens the file dialog. */
  readonly fileItem: string
  /** The accessible name of the file input. */
  readonly fileLabel: string
  readonly multiple: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onLibrary: () => void
}

export function AddPicturesMenu(props: AddPicturesMenuProps) {
  const { label, trigger, fileItem, fileLabel, multiple, onFiles, onLibrary } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label={label}
        align="start"
        trigger={trigger}
        items={[
          { name: fileItem, icon: FolderOpen, onSelect: () => input.current?.click() },
          { name: 'From the Library…', icon: Images, onSelect: onLibrary },
        ]}
      />
      <HiddenFileInput ref={input} multiple={multiple} accept="image/*" label={fileLabel} onFiles={onFiles} />
    </>
  )
}
