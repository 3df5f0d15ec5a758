// Lets nobody wait for a call that has been given up, however long its answer takes.
import { ApiError } from '#shared/schemas/api-error'
import type { Answer, Send } from '#shared/wire/call'

/** Rejects as soon as the call's signal is aborted; an answer that still comes is let go. */
export function heedAbort(send: Send): Send {
  return async (call) => {
    const { signal } = call
    let leave = () => {}
    const aborted = new Promise<never>((_, reject) => {
      leave = () => reject(new ApiError('CANCELLED', 'The call was given up.'))
      signal.addEventListener('abort', leave)
      if (signal.aborted) leave()
    })
    try {
      const answer = send(call)
      answer.then((late) => (signal.aborted ? letGo(late) : undefined)).catch(() => undefined)
      return await Promise.race([answer, aborted])
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }
}

async function letGo({ body }: Answer): Promise<void> {
  if (body && !(body instanceof Uint8Array)) await body[Symbol.asyncIterator]().return?.()
}
