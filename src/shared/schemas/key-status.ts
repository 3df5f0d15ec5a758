// Secrets: their slots in the vault, their status without their value, and the texts that are valid.
import { z } from 'zod'
import { windowClient } from './exchange'
import { openAiProfilePattern, profileIdPattern } from './upstream'

/** `gemini` and `openai`: keys of the vendor APIs. `proxy`: `username:password`. Others: the ID of a profile. */
export const KeySlot = z
  .string()
  .refine(
    (slot) =>
      [/^(gemini|openai|proxy)$/, profileIdPattern, openAiProfilePattern].some((pattern) =>
        pattern.test(slot),
      ),
    'isn’t a valid key slot',
  )
export type KeySlot = z.infer<typeof KeySlot>

/** Sent in a header, so it must be one line of printable ASCII without spaces. */
export const UpstreamKey = z
  .string()
  .trim()
  .min(1, 'is required')
  .refine((key) => !/[\r\n]/.test(key), 'must be a single line; the pasted key contains a line break')
  .refine((key) => /^[\x21-\x7e]*$/.test(key), 'must contain only printable characters, with no spaces')

export const ProxyCredentials = z
  .string()
  .refine((text) => /^[^:\r\n]+:[^\r\n]*$/.test(text), 'must be username:password on one line')

/** Returns the schema for secrets of this slot. */
export function secretSchemaFor(slot: KeySlot): z.ZodType<string> {
  return slot === 'proxy' ? ProxyCredentials : UpstreamKey
}

/**
 * absent: none entered. ready: encrypted by the operating system. unreadable: one is saved, but the file cannot be read or
 * decrypted (a locked or different keyring). no-secure-storage: a key that is entered lasts for this session only.
 */
export const keyStates = ['absent', 'ready', 'unreadable', 'no-secure-storage'] as const

export const KeyStatus = z.object({
  state: z.enum(keyStates),
  /** A key can be used now. Unless the state is `ready`, it is lost when the application quits. */
  usable: z.boolean(),
  /** The operating system's storage: `gnome-libsecret`, `keychain`, `dpapi`, or `none`. */
  backend: z.string(),
  /** Origin of each URL that the key was entered for. */
  origins: z.array(z.string()).default([]),
  /** Origins of present URLs that the key is not sent to. */
  blockedOrigins: z.array(z.string()).default([]),
  /** If false, it is unknown whether a key is saved. */
  isFileReadable: z.boolean().default(true),
})
export type KeyStatus = z.infer<typeof KeyStatus>

/**
 * unreadable: `detail` is the system's error code. newer: a later version wrote the file. damaged: the file was renamed to
 * `detail`, and a new one was started. restored: from its copy; `detail` as for a damaged file, or empty if it was missing.
 */
export const VaultProblem = z.object({
  kind: z.enum(['unreadable', 'newer', 'damaged', 'restored']),
  detail: z.string(),
})
export type VaultProblem = z.infer<typeof VaultProblem>

/** Also the client of the requests with this key. `window` is the client of the application's own requests. */
export const NamedKeyName = z
  .string()
  .trim()
  .min(1, 'is required')
  .max(64, 'must be 64 characters or fewer')
  .refine((name) => !/\p{C}/u.test(name), 'must contain only printable characters')
  .refine((name) => name.toLowerCase() !== windowClient, 'is used by the app itself')

/** A gateway key for one script. Only a hash of the key is stored. */
export const NamedKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last characters of the key. */
  ending: z.string(),
  /** Milliseconds since the epoch; `changedAt`: of the creation or last rotation. */
  createdAt: z.number(),
  changedAt: z.number(),
  lastUsedAt: z.number().nullable(),
  /** Requests that ended, with this key and those before its rotations. */
  requests: z.number(),
})
export type NamedKey = z.infer<typeof NamedKey>

/** The only time that the key is shown. */
export const IssuedKey = z.object({ namedKey: NamedKey, key: z.string() })
export type IssuedKey = z.infer<typeof IssuedKey>

/** The gateway's key. Unless the state is `ready`, it lasts for this session; `unreadable`: another one is saved. */
export const LocalKey = z.object({ key: z.string(), state: z.enum(keyStates) })
export type LocalKey = z.infer<typeof LocalKey>
