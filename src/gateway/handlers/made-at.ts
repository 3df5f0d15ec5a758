// Turns a call to the upstream where something was made, so that switching upstreams disturbs no work under way.
import type { RouteId } from '#shared/endpoints/routes'
import { ApiError } from '#shared/schemas/api-error'
import type { GatewayCall } from './handler'
import { type MadeName, type Purpose, unsealOwn } from './sealed-name'

export interface Opened<Id extends RouteId = RouteId> {
  /** As its maker names it. */
  readonly name: string
  /** The same call, with the maker as its upstream. */
  readonly call: GatewayCall<Id>
}

const subjects: Record<Purpose, string> = {
  operation: 'This operation',
  file: 'This file',
  upload: 'This upload',
}

/** Throws NOT_FOUND for what this gateway did not name, or whose maker it no longer knows. */
export function openName<Id extends RouteId>(
  call: GatewayCall<Id>,
  purpose: Purpose,
  id: string,
): Opened<Id> {
  const made = unsealOwn(purpose, id, call)
  if (made) return { name: made.name, call: turnTo(call, purpose, made) }
  throw new ApiError(
    'NOT_FOUND',
    `${subjects[purpose]} is not known to this gateway. It may have been made under another local key.`,
  )
}

function turnTo<Id extends RouteId>(
  call: GatewayCall<Id>,
  purpose: Purpose,
  made: MadeName,
): GatewayCall<Id> {
  const upstream = made.upstream === call.upstream.id ? call.upstream : call.upstreamOf(made.upstream)
  if (!upstream)
    throw new ApiError(
      'NOT_FOUND',
      `${subjects[purpose]} is kept by an upstream (${made.upstream}) that is no longer set up here. Enter it again in Settings to go on.`,
    )
  call.notes.noteUpstream(upstream.kind)
  return { ...call, upstream }
}
