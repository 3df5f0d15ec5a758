// Adds pictures to the draft: as references or, if one has generation metadata, as the prompt it was generated with.

import { create } from 'zustand'
import type { Attachment, Draft } from '#shared/schemas/chat'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import type { Pickable } from '../../../media-viewer/LibraryPicker'
import { assertWhole, findPictureProblem } from '../../../media-viewer/PictureStage'
import { attachFiles, rejectFile, toReadablePicture } from '../../../state/attachments'
import { useDrafts } from '../../../state/draft-store'
import { addAttachment, replaceDraft } from '../../../state/drafts'
import { addReference, draftFromMetadata } from '../../../state/drawing-actions'
import { focusPrompt } from '../../../state/focus-requests'
import { addUndo, unchanged } from '../../../state/undo'

/** Adds all of them as references. */
export function addReferences(key: string, files: readonly File[]): Promise<void> {
  return attachFiles(key, files, {
    findProblem: findPictureProblem,
    receive: (attachment) => addVerified(key, attachment),
  })
}

/** A single picture with generation metadata restores its prompt, parameters and references. */
export function handleDrop(key: string, files: readonly File[]): Promise<void> {
  if (files.length !== 1) return addReferences(key, files)
  return attachFiles(key, files, {
    findProblem: findPictureProblem,
    receive: async (attachment) => {
      if (!(await restore(key, attachment))) await addVerified(key, attachment)
    },
  })
}

async function addVerified(key: string, attachment: Attachment): Promise<void> {
  if (attachment.kind !== 'file') return addAttachment(key, attachment)
  await assertWhole(attachment)
  addAttachment(key, await toReadablePicture(attachment))
}

/** One after the other, in the order of the selection. */
export async function addFromLibrary(selected: readonly Pickable[]): Promise<void> {
  for (const { media, mimeType, title } of selected) await addReference({ media, mimeType, name: title })
}

/** Returns false if the picture has no generation metadata. */
async function restore(key: string, picture: Attachment): Promise<boolean> {
  if (picture.kind !== 'file') return false
  const metadata = await desktop.images.readGenerationMetadata({ media: picture.media })
  if (!metadata) return false
  const { draft, missing } = await draftFromMetadata(metadata)
  const before: Draft = replaceDraft(key, draft)
  setRestored(key, { before, picture, text: describeRestored(draft), missing })
  return true
}

interface RestoredPicture {
  /** The draft that was replaced. */
  readonly before: Draft
  readonly picture: Attachment
  /** The restored values, as text. */
  readonly text: string
  /** A sentence; empty if nothing is missing. */
  readonly missing: string
}

/** By the key of the draft. */
export const useRestored = create<{ readonly restored: Readonly<Record<string, RestoredPicture>> }>()(() => ({
  restored: {},
}))

function setRestored(key: string, picture: RestoredPicture) {
  useRestored.setState(({ restored }) => ({ restored: { ...restored, [key]: picture } }))
  const isUntouched = unchanged(() => useDrafts.getState().drafts[key])
  const isPossible = () => useRestored.getState().restored[key] === picture && isUntouched()
  addUndo('Prompt and settings restored', () => undoRestored(key), isPossible)
  focusPrompt()
}

export function clearRestored(key: string) {
  useRestored.setState(({ restored: { [key]: _cleared, ...others } }) => ({ restored: others }))
}

/** Restores the previous draft. */
export function undoRestored(key: string) {
  const restored = useRestored.getState().restored[key]
  if (!restored) return
  replaceDraft(key, restored.before)
  clearRestored(key)
  focusPrompt()
}

/** Restores the previous draft, and adds the picture itself as a reference. */
export function addReferenceInstead(key: string) {
  const restored = useRestored.getState().restored[key]
  if (!restored) return
  undoRestored(key)
  void addVerified(key, restored.picture).catch((error) => rejectFile(key, describeError(error)))
}

/** `prompt, model, parameters, and 2 reference images` */
function describeRestored({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): string {
  const count = attachments.length
  const references = count === 0 ? [] : [count === 1 ? '1 reference image' : `${count} reference images`]
  const parts = [...(text ? ['prompt'] : []), 'model', 'parameters', ...references]
  return new Intl.ListFormat('en').format(parts)
}
