// Gives an operation and the files it names this gateway's own names, and leaves everything else as it came.
import type { Operation } from '#shared/schemas/operation'
import { type Sealing, toOwnDownload } from './own-address'
import { sealOwn } from './sealed-name'
import { concealDeeply } from './upstream-error'

export function rewriteOperation(operation: Operation, sealing: Sealing): Operation {
  const made = { upstream: sealing.upstream, name: operation.name }
  const name = `operations/${sealOwn('operation', made, sealing)}`
  const { response, error } = operation
  return {
    ...operation,
    name,
    // The walks change texts only, so the shapes stay what they were.
    ...(response ? { response: rewriteUris(response, sealing) as typeof response } : {}),
    ...(error ? { error: concealDeeply(error, sealing.conceal) as typeof error } : {}),
  }
}

/** Every `uri` of a file, wherever an upstream puts it; inline bytes are not touched. */
function rewriteUris(value: unknown, sealing: Sealing): unknown {
  if (Array.isArray(value)) return value.map((element) => rewriteUris(element, sealing))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, member]) => {
    const isFile = name === 'uri' && typeof member === 'string' && /^https?:|^\/|^files\//.test(member)
    return [name, isFile ? toOwnDownload(member, sealing) : rewriteUris(member, sealing)] as const
  })
  return Object.fromEntries(pairs)
}
