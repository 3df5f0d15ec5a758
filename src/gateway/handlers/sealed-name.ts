// Seals an upstream's own name into an id, readable only with the local key, so that no state is stored.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** A name sealed for one purpose cannot be unsealed for another. */
export type Purpose = 'operation' | 'file' | 'upload'

/** The content of a sealed name. */
interface UpstreamName {
  /** Id of the upstream that issued the name. */
  readonly upstream: string
  /** The upstream's own name. */
  readonly name: string
}

/** The keys that seal this gateway's names. */
export interface NameKeys {
  /** The credential of clients. */
  readonly localKey: string
  /** Not a credential. It outlives the local key, so that work in progress is found after that was rotated. */
  readonly namingKey?: string | undefined
  /** Keeps derived keys for the other requests of the gateway. */
  readonly derivedKeys?: DerivedKeys
}

const tagLength = 16

/** Never part of an upstream's id. */
const divider = '\n'

/**
 * Returns lower-case letters and digits only, as SDKs require of file ids (wire §5.3). With the same key, a name has
 * the same id in any gateway: the tag is also the initialization vector. The URL of an upload needs no other
 * credential, so it expires with the local key.
 */
export function sealName(purpose: Purpose, { upstream, name }: UpstreamName, keys: NameKeys): string {
  const plain = Buffer.from(upstream + divider + name, 'utf8')
  const { sealing, signing } = keysFor(purpose, keys)
  const tag = signName(plain, signing)
  const cipher = createCipheriv('aes-256-ctr', sealing, tag)
  return Buffer.concat([tag, cipher.update(plain), cipher.final()]).toString('hex')
}

/** Returns undefined if the id was not sealed for this purpose and with its key. */
export function unsealName(purpose: Purpose, id: string, keys: NameKeys): UpstreamName | undefined {
  const bytes = Buffer.from(id, 'hex')
  if (bytes.length <= tagLength || bytes.toString('hex') !== id) return undefined
  const { sealing, signing } = keysFor(purpose, keys)
  const tag = bytes.subarray(0, tagLength)
  const decipher = createDecipheriv('aes-256-ctr', sealing, tag)
  const plain = Buffer.concat([decipher.update(bytes.subarray(tagLength)), decipher.final()])
  return timingSafeEqual(signName(plain, signing), tag) ? readName(plain.toString('utf8')) : undefined
}

function readName(plain: string): UpstreamName | undefined {
  const end = plain.indexOf(divider)
  return end < 0 ? undefined : { upstream: plain.slice(0, end), name: plain.slice(end + 1) }
}

interface SealingKeys {
  readonly signing: Buffer
  readonly sealing: Buffer
}

/** A gateway has two keys and three purposes; more remain only while keys are rotated. */
const maxDerived = 16
export type DerivedKeys = Map<string, SealingKeys>

/** Derived once per key and purpose: one request can name a hundred thousand files. */
function keysFor(
  purpose: Purpose,
  { localKey, namingKey = localKey, derivedKeys: derived = new Map() }: NameKeys,
): SealingKeys {
  const key = purpose === 'upload' ? localKey : namingKey
  const id = `${purpose} ${key}`
  const known = derived.get(id)
  if (known) return known
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `gen-playground ${purpose}`, 64))
  const keys = { signing: bytes.subarray(0, 32), sealing: bytes.subarray(32) }
  if (derived.size >= maxDerived) derived.clear()
  derived.set(id, keys)
  return keys
}

function signName(plain: Buffer, key: Buffer): Buffer {
  return createHmac('sha256', key).update(plain).digest().subarray(0, tagLength)
}
