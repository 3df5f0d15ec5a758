// The gateway's own description, generated from the tables once an address.
import type { Answer } from '#shared/wire/call'
import { answerJson, type Handlers } from './handler'
import { describeApi } from './openapi-document'

/** By version and address: a gateway has at most a few. */
const made = new Map<string, Answer>()

export const openapi: Pick<Handlers, 'openapi'> = {
  openapi: async ({ version, origin }) => {
    const known = made.get(version + origin)
    if (known) return known
    const answer = answerJson(describeApi(version, origin))
    made.set(version + origin, answer)
    return answer
  },
}
