// Adds pictures to the draft: as references or, if one has generation metadata, as the prompt it was made with.
import { create } from 'zustand'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { desktop } from '../../../api/desktop'
import { findPictureProblem, isDamaged } from '../../../media-viewer/check-picture'
import type { Pickable } from '../../../media-viewer/LibraryPicker'
import { attachFiles, refuseFile } from '../../../state/attachments'
import { addAttachment, replaceDraft } from '../../../state/drafts'
import { takeAsReference } from '../../../state/draw-verbs'
import { wishToWrite } from '../../../state/prompt-focus'
import { restoreMaking } from '../../../state/restore-making'

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
    refuseFile(key, `${attachment.name} is damaged: not all of it is there.`)
  else addAttachment(key, attachment)
}

/** Of the Library; one after the other, in the order they were chosen. */
export async function takeAll(chosen: readonly Pickable[]): Promise<void> {
  for (const { media, mimeType, title } of chosen) await takeAsReference({ media, mimeType, name: title })
}

/** Answers whether anything is known of how it was made. */
async function restore(key: string, picture: Attachment): Promise<boolean> {
  if (picture.kind !== 'file') return false
  const making = await desktop.images.readMaking({ media: picture.media })
  if (!making) return false
  const { draft, missing } = await restoreMaking(making)
  const before: Draft = replaceDraft(key, draft)
  noteRestored(key, { before, picture, words: describeRestored(draft), missing })
  return true
}

interface RestoredPicture {
  /** What stood in the draft. */
  readonly before: Draft
  readonly picture: Attachment
  /** What was brought back. */
  readonly words: string
  /** A sentence; empty where nothing is missing. */
  readonly missing: string
}

/** By the key of their draft. */
export const useRestored = create<{ readonly restored: Readonly<Record<string, RestoredPicture>> }>()(() => ({
  restored: {},
}))

function noteRestored(key: string, picture: RestoredPicture) {
  useRestored.setState(({ restored }) => ({ restored: { ...restored, [key]: picture } }))
  wishToWrite()
}

export function forgetRestored(key: string) {
  useRestored.setState(({ restored: { [key]: _forgotten, ...others } }) => ({ restored: others }))
}

/** The draft is what it was before. */
export function takeBackRestored(key: string) {
  const kept = useRestored.getState().restored[key]
  if (!kept) return
  replaceDraft(key, kept.before)
  forgetRestored(key)
  wishToWrite()
}

/** The draft is what it was before, and the picture itself is a reference. */
export function referInstead(key: string) {
  const kept = useRestored.getState().restored[key]
  if (!kept) return
  takeBackRestored(key)
  addAttachment(key, kept.picture)
}

/** `its prompt, model, parameters and 2 references` */
export function describeRestored({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): string {
  const count = attachments.length
  const references = count === 0 ? [] : [count === 1 ? '1 reference' : `${count} references`]
  const things = [...(text ? ['its prompt'] : []), 'model', 'parameters', ...references]
  return `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`
}
