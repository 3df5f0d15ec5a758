// A form field for pictures: those that are set, those being uploaded, and a way to add, move and remove one.
import { ArrowLeftRight, ImagePlus, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { UploadingChip, useUploads } from '../../../attachments/AttachmentList'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { AddPicturesMenu } from '../../../media-viewer/AddPicturesMenu'
import { LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { dismissRejections, useAttachments } from '../../../state/attachments'
import { maxVideoReferences, type VideoPicture, videoForm } from '../../../state/video-form'
import { FieldGroup } from './FieldGroup'
import {
  addFile,
  addStored,
  listOtherSlots,
  movePicture,
  removeWithUndo,
  type Slot,
  slotNames,
  toSlotKey,
} from './picture-slots'

interface PictureFieldProps {
  readonly slot: Slot
  readonly label: string
  readonly hint: string
  readonly error?: string | undefined
}

export function PictureField({ slot, label, hint, error }: PictureFieldProps) {
  const form = videoForm.useForm((form) => form)
  const uploading = useUploads(toSlotKey(slot))
  const rejections = useAttachments((state) => state.rejections[toSlotKey(slot)])
  const pictures: readonly VideoPicture[] =
    slot === 'references' ? form.references : [form[slot]].filter((picture) => picture !== null)
  const free = (slot === 'references' ? maxVideoReferences : 1) - pictures.length - uploading.length
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {pictures.map((picture, index) => (
        <PictureChip
          // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice.
          key={index}
          picture={picture}
          otherSlots={listOtherSlots(form, slot)}
          onMove={(to) => videoForm.change(movePicture(form, { slot, index }, to))}
          onRemove={() => removeWithUndo(picture, { slot, index })}
        />
      ))}
      {uploading.length > 0 && (
        <ul aria-label={`${label}: loading`} className="flex flex-col gap-1">
          {uploading.map((file) => (
            <UploadingChip key={file.id} file={file} />
          ))}
        </ul>
      )}
      {free > 0 && <AddPicture slot={slot} max={free} />}
      {rejections && (
        <div role="alert" className="flex items-start gap-1 text-danger text-sm">
          <ul className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {rejections.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
          <IconButton
            size="small"
            label="Dismiss"
            icon={X}
            onClick={() => dismissRejections(toSlotKey(slot))}
          />
        </div>
      )}
    </FieldGroup>
  )
}

interface PictureChipProps {
  readonly picture: VideoPicture
  /** The other slots that are free. */
  readonly otherSlots: readonly Slot[]
  readonly onMove: (slot: Slot) => void
  readonly onRemove: () => void
}

function PictureChip({ picture, otherSlots, onMove, onRemove }: PictureChipProps) {
  const { media, mimeType, name } = picture
  const items = [
    ...otherSlots.map((slot) => ({
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

function AddPicture({ slot, max }: { slot: Slot; max: number }) {
  const [picking, setPicking] = useState(false)
  const name = slotNames[slot]
  return (
    <>
      <AddPicturesMenu
        label={`Add ${name}`}
        trigger={
          <button
            type="button"
            className="flex h-9 w-full items-center justify-center gap-1.5 rounded-lg border border-line-strong border-dashed text-soft text-sm transition-colors hover:bg-hover hover:text-ink"
          >
            <ImagePlus size={14} aria-hidden="true" />
            {`Add ${name}`}
          </button>
        }
        fileItem="Choose file…"
        fileLabel={`Image for the ${name}`}
        multiple={max > 1}
        onFiles={(files) => {
          for (const file of files) addFile(slot, file)
        }}
        onLibrary={() => setPicking(true)}
      />
      {picking && (
        <LibraryPicker
          title={max > 1 ? 'Choose reference images from the Library' : `Choose a ${name} from the Library`}
          max={max}
          onChoose={(pictures) => {
            const stored = pictures.map(({ media, mimeType, title }) => ({ media, mimeType, name: title }))
            toastOutcome(addStored(slot, stored))
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}
