// Turns the application's errors into what crosses to the page: the code and the sentence, never a stack.
import { ORPCError, os } from '@orpc/server'
import { ApiError } from '#shared/schemas/api-error'

export const relayErrors = os.middleware(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    if (error instanceof ApiError)
      throw new ORPCError(error.code, { status: error.http, message: error.message })
    throw error
  }
})
