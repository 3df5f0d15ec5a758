// What the user does with a drawing: use a stored picture as a reference, draw a picture again.
import { toast } from 'sonner'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Attachment, Draft } from '#shared/schemas/draft'
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import { toPriorAttachment } from './attachments'
import { addAttachment, changeParameters, replaceDraft, toDrawingKey } from './drafts'
import { mediaBaseUrl } from './media-files'
import { openDrawing, useNavigation } from './navigation'
import type { PartFile } from './turn-parts'

/** For the next step of the open drawing, which is then shown. */
export async function addReference(file: PartFile): Promise<void> {
  const { drawingId } = useNavigation.getState()
  addAttachment(toDrawingKey(drawingId), await toPriorAttachment(file))
  openDrawing(drawingId)
}

/** Restores prompt, parameters and references of a picture; a toast can undo what this replaced. */
export async function drawAgain(making: GenerationMetadata): Promise<void> {
  const key = toDrawingKey(null)
  const { draft, missing } = await draftFromMetadata(making)
  const before = replaceDraft(key, draft)
  openDrawing(null)
  const isWhole = !before.text && before.attachments.length === 0
  if (isWhole && !missing) return
  toast(missing || 'Draft replaced', {
    ...(!isWhole && { action: { label: 'Undo', onClick: () => void replaceDraft(key, before) } }),
  })
}

interface Restored {
  readonly draft: Draft
  /** Says what could not be restored; empty if all was. */
  readonly missing: string
}

/** `toFile` resolves to null if a file is not stored any more. */
export async function draftFromMetadata(making: GenerationMetadata, toFile = toReference): Promise<Restored> {
  const wanted = listReferences(making)
  const found = await Promise.all(wanted.map(toFile))
  const attachments = found.filter((file) => file !== null)
  const lost = wanted.length - attachments.length
  return { draft: toRestoredDraft(making, attachments), missing: lost === 0 ? '' : describeLost(lost) }
}

/** A picture that was itself an edit has the one before it as its first reference. */
function listReferences({ chain, references }: GenerationMetadata): string[] {
  const edited = chain.at(-1)?.media ?? null
  return [...(edited === null ? [] : [edited]), ...references.map(({ media }) => media)]
}

function toRestoredDraft(making: GenerationMetadata, attachments: readonly Attachment[]): Draft {
  return {
    text: making.prompt,
    attachments: [...attachments],
    parameters: pickImageParameters(making.parameters),
    columns: null,
    variations: 1,
    after: null,
  }
}

/** Only what can be set in Images: no parameter may have an effect that nobody sees. */
export function pickImageParameters(parameters: ChatParameters): ChatParameters {
  const { model, systemInstruction, temperature, seed, includeThoughts } = parameters
  const { aspectRatio, imageSize, responseModalities } = parameters
  const picked = { systemInstruction, temperature, seed, includeThoughts, aspectRatio, imageSize }
  return changeParameters({ model }, { ...picked, responseModalities })
}

/** Resolves to null if the file is not in the media folder any more. */
async function toReference(media: string): Promise<Attachment | null> {
  const response = await fetch(`${mediaBaseUrl}${media}`, { method: 'HEAD' })
  if (!response.ok) return null
  const mimeType = response.headers.get('content-type') ?? 'image/png'
  return toPriorAttachment({ media, mimeType, name: null })
}

function describeLost(count: number): string {
  return count === 1
    ? 'One reference image is no longer in the media folder.'
    : `${count} reference images are no longer in the media folder.`
}
