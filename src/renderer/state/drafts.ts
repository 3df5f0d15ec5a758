// Drafts by conversation: text, attachments and parameters of the next prompt.
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { Attachment, Draft } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { setDraft, useDrafts } from './draft-store'

/** Keys of the drafts of a conversation and of a drawing that do not exist yet. */
const newDraft = 'new'
const newDrawing = 'images:new'

const emptyDraft: Draft = { text: '', attachments: [], parameters: null, columns: null }

/** An undefined value restores the model's default. */
export type ParametersChange = { readonly [Name in keyof ChatParameters]?: ChatParameters[Name] | undefined }

export function toDraftKey(conversationId: string | null): string {
  return conversationId ?? newDraft
}

export function toDrawingKey(drawingId: string | null): string {
  return drawingId ?? newDrawing
}

export function readDraft(key: string): Draft {
  return useDrafts.getState().drafts[key] ?? emptyDraft
}

export function useDraft<Part>(key: string, select: (draft: Draft) => Part): Part {
  return useDrafts(({ drafts }) => select(drafts[key] ?? emptyDraft))
}

export function writeText(key: string, text: string) {
  // Sending braces as written is a choice for one text.
  change(key, ({ values }) => ({ text, values: text === '' ? (values ?? undefined) : values }))
}

export function writeParameters(key: string, parameters: ChatParameters) {
  change(key, () => ({ parameters }))
}

/** Values of the prompt's variables. Null sends the braces as written. */
export function writeValues(key: string, values: Draft['values']) {
  change(key, () => ({ values }))
}

/** Null: the next prompt is not a comparison. */
export function writeColumns(key: string, columns: readonly ChatParameters[] | null) {
  change(key, () => ({ columns: columns && [...columns] }))
}

/** Number of pictures in the next step. It is never taken over from another drawing, because each picture is billed. */
export function writeVariations(key: string, variations: number) {
  change(key, () => ({ variations }))
}

/** The answer that the next step edits. Null: none; undefined: the last picture of the branch. */
export function writeAfter(key: string, after: string | null | undefined) {
  change(key, () => ({ after }))
}

/** Replaces the whole draft. Returns the previous one. */
export function replaceDraft(key: string, draft: Draft): Draft {
  const old = readDraft(key)
  change(key, () => ({ variations: undefined, after: undefined, values: undefined, ...draft }))
  return old
}

/** `at` is the old position of a restored attachment. */
export function addAttachment(key: string, attachment: Attachment, at?: number) {
  change(key, ({ attachments }) => {
    const index = at ?? attachments.length
    return { attachments: [...attachments.slice(0, index), attachment, ...attachments.slice(index)] }
  })
}

/** Returns its position, so that it can be restored. */
export function removeAttachment(key: string, id: string): number {
  const at = readDraft(key).attachments.findIndex((one) => one.id === id)
  change(key, ({ attachments }) => ({ attachments: attachments.filter((one) => one.id !== id) }))
  return at
}

export function replaceAttachment(key: string, id: string, attachment: Attachment) {
  change(key, ({ attachments }) => ({
    attachments: attachments.map((one) => (one.id === id ? attachment : one)),
  }))
}

/**
 * Called after sending: preserves what was changed since, and the parameters, except those of a new conversation. What was
 * added to a first prompt follows it into the conversation it has created, whose key is `created`.
 */
export function clearDraft(key: string, sent?: Draft, created = key) {
  const written = readDraft(key)
  change(key, ({ text, attachments, columns, after }) => {
    if (!sent) return { text: '', attachments: [], columns: null, after: undefined, values: undefined }
    const sentIds = new Set(sent.attachments.map(({ id }) => id))
    return {
      text: text.startsWith(sent.text) ? text.slice(sent.text.length) : text,
      attachments: attachments.filter(({ id }) => !sentIds.has(id)),
      columns: columns === sent.columns ? null : columns,
      after: after === sent.after ? undefined : after,
      values: undefined,
      // The next new conversation starts with its own.
      ...(key === newDraft ? { parameters: null } : {}),
    }
  })
  if (!sent || created === key) return
  const { text, attachments, columns } = readDraft(key)
  if (text || attachments.length > 0 || columns) {
    change(key, () => ({ text: '', attachments: [], columns: null }))
    change(created, () => ({ text, attachments, columns }))
  }
  if (key === newDraft && written.parameters !== sent.parameters)
    change(created, () => ({ parameters: written.parameters }))
}

/** Removes an empty draft. */
function change(key: string, toChange: (draft: Draft) => Partial<Draft>) {
  const before = readDraft(key)
  const draft = { ...before, ...toChange(before) }
  setDraft(key, isEmpty(draft) ? null : draft)
}

function isEmpty({ text, attachments, parameters, columns, variations, after, values }: Draft): boolean {
  const isUnset =
    !parameters && !columns && variations === undefined && after === undefined && values === undefined
  return !text && attachments.length === 0 && isUnset
}

/** The parts to send: attachments first, then the text. Media is referenced by file hash, with its name. */
export function toParts({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): Part[] {
  return [...attachments.map(toPart), ...(text.trim() ? [{ text }] : [])]
}

/** Pictures in the spelling of image understanding (E15), URLs in that of video understanding (E11). */
function toPart(attachment: Attachment): Part {
  const { mimeType } = attachment
  if (attachment.kind === 'uri') {
    return { file_data: { ...(mimeType ? { mime_type: mimeType } : {}), file_uri: attachment.uri } }
  }
  const { media, name: fileName } = attachment
  return mimeType.startsWith('image/')
    ? { inline_data: { mime_type: mimeType, media, fileName } }
    : { inlineData: { mimeType, media, fileName } }
}

export function changeParameters(parameters: ChatParameters, part: ParametersChange): ChatParameters {
  const entries = Object.entries({ ...parameters, ...part }).filter(([, value]) => value !== undefined)
  // The entries are those of both arguments without the undefined ones; `model` is always defined.
  return Object.fromEntries(entries) as ChatParameters
}

/** Requests thinking only from models that support it: others may reject the whole request. */
export function fitParameters(parameters: ChatParameters, models: readonly ModelSummary[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  if (!model || model.thinks) return parameters
  const noThinking = { includeThoughts: undefined, thinkingBudget: undefined, thinkingLevel: undefined }
  return changeParameters(parameters, noThinking)
}
