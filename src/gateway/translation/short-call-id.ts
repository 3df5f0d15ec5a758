// IDs of function calls that a server accepts: OpenAI limits them to 64 characters, and ours may carry a signature.
import { createHash } from 'node:crypto'

const maxLength = 64

/** The same for the call and its result. */
export function toShortCallId(id: string): string {
  return id.length <= maxLength ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
}
