// Thought signatures that the fake can verify, bound to the model that issued them (wire §2.4).
import { createHash, createHmac } from 'node:crypto'

const secret = 'a secret for tests only'

/** Accepted in place of a signature if the history is from another model. */
const dummies = new Set(['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'])

/** Bytes whose Base64 is 2 MB. */
export const hugeSignature = 1_572_864

/** Returns the same signature for the same subject. `bytes` is the length before Base64. */
export function sign(model: string, subject: string, bytes = 264): string {
  const seed = createHash('sha512').update(subject).digest()
  const payload = Buffer.alloc(bytes - 32)
  for (let at = 0; at < payload.length; at += seed.length) seed.copy(payload, at)
  return Buffer.concat([payload, sealOf(model, payload)]).toString('base64')
}

/** True for an unchanged signature of this model, or one of the dummies. */
export function isValidSignature(model: string, signature: string): boolean {
  if (dummies.has(signature)) return true
  const bytes = Buffer.from(signature, 'base64')
  if (bytes.length <= 32 || bytes.toString('base64') !== signature) return false
  const payload = bytes.subarray(0, -32)
  return sealOf(model, payload).equals(bytes.subarray(-32))
}

function sealOf(model: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(model).update('\0').update(payload).digest()
}
