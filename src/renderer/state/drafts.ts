// What the user is typing, has attached and has set, for each conversation.
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { Part } from '#shared/schemas/content'
import { type Attachment, Draft } from '#shared/schemas/draft'
import { describeError } from '../api/describe-error'
import { desktop } from '../api/desktop'
import { createPersistedDrafts, type PersistedDrafts } from './persisted-drafts'

/** The drafts of a conversation, and of a drawing, that do not exist yet. */
const newDraft = 'new'
const newDrawing = 'images:new'

const emptyDraft: Draft = { text: '', attachments: [], parameters: null, columns: null }
const defaultParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }
const defaultDrawing: ChatParameters = { model: 'gen-2.5-flash-image' }

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
})
export const useDrafts: (typeof persisted)['useStore'] = persisted.useStore
export const openDrafts: (typeof persisted)['open'] = persisted.open

/** The localStorage key under which earlier versions saved drafts. */
const legacyKey = 'drafts'

/** What was typed before the response counts more than what was saved. */
async function loadDrafts(): Promise<(state: DraftsState) => DraftsState> {
  const saved = await desktop.drafts.read()
  const legacy = parseLegacyDrafts(localStorage.getItem(legacyKey))
  const typed = useDrafts.getState().drafts
  void moveLegacyDrafts(Object.entries(legacy).filter(([key]) => !(key in saved) && !(key in typed)))
  return ({ drafts }) => ({ drafts: { ...legacy, ...saved, ...drafts } })
}

async function moveLegacyDrafts(legacy: readonly (readonly [key: string, Draft])[]) {
  try {
    await Promise.all(legacy.map(([key, draft]) => desktop.drafts.write({ key, draft })))
    localStorage.removeItem(legacyKey)
  } catch (error) {
    useDrafts.setState({ failure: describeError(error) })
  }
}

/** Keys whose draft has changed, or is gone. */
export function listChangedKeys(before: Drafts, after: Drafts): string[] {
  if (before === after) return []
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => before[key] !== after[key])
}

/** Returns no drafts if the text cannot be parsed. */
export function parseLegacyDrafts(stored: string | null): Drafts {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '').state.drafts)
    return Object.fromEntries(
      entries.flatMap(([key, old]) => {
        const draft = Draft.safeParse(typeof old === 'object' ? { ...emptyDraft, ...old } : old)
        return draft.success ? [[key, draft.data] as const] : []
      }),
    )
  } catch {
    return {}
  }
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
  change(key, () => ({ text }))
}

export function writeParameters(key: string, parameters: ChatParameters) {
  change(key, () => ({ parameters }))
}

/** Null: the next prompt is no comparison. */
export function writeColumns(key: string, columns: readonly ChatParameters[] | null) {
  change(key, () => ({ columns: columns && [...columns] }))
}

/** How many pictures of the next step. */
export function writeVariations(key: string, variations: number) {
  change(key, () => ({ variations }))
}

/** The answer that the next step edits; null starts from nothing, undefined continues with what is shown. */
export function writeAfter(key: string, after: string | null | undefined) {
  change(key, () => ({ after }))
}

/** Replaces the whole draft. Returns the one before. */
export function replaceDraft(key: string, draft: Draft): Draft {
  const old = readDraft(useDrafts.getState().drafts, key)
  change(key, () => ({ variations: undefined, after: undefined, ...draft }))
  return old
}

/** `at` is its old position, if it is restored. */
export function addAttachment(key: string, attachment: Attachment, at?: number) {
  change(key, ({ attachments }) => {
    const place = at ?? attachments.length
    return { attachments: [...attachments.slice(0, place), attachment, ...attachments.slice(place)] }
  })
}

/** Returns the position it had, so that it can be restored. */
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

/** After it was sent; the parameters stay for the next prompt, and so does what was typed since. */
export function clearDraft(key: string, sent?: Draft) {
  change(key, ({ text, attachments, columns, after }) => {
    if (!sent) return { text: '', attachments: [], columns: null, after: undefined }
    const gone = new Set(sent.attachments.map(({ id }) => id))
    return {
      text: text.startsWith(sent.text) ? text.slice(sent.text.length) : text,
      attachments: attachments.filter(({ id }) => !gone.has(id)),
      columns: columns === sent.columns ? null : columns,
      after: after === sent.after ? undefined : after,
    }
  })
}

function change(key: string, toChange: (draft: Draft) => Partial<Draft>) {
  useDrafts.setState(({ drafts }) => ({
    drafts: changeDraft(drafts, key, toChange(readDraft(drafts, key))),
  }))
}

/** Empty drafts are removed. */
export function changeDraft(drafts: Drafts, key: string, part: Partial<Draft>): Drafts {
  const { [key]: old = emptyDraft, ...others } = drafts
  const draft = { ...old, ...part }
  return isEmpty(draft) ? others : { ...others, [key]: draft }
}

function isEmpty({ text, attachments, parameters, columns, variations, after }: Draft): boolean {
  const isUnset = !parameters && !columns && variations === undefined && after === undefined
  return !text && attachments.length === 0 && isUnset
}

/** What is sent: attachments first, then the text; media as the hash of their file, with its name. */
export function toParts({ text, attachments }: Pick<Draft, 'text' | 'attachments'>): Part[] {
  return [...attachments.map(toPart), ...(text.trim() ? [{ text }] : [])]
}

/** Pictures in the spelling of image understanding (E15), addresses in that of video understanding (E11). */
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

/** The user's own settings, else those of the last prompt, else those of the last new conversation. */
export function chooseParameters(
  drafts: Drafts,
  conversationId: string | null,
  last: ChatParameters | undefined,
): ChatParameters {
  const own = drafts[toDraftKey(conversationId)]?.parameters
  return own ?? last ?? drafts[newDraft]?.parameters ?? defaultParameters
}

/**
 * Of a drawing, in the same order; a new installation begins with the model that costs least. How many pictures are asked
 * for is each drawing's own: a number that was set elsewhere would be paid for here.
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
  // The entries are those of both arguments, less the undefined ones; `model` is never undefined in either.
  return Object.fromEntries(entries) as ChatParameters
}

/** Thinking is requested only from models that think: others may reject the whole request. */
export function fitParameters(parameters: ChatParameters, models: readonly ModelSummary[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  if (!model || model.thinks) return parameters
  const nothing = { includeThoughts: undefined, thinkingBudget: undefined, thinkingLevel: undefined }
  return changeParameters(parameters, nothing)
}
