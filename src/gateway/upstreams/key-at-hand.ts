// The key that a call to an upstream needs, or the sentence that says where to enter it, before anything is sent.
import { ApiError } from '#shared/schemas/api-error'
import { UpstreamKey } from '#shared/schemas/key-status'

/** `owner` is named in the refusal: `Gemini API`. What is returned throws FAILED_PRECONDITION where there is no usable key. */
export function readKeyOf(owner: string, key: string | null): () => string {
  const complaint = complainOf(owner, key)
  return () => {
    if (key === null || complaint !== undefined)
      throw new ApiError('FAILED_PRECONDITION', complaint ?? '', { param: 'key' })
    return key
  }
}

function complainOf(owner: string, key: string | null): string | undefined {
  if (key === null || key === '') return `The ${owner} has no key yet: enter it under Settings, Upstream.`
  const checked = UpstreamKey.safeParse(key)
  if (checked.success && checked.data === key) return undefined
  const reason = checked.error?.issues[0]?.message ?? 'must not begin or end with a space'
  return `The key of the ${owner} cannot be sent: it ${reason}. Enter it anew under Settings, Upstream.`
}
