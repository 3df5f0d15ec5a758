// Turns the application's errors into what is sent to the page: the code, the message and its field, never a stack.
import { ORPCError, os } from '@orpc/server'
import { ApiError } from '#shared/schemas/api-error'

export const relayErrors = os.middleware(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, http, message } = error
    throw new ORPCError(code, { status: http, message, data: describeField(error), cause: error })
  }
})

/** As the contract's own validation tells of a field. */
function describeField({ code, message, param }: ApiError) {
  if (code !== 'INVALID_ARGUMENT' || !param) return undefined
  const prefix = `${param}: `
  const sentence = message.startsWith(prefix) ? message.slice(prefix.length) : message
  return { issues: [{ path: param.split('.'), message: sentence }] }
}
