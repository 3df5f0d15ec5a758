// The IDs of function calls as OpenAI clients get them. They carry the thought signature of the call, which Gemini requires
// with the call's result: clients return IDs unchanged, but drop fields that they don't know.
import { randomUUID } from 'node:crypto'
import { toNeutralId } from '#shared/models/catalog'

const separator = '__thought__'
/** Marks IDs of calls to which the model gave none. */
const ownPrefix = 'call_gp_'

interface ModelCallId {
  /** As the model gave it; undefined if it gave none. */
  readonly id: string | undefined
  /** Undefined if the call has none, or another model signed it. */
  readonly signature: string | undefined
  /** The ID carries a signature, of this model or of another one. */
  readonly isSigned: boolean
}

/** Only letters, digits, `_` and `-`, which all clients accept, unless the model's own ID has others. */
export function toClientCallId(id: string | undefined, signature: string | undefined, model: string): string {
  const plain = id || ownPrefix + randomUUID().replaceAll('-', '')
  if (signature === undefined) return plain
  const signed = Buffer.from(`${toNeutralId(model)}\n${signature}`).toString('base64url')
  return plain + separator + signed
}

/** `model` is the one that gets the call: it rejects the signatures of another one. */
export function readClientCallId(clientId: string, model: string): ModelCallId {
  const at = clientId.lastIndexOf(separator)
  const plain = at < 0 ? clientId : clientId.slice(0, at)
  const signed = at < 0 ? '' : Buffer.from(clientId.slice(at + separator.length), 'base64url').toString()
  const signer = `${toNeutralId(model)}\n`
  return {
    id: plain.startsWith(ownPrefix) ? undefined : plain,
    signature: signed.startsWith(signer) ? signed.slice(signer.length) : undefined,
    isSigned: at >= 0,
  }
}
