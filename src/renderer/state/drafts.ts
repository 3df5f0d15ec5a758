// Drafts by conversation: text, attachments and parameters of the next prompt.
import type { ModelSummary } from '#shared/desktop/models-contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import type { Attachment, Draft } from '#shared/schemas/draft'
import { desktop } from '../api/desktop'
import { createPersistedDrafts, type PersistedDrafts } from './persisted-drafts'

/** Keys of the drafts of a conversation and of a drawing that do not exist yet. */
const newDraft = 'new'
const newDrawing = 'images:new'

const emptyDraft: Draft = { text: '', attachments: [], parameters: null, columns: null }
export const defaultDrawing: ChatParameters = { model: 'gen-2.5-flash-image' }

/** An undefined value restores the model's default. */
export type ParametersChange = { readonly [Name in keyof ChatParameters]?: ChatParameters[Name] | undefined }

/** By the key of their conversation. */
export type Drafts = Readonly<Record<string, Draft>>

interface DraftsState {
  readonly drafts: Drafts
}

const persisted: PersistedDrafts<DraftsState> = createPersistedDrafts<DraftsState, Draft>({
  initial: { drafts: {} },
  load: loadDrafts,
  listChanges: (before, after) =>
    listChangedKeys(before.drafts, after.drafts).map((key) => [key, after.drafts[key] ?? null] as const),
  save: (key, draft) => desktop.drafts.write({ key, draft }),
  share: { name: 'drafts', apply: ({ drafts }, key, draft) => ({ drafts: replaceAt(drafts, key, draft) }) },
})
export const useDrafts: (typeof persisted)['useStore'] = persisted.useStore
export const openDrafts: (typeof persisted)['open'] = persisted.open

/** Text typed before the response takes precedence over saved drafts. */
async function loadDrafts(): Promise<(state: DraftsState) => DraftsState> {
  const saved = await desktop.drafts.read()
  return ({ drafts }) => ({ drafts: { ...saved, ...drafts } })
}

/** Lists keys whose draft was changed or removed. */
export function listChangedKeys(before: Drafts, after: Drafts): string[] {
  if (before === after) return []
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => before[key] !== after[key])
}

function replaceAt(drafts: Drafts, key: string, draft: Draft | null): Drafts {
  const { [key]: _, ...others } = drafts
  return draft ? { ...others, [key]: draft } : others
}

export function toDraftKey(conversationId: string | null): string {
  return conversationId ?? newDraft
}

export function toDrawingKey(drawingId: string | null): string {
  return drawingId ?? newDrawing
}

export function readDraft(drafts: Drafts, key: string): Draft {
  return drafts[key] ?? emptyDraft
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

/** Number of pictures in the next step. */
export function writeVariations(key: string, variations: number) {
  change(key, () => ({ variations }))
}

/** The answer that the next step edits. Null: none; undefined: the last picture of the branch. */
export function writeAfter(key: string, after: string | null | undefined) {
  change(key, () => ({ after }))
}

/** Replaces the whole draft. Returns the previous one. */
export function replaceDraft(key: string, draft: Draft): Draft {
  const old = readDraft(useDrafts.getState().drafts, key)
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
  const at = readDraft(useDrafts.getState().drafts, key).attachments.findIndex((one) => one.id === id)
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
  const written = readDraft(useDrafts.getState().drafts, key)
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
  const { text, attachments, columns } = readDraft(useDrafts.getState().drafts, key)
  if (text || attachments.length > 0 || columns) {
    change(key, () => ({ text: '', attachments: [], columns: null }))
    change(created, () => ({ text, attachments, columns }))
  }
  if (key === newDraft && written.parameters !== sent.parameters)
    change(created, () => ({ parameters: written.parameters }))
}

function change(key: string, toChange: (draft: Draft) => Partial<Draft>) {
  useDrafts.setState(({ drafts }) => ({
    drafts: changeDraft(drafts, key, toChange(readDraft(drafts, key))),
  }))
}

/** Removes empty drafts. */
function changeDraft(drafts: Drafts, key: string, part: Partial<Draft>): Drafts {
  const { [key]: old = emptyDraft, ...others } = drafts
  const draft = { ...old, ...part }
  return isEmpty(draft) ? others : { ...others, [key]: draft }
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

/** The settings of the draft, else `last`: those of the last prompt, or those that new conversations start with. */
export function chooseParameters(
  drafts: Drafts,
  conversationId: string | null,
  last: ChatParameters,
): ChatParameters {
  return drafts[toDraftKey(conversationId)]?.parameters ?? last
}

/**
 * The settings of the draft, else those of the last step, else those of the last new drawing. The default is the least expensive model. The number of pictures
 * is never taken over from another drawing, because each picture is billed.
 */
export function chooseDrawing(
  drafts: Drafts,
  drawing: { readonly id: string; readonly parameters?: ChatParameters | undefined } | null,
): { readonly parameters: ChatParameters; readonly variations: number } {
  const own = drafts[toDrawingKey(drawing?.id ?? null)]
  const last = drafts[newDrawing]
  return {
    parameters: own?.parameters ?? drawing?.parameters ?? last?.parameters ?? defaultDrawing,
    variations: own?.variations ?? 1,
  }
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
