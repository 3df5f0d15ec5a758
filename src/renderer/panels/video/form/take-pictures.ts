// Takes pictures into the form: from the disk, the clipboard or the Library, each to its place.
import type { Attachment } from '#shared/schemas/draft'
import type { Dropped } from '../../../attachments/use-file-drop'
import { findPictureProblem, isDamaged } from '../../../media-viewer/whole-pictures'
import { attachFiles, dismissRejections, rejectFile } from '../../../state/attachments'
import {
  changeVideoForm,
  maxVideoReferences,
  useVideoForm,
  type VideoPicture,
} from '../../../state/video-form'
import { chooseSlots, type Slot } from './choose-slots'

/** Of what is on its way, and of why something was refused. */
export function toSlotKey(slot: Slot): string {
  return `video:${slot}`
}

/** Where there is no room for them all, none is taken. */
export function takeDropped({ files, folders }: Dropped) {
  const slots = chooseSlots(useVideoForm.getState().form, files.length)
  if (typeof slots === 'string') return rejectFile(toSlotKey('references'), slots)
  files.forEach((file, at) => {
    const slot = slots[at]
    if (slot) takeFile(slot, file)
  })
  for (const name of folders) {
    rejectFile(toSlotKey('references'), `${name} is a folder: drop the pictures in it instead.`)
  }
}

/** One that stands in a frame's place already is replaced. */
export function takeFile(slot: Slot, file: File) {
  void attachFiles(toSlotKey(slot), [file], {
    refuse: findPictureProblem,
    receive: (attachment) => putWhole(slot, attachment),
  })
}

export function putPicture(slot: Slot, picture: VideoPicture) {
  dismissRejections(toSlotKey(slot))
  if (slot !== 'references') return changeVideoForm({ [slot]: picture })
  const { references } = useVideoForm.getState().form
  if (references.length >= maxVideoReferences) {
    return rejectFile(toSlotKey(slot), `${picture.name} is one too many: ${maxVideoReferences} at the most.`)
  }
  changeVideoForm({ references: [...references, picture] })
}

/** Half a picture would be sent as it is, and be refused far from here. */
async function putWhole(slot: Slot, attachment: Attachment): Promise<void> {
  if (attachment.kind !== 'file') return
  const { media, mimeType, name } = attachment
  if (await isDamaged(attachment)) throw new Error(`${name} is damaged: not all of it is there.`)
  putPicture(slot, { media, mimeType, name })
}
