// The form's slots for pictures: first frame, last frame and references; pictures are added, moved and removed.

import type { Dropped } from '../../../attachments/DropOverlay'
import { assertWhole, findPictureProblem } from '../../../media-viewer/check-picture'
import {
  attachFiles,
  dismissRejections,
  rejectFile,
  toPriorAttachment,
  toReadablePicture,
} from '../../../state/attachments'
import { toastUndo } from '../../../state/undo'
import { maxVideoReferences, type VideoDraft, type VideoPicture, videoForm } from '../../../state/video-form'

export type Slot = 'image' | 'lastFrame' | 'references'

export const slotNames: Readonly<Record<Slot, string>> = {
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
export function listOtherSlots({ image, lastFrame, references }: Pictures, slot: Slot): Slot[] {
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
export function removeWithUndo(picture: VideoPicture, position: Position): void {
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
export function toSlotKey(slot: Slot): string {
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
export function addFile(slot: Slot, file: File) {
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
export async function addStored(slot: Slot, pictures: readonly VideoPicture[]): Promise<void> {
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
