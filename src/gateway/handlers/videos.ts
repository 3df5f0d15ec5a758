// Videos as long-running work: started, followed by a name that this gateway can read back without keeping any (E10, decisions §8).
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/operation'
import type { Answer } from '#shared/wire/call'
import { readText } from '#shared/wire/read-body'
import { askForJson, besideCall, isRefusal, toUpstreamCall } from './ask-upstream'
import { answerJson, type GatewayCall, type Handlers } from './handler'
import { openName } from './made-at'
import { sealingOf } from './own-address'
import { rewriteOperation } from './rewrite-operation'

export const videos: Pick<Handlers, 'predictLongRunning' | 'getOperation' | 'getModelOperation'> = {
  predictLongRunning: async (call) => tell(call, await askForJson(call, toUpstreamCall(call))),
  getOperation: follow,
  getModelOperation: follow,
}

/** Where it was started, whichever upstream is chosen by now. */
async function follow(
  asked: GatewayCall<'getOperation'> | GatewayCall<'getModelOperation'>,
): Promise<Answer> {
  const { name, call } = openName<RouteId>(asked, 'operation', asked.parameters.operation ?? '')
  const path = besideCall(call, `/${encodeURI(name)}`)
  return await tell(call, await askForJson(call, toUpstreamCall(call, { method: 'GET', path })), name)
}

/** `known` names the operation where an upstream's answer to a poll leaves its name out. */
async function tell(call: GatewayCall<RouteId>, answer: Answer, known?: string): Promise<Answer> {
  if (isRefusal(answer)) return answer
  const operation = readOperation(await readText(answer.body), known)
  return answerJson(rewriteOperation(operation, sealingOf(call)))
}

function readOperation(text: string, known: string | undefined): Operation {
  try {
    const answered = JSON.parse(text) as object
    return Operation.parse(known === undefined ? answered : { ...answered, name: known })
  } catch (cause) {
    throw new ApiError('UNAVAILABLE', 'The upstream answered with something that is no operation.', { cause })
  }
}
