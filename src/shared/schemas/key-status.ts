// Secrets: where each is kept, what may be known of one without knowing it, and which texts can be one.
import { z } from 'zod'
import { profileIdPattern } from './upstream'

/** `gemini` and `openai`: the vendor upstream's. `proxy`: `name:password`. Others: a service profile's id. */
export const KeySlot = z
  .string()
  .refine((slot) => /^(gemini|openai|proxy)$/.test(slot) || profileIdPattern.test(slot), 'is no slot')
export type KeySlot = z.infer<typeof KeySlot>

/** Travels in a header: one line of printable ASCII without spaces. */
export const UpstreamKey = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .refine((key) => !/[\r\n]/.test(key), 'must be one line: a line break was pasted in the middle of it')
  .refine((key) => /^[\x21-\x7e]*$/.test(key), 'must be letters, digits and signs without spaces')

export const ProxyCredentials = z
  .string()
  .refine((text) => /^[^:\r\n]+:[^\r\n]*$/.test(text), 'must be a name, a colon and a password, on one line')

/** The schema that a secret of this slot must pass. */
export function secretOf(slot: KeySlot): z.ZodType<string> {
  return slot === 'proxy' ? ProxyCredentials : UpstreamKey
}

/**
 * absent: none entered. ready: kept by the operating system. unreadable: there is one, but it cannot be decrypted
 * (another user, a changed keyring). no-secure-storage: this system has none; a key entered lives for this session only.
 */
export const keyStates = ['absent', 'ready', 'unreadable', 'no-secure-storage'] as const

export const KeyStatus = z.object({
  state: z.enum(keyStates),
  /** A key can be used now; under `no-secure-storage` it is gone when the application quits. */
  usable: z.boolean(),
  /** Names the operating system's storage (`gnome-libsecret`, `keychain`, `dpapi`). */
  backend: z.string(),
})
export type KeyStatus = z.infer<typeof KeyStatus>
