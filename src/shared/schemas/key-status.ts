// What may be known of a secret without knowing it.
import { z } from 'zod'

export const keySlots = ['service'] as const
export type KeySlot = (typeof keySlots)[number]

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
