// Says that the gateway is up, and which version it is; nothing else, since it asks for no key.
import { type Handlers, jsonResponse } from './handler'

export const health: Pick<Handlers, 'health'> = {
  health: async (call) => jsonResponse({ status: 'ok', version: call.version }),
}
