// What the user is typing, has attached and has set, for each conversation.
import { create } from 'zustand'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Attachment, Draft } from '#shared/schemas/draft'

/** The draft of a conversation that has not begun. */
const newDraft = 'new'

const emptyDraft: Draft = { text: '', attachments: [], parameters: null, columns: null }
const defaultParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }

/** By the key of their conversation. */
export type Drafts = Readonly<Record<string, Draft>>

interface DraftsState {
  readonly drafts: Drafts
  /** Why the last of them could not be written to the disk; they stay here as long as the window does. */
  readonly failure: string | null
}

export const useDrafts = create<DraftsState>()(() => ({ drafts: {}, failure: null }))

export function toDraftKey(conversationId: string | null): string {
  return conversationId ?? newDraft
}

export function readDraft(drafts: Drafts, key: string): Draft {
  return drafts[key] ?? emptyDraft
}

export function writeText(key: string, text: string) {
  change(key, () => ({ text }))
}

export function writeParameters(key: string, parameters: ChatParameters) {
  change(key, () => ({ parameters }))
}

/** Null: the next prompt is no comparison. */
export function writeColumns(key: string, columns: readonly ChatParameters[] | null) {
  change(key, () => ({ columns: columns && [...columns] }))
}

/** At its old place, where it is put back. */
export function addAttachment(key: string, attachment: Attachment, at?: number) {
  change(key, ({ attachments }) => {
    const place = at ?? attachments.length
    return { attachments: [...attachments.slice(0, place), attachment, ...attachments.slice(place)] }
  })
}

/** Tells the place where it was, for the way back. */
export function removeAttachment(key: string, id: string): number {
  const at = readDraft(useDrafts.getState().drafts, key).attachments.findIndex((one) => one.id === id)
  change(key, ({ attachments }) => ({ attachments: attachments.filter((one) => one.id !== id) }))
  return at
}

export function replaceAttachment(key: string, id: string, attachment: Attachment) {
  change(key, ({ attachments }) => ({
    attachments: attachments.map((one) => (one.id === id ? attachment : one)),
  }))
}

/** After it was sent; the parameters stay for the next one, and so does what was written since. */
export function clearDraft(key: string, sent?: Draft) {
  change(key, ({ text, attachments, columns }) => {
    if (!sent) return { text: '', attachments: [], columns: null }
    const gone = new Set(sent.attachments.map(({ id }) => id))
    return {
      text: text.startsWith(sent.text) ? text.slice(sent.text.length) : text,
      attachments: attachments.filter(({ id }) => !gone.has(id)),
      columns: columns === sent.columns ? null : columns,
    }
  })
}

function change(key: string, toChange: (draft: Draft) => Partial<Draft>) {
  useDrafts.setState(({ drafts }) => ({
    drafts: changeDraft(drafts, key, toChange(readDraft(drafts, key))),
  }))
}

/** Drafts that hold nothing are dropped. */
export function changeDraft(drafts: Drafts, key: string, part: Partial<Draft>): Drafts {
  const { [key]: old = emptyDraft, ...others } = drafts
  const draft = { ...old, ...part }
  return isEmpty(draft) ? others : { ...others, [key]: draft }
}

function isEmpty({ text, attachments, parameters, columns }: Draft): boolean {
  return !text && attachments.length === 0 && !parameters && !columns
}

/** What is sent: attachments first, then the text; media stand as the hash of their file. */
export function toParts({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): Part[] {
  return [...attachments.map(toPart), ...(text.trim() ? [{ text }] : [])]
}

/** Pictures in the spelling of image understanding (E15), addresses in that of video understanding (E11). */
function toPart(attachment: Attachment): Part {
  const { mimeType } = attachment
  if (attachment.kind === 'uri') {
    return { file_data: { ...(mimeType ? { mime_type: mimeType } : {}), file_uri: attachment.uri } }
  }
  const { media } = attachment
  return mimeType.startsWith('image/')
    ? { inline_data: { mime_type: mimeType, media } }
    : { inlineData: { mimeType, media } }
}

/** The user's own settings, else those of the last prompt, else those of the last new conversation. */
export function chooseParameters(
  drafts: Drafts,
  conversation: { readonly id: string; readonly parameters?: ChatParameters | undefined } | null,
): ChatParameters {
  const own = drafts[toDraftKey(conversation?.id ?? null)]?.parameters
  return own ?? conversation?.parameters ?? drafts[newDraft]?.parameters ?? defaultParameters
}

/** An undefined value goes back to the model's default. */
export function changeParameters(
  parameters: ChatParameters,
  part: { readonly [Name in keyof ChatParameters]?: ChatParameters[Name] | undefined },
): ChatParameters {
  const entries = Object.entries({ ...parameters, ...part }).filter(([, value]) => value !== undefined)
  // The entries are those of both arguments, less the undefined ones; `model` is never undefined in either.
  return Object.fromEntries(entries) as ChatParameters
}

/** Thinking is asked only of models that think: others may refuse the whole request. */
export function fitParameters(parameters: ChatParameters, models: readonly ModelSummary[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  if (!model || model.thinks) return parameters
  const nothing = { includeThoughts: undefined, thinkingBudget: undefined, thinkingLevel: undefined }
  return changeParameters(parameters, nothing)
}
