// User actions on a drawing: use a stored picture as a reference, draw a picture again.

import { toast } from 'sonner'
import type { Attachment, Draft } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { toPriorAttachment, toReadablePicture } from './attachments'
import { useDrafts } from './draft-store'
import { addAttachment, changeParameters, replaceDraft, toDrawingKey } from './drafts'
import { mediaBaseUrl } from './media-files'
import { openDrawing, useNavigation } from './navigation'
import type { PartFile } from './turn-parts'
import { toastUndo, unchanged } from './undo'

/** Adds the file to the next step of the open drawing, and shows that drawing. */
export async function addReference(file: PartFile): Promise<void> {
  const { drawingId } = useNavigation.getState()
  const attachment = await toPriorAttachment(file)
  const readable = attachment.kind === 'file' ? await toReadablePicture(attachment) : attachment
  addAttachment(toDrawingKey(drawingId), readable)
  openDrawing(drawingId)
}

/** Restores prompt, parameters and references of a picture; a toast can undo it. */
export async function drawAgain(metadata: GenerationMetadata): Promise<void> {
  const key = toDrawingKey(null)
  const { draft, missing } = await draftFromMetadata(metadata)
  const before = replaceDraft(key, draft)
  openDrawing(null)
  const wasEmpty = !before.text && before.attachments.length === 0
  if (wasEmpty && !missing) return
  if (wasEmpty) toast(missing)
  else
    toastUndo('Draft replaced', () => replaceDraft(key, before), {
      isPossible: unchanged(() => useDrafts.getState().drafts[key]),
      ...(missing && { description: missing }),
    })
}

interface Restored {
  readonly draft: Draft
  /** Describes what could not be restored; empty if everything was. */
  readonly missing: string
}

/** `toFile` resolves to null if a file is no longer stored. */
export async function draftFromMetadata(
  metadata: GenerationMetadata,
  toFile = toReference,
): Promise<Restored> {
  const references = listReferences(metadata)
  const files = await Promise.all(references.map(toFile))
  const attachments = files.filter((file) => file !== null)
  const missingCount = references.length - attachments.length
  return {
    draft: toRestoredDraft(metadata, attachments),
    missing: missingCount === 0 ? '' : describeMissing(missingCount),
  }
}

/** The edited picture, if any, is the first reference. */
function listReferences({ chain, references }: GenerationMetadata): string[] {
  const edited = chain.at(-1)?.media ?? null
  return [...(edited === null ? [] : [edited]), ...references.map(({ media }) => media)]
}

function toRestoredDraft(metadata: GenerationMetadata, attachments: readonly Attachment[]): Draft {
  return {
    text: metadata.prompt,
    attachments: [...attachments],
    parameters: pickImageParameters(metadata.parameters),
    columns: null,
    variations: 1,
    after: null,
  }
}

/** Only parameters that Images shows: an invisible one must have no effect. */
export function pickImageParameters(parameters: ChatParameters): ChatParameters {
  const { model, systemInstruction, temperature, seed, includeThoughts } = parameters
  const { aspectRatio, imageSize, responseModalities } = parameters
  const picked = { systemInstruction, temperature, seed, includeThoughts, aspectRatio, imageSize }
  return changeParameters({ model }, { ...picked, responseModalities })
}

/** Resolves to null if the file is no longer in the media folder. */
async function toReference(media: string, at: number): Promise<Attachment | null> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { method: 'HEAD' })
  if (!response.ok) return null
  const mimeType = response.headers.get('content-type') ?? 'image/png'
  // Metadata has no names.
  return toPriorAttachment({ media, mimeType, name: `reference ${at + 1}.${mimeType.split('/')[1]}` })
}

function describeMissing(count: number): string {
  return count === 1
    ? '1 reference image is no longer in the media folder.'
    : `${count} reference images are no longer in the media folder.`
}
