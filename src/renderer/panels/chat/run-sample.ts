// Sends a sample prompt; what the user has written meanwhile stays.
import type { ModelSummary } from '#shared/desktop/contract'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { toAttachment } from '../../state/attachments'
import { comparePrompt, sendPrompt } from '../../state/chat-verbs'
import { fitParameters, toParts } from '../../state/drafts'
import { keepFile } from '../../state/keep-file'
import { drawSample } from './draw-sample'
import type { SamplePrompt } from './sample-prompts'

interface Setting {
  readonly parameters: ChatParameters
  readonly models: readonly ModelSummary[]
}

export async function runSample(sample: SamplePrompt, { parameters, models }: Setting): Promise<void> {
  const attachments = sample.picture ? [await toAttachment(await keepFile(await drawSample()))] : []
  const parts = toParts({ text: sample.text, attachments })
  const set = { ...parameters, ...sample.parameters }
  const toParameters = (model: string) => fitParameters({ ...set, model }, models)
  if (!sample.models) {
    return sendPrompt({ conversationId: null, parts, parameters: toParameters(set.model) })
  }
  return comparePrompt({ conversationId: null, parts, columns: sample.models.map(toParameters) })
}
