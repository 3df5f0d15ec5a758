// Why the next prompt cannot be sent: an invalid setting, or a part that an OpenAI-compatible server does not support.
import type { ModelSummary } from '#shared/desktop/models-contract'
import { findMediaPart, forcesNoCall, unsupported } from '#shared/dialects/fields'
import { servers } from '#shared/models/openai-servers'
import { thinkingRangeOf } from '#shared/models/thinking'
import type { Attachment } from '#shared/schemas/chat'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import type { OpenAiProfile } from '#shared/schemas/upstream'
import { type NumberRule, readParameter, rules } from '../../../components/read-parameter'
import { useDrafts } from '../../../state/draft-store'
import { toDraftKey, useDraft } from '../../../state/drafts'
import { useConversationParameters } from '../../../state/next-parameters'
import { numberNames } from '../inspector/ParameterNumber'
import { toBudgetRule } from '../inspector/ThinkingSection'
import { parameterNames } from '../parameter-names'

type Server = Pick<OpenAiProfile, 'name' | 'server'>

/** Why these tools are not available; null if the provider may have them. */
export function describeMissingTools(
  server: Server | null,
): Readonly<Record<'googleSearch' | 'urlContext' | 'safety', string>> | null {
  if (!server) return null
  return {
    googleSearch: describe(server, unsupported.googleSearch),
    urlContext: describe(server, unsupported.urlContext),
    safety: describe(server, unsupported.safety),
  }
}

function describe({ name }: Server, reason: string): string {
  return `${name} ${reason.replace("'", '’')}`
}

interface NextPrompt {
  readonly columns: readonly ChatParameters[]
  readonly attachments: readonly Attachment[]
  readonly models: readonly Pick<ModelSummary, 'id' | 'kind'>[]
}

const another = 'or choose another provider in Settings > Provider.'

/** Returns the first thing to remove, and undefined if everything can be sent. */
export function findUnsupported(server: Server | null, prompt: NextPrompt): string | undefined {
  const missing = describeMissingTools(server)
  if (!server || !missing) return undefined
  const { columns, attachments, models } = prompt
  for (const { googleSearch, urlContext, safety = [], functions, structured, model } of columns) {
    if (googleSearch) return `${missing.googleSearch}. Turn off Search, ${another}`
    if (urlContext) return `${missing.urlContext}. Turn off URL context, ${another}`
    if (safety.some(({ threshold }) => threshold !== 'BLOCK_NONE' && threshold !== 'OFF'))
      return `${missing.safety}. Reset Safety in the inspector, ${another}`
    const hasFunctions = functions?.on === true && functions.declarations.length > 0
    if (hasFunctions && functions.mode === 'ANY' && !servers[server.server].hasToolChoice)
      return `${describe(server, forcesNoCall)}. Choose the mode Auto under Functions, ${another}`
    const isImage = models.find(({ id }) => id === model)?.kind === 'image'
    if (isImage && (hasFunctions || structured?.on))
      return `${model} only generates images. Turn off Functions and Structured output, or choose a text model.`
    const file = attachments.map((each) => describeFile(each, server, isImage)).find(Boolean)
    if (file) return `${file} Remove it, ${another}`
  }
  return undefined
}

function describeFile(file: Attachment, server: Server, isImage: boolean): string | undefined {
  const { name } = server
  if (file.kind === 'uri') return `${name} can’t read files by URL.`
  const { mimeType: type } = file
  if (isImage && !type.startsWith('image/'))
    return `${name} edits only images with this model. “${file.name}” isn’t one.`
  const { part, reason, isFormat } = findMediaPart(type, servers[server.server])
  if (part) return undefined
  if (!reason) return `${name} can’t read “${file.name}”.`
  return isFormat ? `${describe(server, reason)}.` : `${describe(server, reason)} such as “${file.name}”.`
}

/** The reason why the next prompt of this conversation cannot be sent; undefined if all values are valid. */
export function useInvalidSetting(conversationId: string | null): string | undefined {
  const key = toDraftKey(conversationId)
  const own = useConversationParameters(conversationId)
  const columns = useDraft(key, (draft) => draft.columns)
  return useDrafts(({ texts }) => findInvalidSetting(texts, key, columns ?? [own]))
}

/** `texts` are those of all fields, by conversation, column and name. */
export function findInvalidSetting(
  texts: Readonly<Record<string, string>>,
  key: string,
  columns: readonly ChatParameters[],
): string | undefined {
  for (const [index, parameters] of columns.entries()) {
    const scope = `${key}#${index}`
    const suffix = columns.length > 1 ? ` (model ${index + 1})` : ''
    for (const name of numberNames) {
      const typed = texts[`${scope}/${name}`]
      const rule = typed === undefined ? undefined : toRule(name, parameters)
      const error = rule && readParameter(typed ?? '', rule).error
      if (error) return `${parameterNames[name]} ${error}${suffix}.`
    }
    const sequence = texts[`${scope}/stopSequence`]
    if (sequence) return `Add the stop sequence “${sequence}” in the inspector, or clear its field${suffix}.`
  }
  return undefined
}

/** Undefined if the field is not shown. */
function toRule(name: (typeof numberNames)[number], parameters: ChatParameters): NumberRule | undefined {
  if (name !== 'thinkingBudget') return rules[name]
  return parameters.thinkingBudget === undefined ? undefined : toBudgetRule(thinkingRangeOf(parameters.model))
}
