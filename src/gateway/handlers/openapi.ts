// The gateway's own description, generated once from the tables.
import type { Answer } from '#shared/wire/call'
import { answerJson, type Handlers } from './handler'
import { describeApi } from './openapi-document'

let made: { readonly version: string; readonly answer: Answer } | undefined

export const openapi: Pick<Handlers, 'openapi'> = {
  openapi: async ({ version }) => {
    if (made?.version !== version) made = { version, answer: answerJson(describeApi(version)) }
    return made.answer
  },
}
