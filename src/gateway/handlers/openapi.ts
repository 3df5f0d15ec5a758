// The OpenAPI description of the gateway, generated once per URL.
import { describeApi } from '#shared/endpoints/openapi'
import type { HttpResponse } from '#shared/wire/http'
import { type Handlers, jsonResponse } from './handler'

/** By version and origin: a gateway has only a few. */
const responses = new Map<string, HttpResponse>()

export const openapi: Pick<Handlers, 'openapi'> = {
  openapi: async ({ version, origin }) => {
    const cached = responses.get(version + origin)
    if (cached) return cached
    const response = jsonResponse(describeApi(version, origin))
    responses.set(version + origin, response)
    return response
  },
}
