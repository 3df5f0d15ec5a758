// The form's slots for pictures: first frame, last frame and references; pictures are added, moved and removed.
import { ArrowLeftRight, ImagePlus, Trash2, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { toastOutcome } from '../../../api/toast-outcome'
import { UploadingChip, useUploads } from '../../../attachments/AttachmentList'
import type { Dropped } from '../../../attachments/DropOverlay'
import { FieldMessages, fieldMessageIds } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { Menu } from '../../../components/Menu'
import { AddPicturesMenu, LibraryPicker } from '../../../media-viewer/LibraryPicker'
import { assertWhole, findPictureProblem } from '../../../media-viewer/PictureStage'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import {
  attachFiles,
  dismissRejections,
  rejectFile,
  toPriorAttachment,
  toReadablePicture,
  useAttachments,
} from '../../../state/attachments'
import { toastUndo } from '../../../state/undo'
import { maxVideoReferences, type VideoDraft, type VideoPicture, videoForm } from '../../../state/video-form'

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

interface FieldGroupProps {
  readonly label: string
  readonly error?: string | undefined
  readonly hint?: string
  readonly children: ReactNode
}

export function FieldGroup({ label, error, hint, children }: FieldGroupProps) {
  const id = useId()
  const described = fieldMessageIds({ id, error, hint })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border of its own.
    <div
      role="group"
      aria-label={label}
      aria-describedby={described}
      data-invalid={error ? '' : undefined}
      className="flex min-w-0 flex-col gap-1"
    >
      <span aria-hidden="true" className="min-h-5 font-medium text-soft text-sm">
        {label}
      </span>
      {children}
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  )
}

type Slot = 'image' | 'lastFrame' | 'references'

const slotNames: Readonly<Record<Slot, string>> = {
  image: 'first frame',
  lastFrame: 'last frame',
  references: 'reference',
}

type Pictures = Pick<VideoDraft, 'image' | 'lastFrame' | 'references'>

/** Returns a slot for each of the new pictures, in order, or a message if there are not enough free slots. */
export function chooseSlots({ image, lastFrame, references }: Pictures, count: number): Slot[] | string {
  if (references.length > 0) {
    return references.length + count <= maxVideoReferences
      ? Array.from({ length: count }, () => 'references')
      : `A video can have up to ${maxVideoReferences} reference images. Remove one first.`
  }
  const free: Slot[] = [...(image ? [] : ['image' as const]), ...(lastFrame ? [] : ['lastFrame' as const])]
  if (count <= free.length) return free.slice(0, count)
  if (free.length === 2 && count <= maxVideoReferences) {
    return Array.from({ length: count }, () => 'references')
  }
  if (free.length === 2)
    return `A video can have up to ${maxVideoReferences} reference images. You added ${count}.`
  const [only] = free
  if (!only) return 'Both frames are set. Remove one first.'
  const set = slotNames[only === 'image' ? 'lastFrame' : 'image']
  return `The ${set} is set, so only the ${slotNames[only]} is free. Drop one image, or remove the ${set} to add reference images.`
}

/** Describes the effect of a drop while files hover. */
export function describeDrop(slots: Slot[] | string): string {
  if (typeof slots === 'string') return 'No room for these images'
  if (slots[0] === 'references')
    return slots.length === 1 ? 'Add reference image' : `Add ${slots.length} reference images`
  return `Set ${slots.map((slot) => slotNames[slot]).join(' and ')}`
}

interface Position {
  readonly slot: Slot
  /** Among the references; 0 for a frame. */
  readonly index: number
}

/** The other slots that are free. */
function listOtherSlots({ image, lastFrame, references }: Pictures, slot: Slot): Slot[] {
  const isFree = {
    image: !image,
    lastFrame: !lastFrame,
    references: references.length < maxVideoReferences,
  }
  const slots: Slot[] = ['image', 'lastFrame', 'references']
  return slots.filter((other) => other !== slot && isFree[other])
}

export function removePicture(pictures: Pictures, { slot, index }: Position): Partial<Pictures> {
  if (slot !== 'references') return { [slot]: null }
  return { references: pictures.references.filter((_, other) => other !== index) }
}

/** Throws if another one is in its place now. */
export function restorePicture(
  pictures: Pictures,
  picture: VideoPicture,
  { slot, index }: Position,
): Partial<Pictures> {
  const { references } = pictures
  const isFull = slot === 'references' ? references.length >= maxVideoReferences : pictures[slot] !== null
  if (isFull) throw new Error(`There is another ${slotNames[slot]} now. Remove it first.`)
  return slot === 'references'
    ? { references: [...references.slice(0, index), picture, ...references.slice(index)] }
    : { [slot]: picture }
}

/** A single key does this, too. */
function removeWithUndo(picture: VideoPicture, position: Position): void {
  videoForm.change(removePicture(videoForm.read(), position))
  toastUndo(`“${picture.name}” removed`, () =>
    videoForm.change(restorePicture(videoForm.read(), picture, position)),
  )
}

export function movePicture(pictures: Pictures, from: Position, to: Slot): Partial<Pictures> {
  const picture = from.slot === 'references' ? pictures.references[from.index] : pictures[from.slot]
  if (!picture) return {}
  const removed = removePicture(pictures, from)
  if (to !== 'references') return { ...removed, [to]: picture }
  return { ...removed, references: [...(removed.references ?? pictures.references), picture] }
}

/** The key of a slot's uploads and rejected files. */
function toSlotKey(slot: Slot): string {
  return `video:${slot}`
}

/** Adds all files or, if there are not enough free slots, none. */
export function handleDrop({ files, folders }: Dropped) {
  const slots = chooseSlots(videoForm.read(), files.length)
  if (typeof slots === 'string') return rejectFile(toSlotKey('references'), slots)
  files.forEach((file, index) => {
    const slot = slots[index]
    if (slot) addFile(slot, file)
  })
  for (const name of folders) {
    rejectFile(toSlotKey('references'), `“${name}” is a folder. Drop the images inside it instead.`)
  }
}

/** Replaces a frame that is already set. */
function addFile(slot: Slot, file: File) {
  void attachFiles(toSlotKey(slot), [file], {
    findProblem: findPictureProblem,
    receive: async (attachment) => {
      if (attachment.kind !== 'file') return
      await assertWhole(attachment)
      const { media, mimeType, name } = await toReadablePicture(attachment)
      setPicture(slot, { media, mimeType, name })
    },
  })
}

/** Adds pictures of the Library, in order. */
async function addStored(slot: Slot, pictures: readonly VideoPicture[]): Promise<void> {
  for (const picture of pictures) {
    const attachment = await toPriorAttachment(picture)
    if (attachment.kind !== 'file') continue
    const { media, mimeType, name } = await toReadablePicture(attachment)
    setPicture(slot, { media, mimeType, name })
  }
}

function setPicture(slot: Slot, picture: VideoPicture) {
  dismissRejections(toSlotKey(slot))
  if (slot !== 'references') return videoForm.change({ [slot]: picture })
  const { references } = videoForm.read()
  if (references.length >= maxVideoReferences) {
    return rejectFile(
      toSlotKey(slot),
      `“${picture.name}” wasn’t added. A video can have up to ${maxVideoReferences} reference images.`,
    )
  }
  videoForm.change({ references: [...references, picture] })
}
