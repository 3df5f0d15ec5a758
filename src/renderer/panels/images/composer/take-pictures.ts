// Takes pictures into the draft: as references, or, where one tells how it was made, as what it was made with.
import type { Attachment, Draft } from '#shared/schemas/draft'
import { desktop } from '../../../api/desktop'
import type { Pickable } from '../../../media-viewer/list-pickable'
import { findPictureProblem, isDamaged } from '../../../media-viewer/whole-pictures'
import { attachFiles, rejectFile } from '../../../state/attachments'
import { addAttachment, replaceDraft } from '../../../state/drafts'
import { addReference, draftFromMetadata } from '../../../state/drawing-actions'
import { describeRestored } from './describe-restored'
import { noteRestored } from './restored'

/** As references, whatever they are. */
export function takeReferences(key: string, files: readonly File[]): Promise<void> {
  return attachFiles(key, files, {
    refuse: findPictureProblem,
    receive: (attachment) => addWhole(key, attachment),
  })
}

/** One alone that is known brings back its prompt, its parameters and its references. */
export function takeDropped(key: string, files: readonly File[]): Promise<void> {
  if (files.length !== 1) return takeReferences(key, files)
  return attachFiles(key, files, {
    refuse: findPictureProblem,
    receive: async (attachment) => {
      if (!(await restore(key, attachment))) await addWhole(key, attachment)
    },
  })
}

/** Half a picture would be sent as it is, and be refused far from here. */
async function addWhole(key: string, attachment: Attachment): Promise<void> {
  if (attachment.kind === 'file' && (await isDamaged(attachment)))
    rejectFile(key, `${attachment.name} is damaged: not all of it is there.`)
  else addAttachment(key, attachment)
}

/** Of the Library; one after the other, in the order they were chosen. */
export async function takeAll(chosen: readonly Pickable[]): Promise<void> {
  for (const { media, mimeType, title } of chosen) await addReference({ media, mimeType, name: title })
}

/** Answers whether anything is known of how it was made. */
async function restore(key: string, picture: Attachment): Promise<boolean> {
  if (picture.kind !== 'file') return false
  const making = await desktop.images.readMaking({ media: picture.media })
  if (!making) return false
  const { draft, missing } = await draftFromMetadata(making)
  const before: Draft = replaceDraft(key, draft)
  noteRestored(key, { before, picture, words: describeRestored(draft), missing })
  return true
}
