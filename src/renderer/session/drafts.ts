// What the user is typing and has set, for each conversation. It survives a switch and a restart.
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat'

/** The draft of a conversation that has not begun. */
const newDraft = 'new'

export interface Draft {
  readonly text: string
  /** What the next prompt is sent with, where the user has changed it since the last one. */
  readonly parameters: ChatParameters | null
}

const emptyDraft: Draft = { text: '', parameters: null }
const defaultParameters: ChatParameters = { model: 'gen-2.5-flash', includeThoughts: true }

interface Drafts {
  drafts: Readonly<Record<string, Draft>>
}

export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), { name: 'drafts', version: 1 }),
)

export function toDraftKey(conversationId: string | null): string {
  return conversationId ?? newDraft
}

export function readDraft(drafts: Drafts['drafts'], key: string): Draft {
  return drafts[key] ?? emptyDraft
}

export function writePrompt(key: string, text: string) {
  useDrafts.setState(({ drafts }) => ({ drafts: changeDraft(drafts, key, { text }) }))
}

export function writeParameters(key: string, parameters: ChatParameters) {
  useDrafts.setState(({ drafts }) => ({ drafts: changeDraft(drafts, key, { parameters }) }))
}

/** Drafts that hold nothing are dropped. */
export function changeDraft(drafts: Drafts['drafts'], key: string, change: Partial<Draft>): Drafts['drafts'] {
  const { [key]: old = emptyDraft, ...others } = drafts
  const draft = { ...old, ...change }
  return draft.text || draft.parameters ? { ...others, [key]: draft } : others
}

/** The user's own settings, else those of the last prompt, else those of the last new conversation. */
export function chooseParameters(
  drafts: Drafts['drafts'],
  conversation: { readonly id: string; readonly parameters?: ChatParameters | undefined } | null,
): ChatParameters {
  const own = drafts[toDraftKey(conversation?.id ?? null)]?.parameters
  return own ?? conversation?.parameters ?? drafts[newDraft]?.parameters ?? defaultParameters
}

/** An undefined value goes back to the model's default. */
export function changeParameters(
  parameters: ChatParameters,
  change: { readonly [Name in keyof ChatParameters]?: ChatParameters[Name] | undefined },
): ChatParameters {
  const entries = Object.entries({ ...parameters, ...change }).filter(([, value]) => value !== undefined)
  // The entries are those of both arguments, less the undefined ones; `model` is never undefined in either.
  return Object.fromEntries(entries) as ChatParameters
}

/** Thoughts are asked only of models that have them: others may refuse the whole request. */
export function fitParameters(parameters: ChatParameters, models: readonly ModelSummary[]): ChatParameters {
  const model = models.find(({ id }) => id === parameters.model)
  return model && !model.thinks ? changeParameters(parameters, { includeThoughts: undefined }) : parameters
}
