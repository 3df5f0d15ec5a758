// Problems with the model of a panel: the provider has none, cannot be asked, or does not list it.
import type { ModelSummary, ServerModelsState } from '#shared/desktop/models-contract'

type Kind = ModelSummary['kind']

const modelWords: Readonly<Record<Kind, string>> = {
  text: 'text model',
  image: 'image model',
  video: 'video model',
  embedding: 'embedding model',
  transcription: 'transcription model',
}

/**
 * `unreachable`: the server has not listed its models. `none`: it has none of this kind. `replaced`: another model is
 * used than the chosen one. `unlisted`: the chosen one is used, and the server may not have it. `unknown`: the same with
 * other providers.
 */
export interface ModelIssue {
  readonly type: 'unreachable' | 'none' | 'replaced' | 'unlisted' | 'unknown'
  readonly title: string
  readonly text: string
}

interface ModelUse {
  readonly kinds: readonly Kind[]
  /** By the user, or the default. */
  readonly selected: string
  readonly used: string
  readonly models: readonly ModelSummary[]
  /** Undefined until the models are listed. */
  readonly isListed: boolean
  /** Null if no OpenAI-compatible server is selected. */
  readonly server: { readonly id: string; readonly name: string } | null
  readonly state: ServerModelsState | null
  /** Name of the selected provider. */
  readonly provider: string
}

/** Returns null if there is nothing to say. */
export function findModelIssue(use: ModelUse): ModelIssue | null {
  const { kinds, selected, used, models, isListed, server, state, provider } = use
  if (!isListed) return null
  const [kind = 'text'] = kinds
  if (server && kind === 'video') return describeNone(kind, server.name)
  const usable = models.filter((model) => kinds.includes(model.kind))
  if (server && usable.length === 0) return describeEmptyList(kind, server, state)
  const toName = (id: string) => models.find((model) => model.id === id)?.displayName ?? id
  if (used !== selected)
    return {
      type: 'replaced',
      title: `${selected} isn’t available from ${server?.name ?? provider}`,
      text: `${toName(used)} is used instead.`,
    }
  if (usable.some(({ id }) => id === used)) return null
  return server ? describeUnlisted(used, server.name) : describeUnknown(kind)
}

function describeEmptyList(
  kind: Kind,
  { id, name }: { readonly id: string; readonly name: string },
  state: ServerModelsState | null,
): ModelIssue {
  const problem = state?.profile === id ? state.problem : null
  if (problem !== null)
    return { type: 'unreachable', title: `Couldn’t load the models of ${name}`, text: problem }
  return describeNone(kind, name)
}

export function describeNone(kind: Kind, name: string): ModelIssue {
  // The gateway has no request for videos that such servers have in common.
  if (kind === 'video')
    return {
      type: 'none',
      title: `${name} can’t generate videos`,
      text: 'OpenAI-compatible servers have no common API for videos. Choose another provider.',
    }
  return {
    type: 'none',
    title: `${name} has no ${modelWords[kind]}`,
    text: 'If it has one, set its type in Settings > Models. Otherwise, choose another provider.',
  }
}

function describeUnlisted(id: string, name: string): ModelIssue {
  return {
    type: 'unlisted',
    title: `${name} doesn’t list ${id}`,
    text: 'It may have been removed. Requests are sent anyway. Choose another model, or refresh the list.',
  }
}

function describeUnknown(kind: Kind): ModelIssue {
  if (kind === 'text')
    return {
      type: 'unknown',
      title: 'This model isn’t in your list',
      text: 'Requests are sent anyway, but the provider may not find the model.',
    }
  return {
    type: 'unknown',
    title: `This isn’t one of your ${modelWords[kind]}s`,
    text: `Choose ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${modelWords[kind]}. You can add your own in Settings.`,
  }
}

/** Shown above the prompt; other issues are shown where the model is chosen. `isDefault`: the user has not chosen it. */
export function isForComposer({ type }: ModelIssue, isDefault: boolean): boolean {
  return (
    type === 'none' || type === 'unreachable' || type === 'unlisted' || (type === 'replaced' && !isDefault)
  )
}
