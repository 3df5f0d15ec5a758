// A form field for pictures: those that are set, those being uploaded, and a way to add, move and remove one.
import { ArrowLeftRight, FolderOpen, ImagePlus, Images, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { ArrivingChip } from '../../../attachments/ArrivingChip'
import { useArriving } from '../../../attachments/AttachmentList'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { dismissRefusals, useAttachments } from '../../../state/attachments'
import {
  changeVideoForm,
  mostVideoReferences,
  useVideoForm,
  type VideoPicture,
} from '../../../state/video-form'
import { putPicture, takeFile, toSlotKey } from './add-pictures'
import { FieldGroup } from './FieldGroup'
import { listElsewhere, movePicture, removePicture, type Slot, slotNames } from './picture-slots'

interface PictureFieldProps {
  readonly slot: Slot
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
}

export function PictureField({ slot, label, hint, error }: PictureFieldProps) {
  const form = useVideoForm((state) => state.form)
  const arriving = useArriving(toSlotKey(slot))
  const refusals = useAttachments((state) => state.refusals[toSlotKey(slot)])
  const held = slot === 'references' ? form.references : [form[slot]].filter((one) => one !== null)
  const room = (slot === 'references' ? mostVideoReferences : 1) - held.length - arriving.length
  const change = (changed: Partial<typeof form>) => changeVideoForm(changed)
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {held.map((picture: VideoPicture, at) => (
        <PictureChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may stand there twice.
          key={at}
          picture={picture}
          elsewhere={listElsewhere(form, slot)}
          onMove={(to) => change(movePicture(form, { slot, at }, to))}
          onRemove={() => change(removePicture(form, { slot, at }))}
        />
      ))}
      {arriving.length > 0 && (
        <ul aria-label={`${label}: on the way`} className="flex flex-col gap-1">
          {arriving.map((file) => (
            <ArrivingChip key={file.id} file={file} />
          ))}
        </ul>
      )}
      {room > 0 && <AddPicture slot={slot} room={room} />}
      {refusals && (
        <div role="alert" className="flex items-start gap-1 text-danger text-sm">
          <ul className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {refusals.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <IconButton
            size="small"
            label="Dismiss"
            icon={X}
            onClick={() => dismissRefusals(toSlotKey(slot))}
          />
        </div>
      )}
    </FieldGroup>
  )
}

interface PictureChipProps {
  readonly picture: VideoPicture
  /** The other places that have room for it. */
  readonly elsewhere: readonly Slot[]
  readonly onMove: (slot: Slot) => void
  readonly onRemove: () => void
}

function PictureChip({ picture, elsewhere, onMove, onRemove }: PictureChipProps) {
  const { media, mimeType, name } = picture
  const items = [
    ...elsewhere.map((slot) => ({
      name: `Use as ${slotNames[slot]} instead`,
      icon: ArrowLeftRight,
      onSelect: () => onMove(slot),
    })),
    { name: 'Remove', icon: Trash2, keys: 'delete', onSelect: onRemove },
  ]
  return (
    <div className="flex h-12 items-center rounded-lg border border-line bg-sunken pr-1">
      <Menu
        label={name}
        align="start"
        items={items}
        trigger={
          <button
            type="button"
            title={name}
            onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
            className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-lg pr-1 pl-1.5 text-left hover:bg-hover"
          >
            <span className="flex size-9 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line bg-canvas">
              <Thumbnail media={media} mimeType={mimeType} alt="" size={36} />
            </span>
            <span className="truncate text-sm">{name}</span>
          </button>
        }
      />
      <IconButton size="small" label={`Remove ${name}`} icon={X} onClick={onRemove} />
    </div>
  )
}

interface AddPictureProps {
  readonly slot: Slot
  /** For how many there is room. */
  readonly room: number
}

function AddPicture({ slot, room }: AddPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const name = slotNames[slot]
  return (
    <>
      <Menu
        label={`Add ${name}`}
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-9 w-full items-center justify-center gap-1.5 rounded-lg border border-line-strong border-dashed text-soft text-sm transition-colors hover:bg-hover hover:text-ink"
          >
            <ImagePlus size={14} aria-hidden="true" />
            {`Add ${name}`}
          </button>
        }
        items={[
          { name: 'Choose a file…', icon: FolderOpen, onSelect: () => input.current?.click() },
          { name: 'From the Library…', icon: Images, onSelect: () => setPicking(true) },
        ]}
      />
      <input
        ref={input}
        type="file"
        multiple={room > 1}
        hidden
        accept="image/*"
        aria-label={`Picture for the ${name}`}
        onChange={({ target }) => {
          for (const file of target.files ?? []) takeFile(slot, file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {picking && (
        <LibraryPicker
          title={room > 1 ? 'References from the Library' : `A ${name} from the Library`}
          most={room}
          onChoose={(chosen) => {
            for (const { media, mimeType, title } of chosen)
              putPicture(slot, { media, mimeType, name: title })
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
