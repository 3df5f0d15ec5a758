// Adds pictures from the disk, the clipboard or the Library to the form's slots.

import type { Dropped } from '../../../attachments/use-file-drop'
import { assertWhole, findPictureProblem } from '../../../media-viewer/check-picture'
import { attachFiles, dismissRejections, rejectFile } from '../../../state/attachments'
import {
  changeVideoForm,
  maxVideoReferences,
  useVideoForm,
  type VideoPicture,
} from '../../../state/video-form'
import { chooseSlots, type Slot } from './picture-slots'

/** The key of a slot's uploads and rejected files. */
export function toSlotKey(slot: Slot): string {
  return `video:${slot}`
}

/** Adds all files or, if there are not enough free slots, none. */
export function handleDrop({ files, folders }: Dropped) {
  const slots = chooseSlots(useVideoForm.getState().form, files.length)
  if (typeof slots === 'string') return rejectFile(toSlotKey('references'), slots)
  files.forEach((file, index) => {
    const slot = slots[index]
    if (slot) addFile(slot, file)
  })
  for (const name of folders) {
    rejectFile(toSlotKey('references'), `${name} is a folder: drop the pictures in it instead.`)
  }
}

/** Replaces a frame that is already set. */
export function addFile(slot: Slot, file: File) {
  void attachFiles(toSlotKey(slot), [file], {
    refuse: findPictureProblem,
    receive: async (attachment) => {
      if (attachment.kind !== 'file') return
      await assertWhole(attachment)
      const { media, mimeType, name } = attachment
      setPicture(slot, { media, mimeType, name })
    },
  })
}

export function setPicture(slot: Slot, picture: VideoPicture) {
  dismissRejections(toSlotKey(slot))
  if (slot !== 'references') return changeVideoForm({ [slot]: picture })
  const { references } = useVideoForm.getState().form
  if (references.length >= maxVideoReferences) {
    return rejectFile(toSlotKey(slot), `${picture.name} is one too many: ${maxVideoReferences} at the most.`)
  }
  changeVideoForm({ references: [...references, picture] })
}
