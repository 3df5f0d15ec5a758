// Says that the gateway is up, and which version it is; nothing else, since it asks for no key.
import { answerJson, type Handlers } from './handler'

export const health: Pick<Handlers, 'health'> = {
  health: async (call) => answerJson({ status: 'ok', version: call.version }),
}
