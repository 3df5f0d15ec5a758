// The response header that names the model that the request was sent to.
import type { HttpHeaders, HttpResponse } from './http'

export const upstreamModelHeader = 'x-upstream-model'

/** Longer names are a client's, and of no model. */
const maxNameLength = 300

/** `model` is the provider's name of it, percent-encoded in the header, which has only ASCII characters. */
export function withUpstreamModel(response: HttpResponse, model: string | undefined): HttpResponse {
  if (model === undefined || model.length > maxNameLength) return response
  const encoded = encodeURI(model.replace(/\p{Cs}/gu, '\ufffd'))
  return { ...response, headers: { ...response.headers, [upstreamModelHeader]: encoded } }
}

/** Undefined if the provider gets the requested name as it is. */
export function readUpstreamModel(headers: HttpHeaders): string | undefined {
  const encoded = headers[upstreamModelHeader]
  try {
    return encoded === undefined ? undefined : decodeURI(encoded)
  } catch {
    return encoded
  }
}
