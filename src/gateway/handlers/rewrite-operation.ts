// Gives an operation and the files it names this gateway's own names, and leaves everything else as it came.
import type { Operation } from '#shared/schemas/operation'
import { sealName } from './sealed-name'

export interface Rewriting {
  readonly localKey: string
  /** The gateway's own address with the prefix of the call: `http://127.0.0.1:4715/v1beta`. */
  readonly root: string
}

export function rewriteOperation(operation: Operation, rewriting: Rewriting): Operation {
  const name = `operations/${sealName('operation', operation.name, rewriting.localKey)}`
  const { response } = operation
  // The walk changes values of `uri` only, so the shape stays what it was.
  return response
    ? { ...operation, name, response: rewriteUris(response, rewriting) as typeof response }
    : { ...operation, name }
}

/** Every `uri` of a file, wherever an upstream puts it; inline bytes are not touched. */
function rewriteUris(value: unknown, rewriting: Rewriting): unknown {
  if (Array.isArray(value)) return value.map((element) => rewriteUris(element, rewriting))
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).map(([name, member]) => {
    const isFile = name === 'uri' && typeof member === 'string' && /^https?:|^\/|^files\//.test(member)
    return [name, isFile ? toOwnUri(member, rewriting) : rewriteUris(member, rewriting)] as const
  })
  return Object.fromEntries(pairs)
}

function toOwnUri(uri: string, { localKey, root }: Rewriting): string {
  const keyless = uri.replace(/([?&])key=[^&]*&?/g, '$1').replace(/[?&]$/, '')
  return `${root}/files/${sealName('file', keyless, localKey)}:download?alt=media`
}
