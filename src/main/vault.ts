// The key vault: secrets encrypted by the operating system's storage, or held for this session only; never in plain text.
import { renameSync, writeFileSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { KeySlot, KeyStatus } from '#shared/schemas/key-status'

/** The operating system's secure storage. */
export interface Cipher {
  readonly available: boolean
  /** Names the storage, or says that there is none. */
  readonly backend: string
  readonly encrypt: (text: string) => Promise<Buffer>
  readonly decrypt: (bytes: Buffer) => Promise<string>
}

type VaultSlot = KeySlot | 'local'

export interface Vault {
  readonly status: (slot: VaultSlot) => KeyStatus
  readonly read: (slot: VaultSlot) => string | null
  readonly set: (slot: VaultSlot, secret: string) => Promise<KeyStatus>
  readonly clear: (slot: VaultSlot) => Promise<KeyStatus>
}

/** Ciphertexts by slot, as Base64. */
const VaultFile = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) })

export async function openVault(file: string, cipher: Cipher): Promise<Vault> {
  const kept = await readVaultFile(file)
  const usable = new Map<VaultSlot, string>()
  for (const [slot, ciphertext] of Object.entries(kept)) {
    const secret = await decryptOrNull(cipher, ciphertext)
    // The file's slots were written by this vault; a slot from a newer version is kept and ignored.
    if (secret !== null) usable.set(slot as VaultSlot, secret)
  }

  // A keyring that refuses (locked, and the user said no) is none for this session.
  let available = cipher.available
  const status = (slot: VaultSlot): KeyStatus => ({
    state: stateOf(available, slot in kept, usable.has(slot)),
    usable: usable.has(slot),
    backend: available ? cipher.backend : 'none',
  })
  return {
    status,
    read: (slot) => usable.get(slot) ?? null,
    set: async (slot, secret) => {
      usable.set(slot, secret)
      const ciphertext = available ? await cipher.encrypt(secret).catch(() => undefined) : undefined
      if (ciphertext) {
        kept[slot] = ciphertext.toString('base64')
        writeVaultFile(file, kept)
      } else {
        available = false
      }
      return status(slot)
    },
    clear: async (slot) => {
      usable.delete(slot)
      delete kept[slot]
      writeVaultFile(file, kept)
      return status(slot)
    },
  }
}

function stateOf(available: boolean, kept: boolean, usable: boolean): KeyStatus['state'] {
  if (!available) return 'no-secure-storage'
  if (usable) return 'ready'
  return kept ? 'unreadable' : 'absent'
}

async function decryptOrNull(cipher: Cipher, ciphertext: string): Promise<string | null> {
  if (!cipher.available) return null
  try {
    return await cipher.decrypt(Buffer.from(ciphertext, 'base64'))
  } catch {
    return null
  }
}

async function readVaultFile(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text === '') return {}
  try {
    return VaultFile.parse(JSON.parse(text)).secrets
  } catch {
    // A damaged file is set aside, not overwritten: somebody may still want to look at it.
    await rename(file, `${file}.damaged`)
    return {}
  }
}

/** Synchronous, so that two writes never meet; it is a kilobyte. */
function writeVaultFile(file: string, secrets: Record<string, string>): void {
  const temporary = `${file}.tmp`
  writeFileSync(temporary, JSON.stringify({ version: 1, secrets }), { mode: 0o600 })
  renameSync(temporary, file)
}
