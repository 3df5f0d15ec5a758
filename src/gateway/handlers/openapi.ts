// The OpenAPI description of the gateway, generated once per URL of a gateway.
import { describeApi } from '#shared/endpoints/openapi'
import { type Handlers, jsonResponse } from './handler'

/** `apiDescriptions` is by origin: a gateway has only a few. */
export const openapi: Pick<Handlers, 'openapi'> = {
  openapi: async ({ version, origin, apiDescriptions }) => {
    const cached = apiDescriptions.get(origin)
    if (cached) return cached
    const response = jsonResponse(describeApi(version, origin))
    apiDescriptions.set(origin, response)
    return response
  },
}
