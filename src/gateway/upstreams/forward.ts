// Forwards one call that bears its credential already, and makes of the answer one that may go on to a caller.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Call } from '#shared/wire/call'
import { decodeAnswer } from './decode-answer'
import { toCallerHeaders, withoutQueryKey } from './header-lists'
import { followRedirects, isRedirect, openAddress, type Route, toBareCall } from './redirects'
import { retryReading } from './retry'

/** Only what changes nothing is tried again, and only its redirects are followed (decisions §7). */
export async function forwardCall(call: Call, origin: string, route: Route): Promise<Answer> {
  const sendOnce = route.sendTo(origin)
  if (!isReading(call)) return receive(await sendOnce(call), call, route)
  const answer = await retryReading(() => sendOnce(call), call.signal)
  const address = new URL(withoutQueryKey(call.path), origin)
  return receive(await followRedirects({ answer, address }, call, route), call, route)
}

/** A whole address elsewhere: without any credential, to an allowed host only. */
export async function forwardElsewhere(address: URL, call: Call, route: Route): Promise<Answer> {
  const bare = { ...toBareCall(call), path: address.pathname + address.search }
  const sendOnce = (): Promise<Answer> => openAddress(address, bare, route)
  if (!isReading(call)) return receive(await sendOnce(), bare, route)
  const answer = await retryReading(sendOnce, call.signal)
  return receive(await followRedirects({ answer, address }, bare, route), bare, route)
}

function isReading({ method }: Call): boolean {
  return method === 'GET' || method === 'HEAD'
}

function receive(answer: Answer, call: Call, { holdsKey }: Route): Answer {
  if (isRedirect(answer.status))
    throw new ApiError(
      'UNAVAILABLE',
      'The upstream redirects this call elsewhere. Enter the address it redirects to as the base URL.',
    )
  const isUpload = /\/upload\//.test(call.path)
  // The head alone has nothing to decode, and tells of the body as it would come.
  const plain = call.method === 'HEAD' ? answer : decodeAnswer(answer)
  return { ...plain, headers: toCallerHeaders(plain.headers, { isUpload, holdsKey }) }
}
