// Secrets: where each is kept, what may be known of one without knowing it, and which texts can be one.
import { z } from 'zod'
import { profileIdPattern } from './upstream'

/** `gemini` and `openai`: the vendor upstream's. `proxy`: `name:password`. Others: a service profile's id. */
export const KeySlot = z
  .string()
  .refine(
    (slot) => /^(gemini|openai|proxy)$/.test(slot) || profileIdPattern.test(slot),
    'isn’t a valid key slot',
  )
export type KeySlot = z.infer<typeof KeySlot>

/** Travels in a header: one line of printable ASCII without spaces. */
export const UpstreamKey = z
  .string()
  .trim()
  .min(1, 'is required')
  .refine((key) => !/[\r\n]/.test(key), 'must be a single line; the pasted key contains a line break')
  .refine((key) => /^[\x21-\x7e]*$/.test(key), 'must contain only printable characters, with no spaces')

export const ProxyCredentials = z
  .string()
  .refine((text) => /^[^:\r\n]+:[^\r\n]*$/.test(text), 'must be username:password on one line')

/** The schema that a secret of this slot must pass. */
export function secretSchemaFor(slot: KeySlot): z.ZodType<string> {
  return slot === 'proxy' ? ProxyCredentials : UpstreamKey
}

/**
 * absent: none entered. ready: saved by the operating system. unreadable: one is saved, but it cannot be decrypted (another
 * keyring, a locked one) or its file cannot be read. no-secure-storage: a key that is entered lasts for this session only.
 */
export const keyStates = ['absent', 'ready', 'unreadable', 'no-secure-storage'] as const

export const KeyStatus = z.object({
  state: z.enum(keyStates),
  /** A key can be used now; unless the state is `ready` it is gone when the application quits. */
  usable: z.boolean(),
  /** Names the operating system's storage (`gnome-libsecret`, `keychain`, `dpapi`); `none` if there is none. */
  backend: z.string(),
  /** Scheme, host and port of each URL that the key was entered for. */
  origins: z.array(z.string()).default([]),
  /** Those of the URLs set now that the key is not sent to. */
  blockedOrigins: z.array(z.string()).default([]),
  /** If not, it is unknown whether a key is saved. */
  isFileReadable: z.boolean().default(true),
})
export type KeyStatus = z.infer<typeof KeyStatus>

/**
 * unreadable: `detail` is the system's error code. newer: a later version wrote the file. damaged: it was moved aside,
 * `detail` is its new name, and a new file was begun.
 */
export const VaultProblem = z.object({
  kind: z.enum(['unreadable', 'newer', 'damaged']),
  detail: z.string(),
})
export type VaultProblem = z.infer<typeof VaultProblem>

/** The gateway's own key. In any state but `ready` it lasts for this session; `unreadable`: another one is saved. */
export const LocalKey = z.object({ key: z.string(), state: z.enum(keyStates) })
export type LocalKey = z.infer<typeof LocalKey>
