// Videos as long-running work: started, followed by a name that this gateway can read back without keeping any (E10, decisions §8).
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import { Operation } from '#shared/schemas/operation'
import type { Answer, Body } from '#shared/wire/call'
import { isObject, openName, rewriteOperation, sealingOf } from './gateway-names'
import { answerJson, type GatewayCall, type Handlers } from './handler'
import { askForJson, besideCall, isRefusal, readJson, toUpstreamCall } from './upstream-request'

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
  const operation = await readOperation(answer.body, known)
  return answerJson(rewriteOperation(operation, sealingOf(call)))
}

/** Bytes; some services put a whole video into the operation. */
const maxOperation = 64 * 1024 * 1024

async function readOperation(body: Body, known: string | undefined): Promise<Operation> {
  const json = await readJson(body, maxOperation, noOperation)
  const parsed = Operation.safeParse(known === undefined || !isObject(json) ? json : { ...json, name: known })
  if (parsed.success) return parsed.data
  throw noOperation(parsed.error)
}

function noOperation(cause?: unknown): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The upstream answered with something that is not an operation. Check the base URL and the model.',
    { cause },
  )
}
