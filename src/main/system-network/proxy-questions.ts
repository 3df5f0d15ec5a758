// Asks another thread which proxy the system has for an address, and answers there.
import type { MessagePort } from 'node:worker_threads'
import { ApiError } from '#shared/schemas/api-error'

interface Question {
  readonly id: number
  readonly url: string
}

/** `answer` in the words of a PAC file; null where the system did not say. */
interface Reply {
  readonly id: number
  readonly answer: string | null
}

export type ResolveProxy = (url: string) => Promise<string>

export function answerProxyQuestions(port: MessagePort, resolve: ResolveProxy): void {
  port.on('message', async ({ id, url }: Question) => {
    const answer = await resolve(url).catch(() => null)
    port.postMessage({ id, answer } satisfies Reply)
  })
}

export function askProxyOverPort(port: MessagePort): ResolveProxy {
  const waiting = new Map<number, (answer: string | null) => void>()
  let asked = 0
  port.on('message', ({ id, answer }: Reply) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  port.on('close', () => {
    for (const settle of waiting.values()) settle(null)
    waiting.clear()
  })
  return async (url) => {
    asked += 1
    const id = asked
    port.postMessage({ id, url } satisfies Question)
    const answer = await new Promise<string | null>((resolve) => waiting.set(id, resolve))
    if (answer !== null) return answer
    throw new ApiError('UNAVAILABLE', 'The system did not say which proxy to use. Check the proxy settings.')
  }
}
