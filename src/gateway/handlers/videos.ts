// Videos as long-running work: started, followed by a name that this gateway can read back without keeping any (E10, decisions §8).
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/operation'
import type { Answer } from '#shared/wire/call'
import { readText } from '#shared/wire/read-body'
import { askForJson, besideCall, isRefusal, toUpstreamCall } from './ask-upstream'
import { answerJson, type GatewayCall, type Handlers } from './handler'
import { rewriteOperation } from './rewrite-operation'
import { unsealName } from './sealed-name'

export const videos: Pick<Handlers, 'predictLongRunning' | 'getOperation' | 'getModelOperation'> = {
  predictLongRunning: async (call) => tell(call, await askForJson(call, toUpstreamCall(call))),
  getOperation: follow,
  getModelOperation: follow,
}

async function follow(call: GatewayCall<'getOperation'> | GatewayCall<'getModelOperation'>): Promise<Answer> {
  const id = call.parameters.operation ?? ''
  const name = unsealName('operation', id, call.localKey)
  if (name === undefined)
    throw new ApiError(
      'NOT_FOUND',
      `operations/${id} is not known to this gateway. It may have been started under another local key.`,
    )
  const path = besideCall(call, `/${encodeURI(name)}`)
  return await tell(call, await askForJson(call, toUpstreamCall(call, { path })), name)
}

/** `known` names the operation where an upstream's answer to a poll leaves its name out. */
async function tell(call: GatewayCall<RouteId>, answer: Answer, known?: string): Promise<Answer> {
  if (isRefusal(answer)) return answer
  const operation = readOperation(await readText(answer.body), known)
  const root = call.origin + call.prefix
  return answerJson(rewriteOperation(operation, { localKey: call.localKey, root }))
}

function readOperation(text: string, known: string | undefined): Operation {
  try {
    const answered = JSON.parse(text) as object
    return Operation.parse(known === undefined ? answered : { ...answered, name: known })
  } catch (cause) {
    throw new ApiError('UNAVAILABLE', 'The upstream answered with something that is no operation.', { cause })
  }
}
