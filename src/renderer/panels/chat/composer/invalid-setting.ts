// A setting that prevents sending: otherwise the prompt would be sent with another value than the one on screen.
import { thinkingRangeOf } from '#shared/models/thinking'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { type NumberRule, readParameter, rules } from '../../../components/read-parameter'
import { useDrafts } from '../../../state/draft-store'
import { toDraftKey, useDraft } from '../../../state/drafts'
import { useConversationParameters } from '../../../state/next-parameters'
import { numberNames } from '../inspector/ParameterNumber'
import { toBudgetRule } from '../inspector/ThinkingSection'
import { parameterNames } from '../parameter-names'

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
