// The key vault: secrets are encrypted by the operating system, or in memory for this session; never on disk in plain text.
import { hashKey } from '#gateway/server/accepted-keys'
import type { BoundKey } from '#gateway/upstreams/require-key'
import type { KeySlot, KeyStatus, VaultProblem } from '#shared/schemas/key-status'
import { createSerialQueue } from '#workspace/concurrency/locks'
import { type NamedKeyState, openVaultFile, type VaultFile } from './vault-file'

/** The operating system's secure storage. */
export interface Cipher {
  readonly available: boolean
  /** Name of the storage, or `none`. */
  readonly backend: string
  readonly encrypt: (text: string) => Promise<Buffer>
  readonly decrypt: (bytes: Buffer) => Promise<string>
}

type VaultSlot = KeySlot | 'local'

/** Overrides the file's key in this session; the secret is null if the key was removed. */
interface SessionKey {
  readonly secret: string | null
  readonly origins: readonly string[]
  /** Dropped as soon as the saved key can be decrypted. */
  readonly isTemporary: boolean
}

/** Returns the origins that the key of a slot is sent to now. */
type FindOrigins = (slot: string) => readonly string[]

export async function openVault(
  path: string,
  cipher: Cipher,
  findOrigins: FindOrigins = () => [],
): Promise<Vault> {
  const vault = new Vault(openVaultFile(path), cipher, findOrigins)
  await vault.reload()
  return vault
}

export class Vault {
  readonly #file: VaultFile
  readonly #cipher: Cipher
  readonly #findOrigins: FindOrigins
  readonly #decrypted = new Map<string, { readonly ciphertext: string; readonly secret: string }>()
  readonly #session = new Map<string, SessionKey>()
  readonly #inTurn = createSerialQueue()
  #hasFailed = false

  constructor(file: VaultFile, cipher: Cipher, findOrigins: FindOrigins) {
    this.#file = file
    this.#cipher = cipher
    this.#findOrigins = findOrigins
  }

  status(slot: VaultSlot): Pick<KeyStatus, 'state' | 'usable' | 'backend'> {
    const backend = this.#isAvailable ? this.#cipher.backend : 'none'
    return { state: this.#stateOf(slot), usable: typeof this.read(slot)?.secret === 'string', backend }
  }

  /** Returns null if no key is saved; `secret` is null if it cannot be decrypted. */
  read(slot: VaultSlot): BoundKey | null {
    const own = this.#session.get(slot)
    if (own) return own.secret === null ? null : { secret: own.secret, origins: own.origins }
    const { secrets, origins = {} } = this.#file.content()
    if (!(slot in secrets)) return this.#file.isBlocked() ? { secret: null, origins: [] } : null
    return { secret: this.#savedSecret(slot), origins: origins[slot] ?? [] }
  }

  /** Hash of the saved local key, which can be checked even if the key cannot be decrypted; null if it is unknown. */
  localKeyHash(): string | null {
    const { localKey, secrets } = this.#file.content()
    // Rotated, although the file could not be written.
    if (this.#session.get('local')?.isTemporary === false) return null
    return localKey && localKey.ciphertext === secrets.local ? localKey.hash : null
  }

  /** The file cannot be read, so changes last for this session. */
  isBlocked(): boolean {
    return this.#file.isBlocked()
  }

  /** The current hashes of named keys by ID, as far as they are known. */
  namedKeys(): Readonly<Record<string, NamedKeyState>> {
    return this.#file.content().namedKeys ?? {}
  }

  /** Rejects if the file cannot be written, and then changes nothing. */
  saveNamedKeys(changed: Readonly<Record<string, NamedKeyState>>): Promise<void> {
    return this.#inTurn(async () => {
      this.#file.change((content) => {
        content.namedKeys = { ...content.namedKeys, ...changed }
      })
    })
  }

  /** Takes effect immediately, at least for this session. Rejects if the file cannot be written. */
  set(slot: VaultSlot, secret: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#save(slot, secret, this.#findOrigins(slot))
      await this.#decryptAll()
    })
  }

  /** Keeps the saved key in the file. */
  setForSession(slot: VaultSlot, secret: string): void {
    this.#session.set(slot, { secret, origins: this.#findOrigins(slot), isTemporary: true })
  }

  /** Takes effect immediately, at least for this session. Rejects if the file cannot be written. */
  clear(slot: VaultSlot): Promise<void> {
    return this.#inTurn(async () => {
      this.#session.set(slot, { secret: null, origins: [], isTemporary: false })
      this.#remove(slot)
      this.#session.delete(slot)
    })
  }

  problem(): VaultProblem | null {
    return this.#file.problem()
  }

  /** Reads the file and decrypts its keys again, and saves those that were entered meanwhile. */
  reload(): Promise<void> {
    return this.#inTurn(async () => {
      this.#file.reload()
      this.#hasFailed = false
      await this.#decryptAll()
      if (!this.#file.isBlocked()) await this.#saveSessionKeys()
    })
  }

  get #isAvailable(): boolean {
    return this.#cipher.available && !this.#hasFailed
  }

  #stateOf(slot: VaultSlot): KeyStatus['state'] {
    const hasSaved = slot in this.#file.content().secrets
    const isReadable = this.#savedSecret(slot) !== null
    // The copy of a file that cannot be read has the local key.
    if (slot === 'local' && isReadable && !this.#session.has(slot)) return 'ready'
    if (this.#file.isBlocked() || (hasSaved && !isReadable)) return 'unreadable'
    const own = this.#session.get(slot)
    if (own && own.secret !== null) return 'no-secure-storage'
    if (isReadable) return 'ready'
    return this.#isAvailable ? 'absent' : 'no-secure-storage'
  }

  /** Returns null if no key is saved, or it cannot be decrypted. */
  #savedSecret(slot: string): string | null {
    const entry = this.#decrypted.get(slot)
    return entry && entry.ciphertext === this.#file.content().secrets[slot] ? entry.secret : null
  }

  async #save(slot: VaultSlot, secret: string, origins: readonly string[]): Promise<void> {
    const ciphertext = await this.#encryptOrNull(secret)
    this.#session.set(slot, { secret, origins, isTemporary: false })
    if (ciphertext === null) {
      // Deletes a replaced key, which must not be used after a restart. Keeps an unreadable one, which may still be needed.
      if (slot === 'local' || this.#savedSecret(slot) !== null) this.#remove(slot)
      return
    }
    this.#file.change((content) => {
      content.secrets[slot] = ciphertext
      if (slot === 'local') content.localKey = { ciphertext, hash: hashKey(secret) }
      else content.origins = { ...content.origins, [slot]: [...origins] }
    })
    this.#decrypted.set(slot, { ciphertext, secret })
    this.#session.delete(slot)
  }

  #remove(slot: VaultSlot): void {
    this.#file.change((content) => {
      delete content.secrets[slot]
      if (slot === 'local') delete content.localKey
      if (content.origins) delete content.origins[slot]
    })
  }

  async #encryptOrNull(secret: string): Promise<string | null> {
    const bytes = this.#cipher.available ? await this.#cipher.encrypt(secret).catch(() => null) : null
    this.#hasFailed = bytes === null
    return bytes?.toString('base64') ?? null
  }

  async #decryptAll(): Promise<void> {
    for (const [slot, ciphertext] of Object.entries(this.#file.content().secrets)) {
      if (this.#decrypted.get(slot)?.ciphertext === ciphertext || !this.#cipher.available) continue
      const bytes = Buffer.from(ciphertext, 'base64')
      const secret = await this.#cipher.decrypt(bytes).catch(() => null)
      if (secret !== null) this.#decrypted.set(slot, { ciphertext, secret })
    }
  }

  async #saveSessionKeys(): Promise<void> {
    for (const [slot, { secret, origins, isTemporary }] of this.#session) {
      if (isTemporary && this.#savedSecret(slot) !== null) this.#session.delete(slot)
      else if (isTemporary && slot in this.#file.content().secrets) continue
      else if (secret !== null) await this.#save(slot, secret, origins)
      else {
        this.#remove(slot)
        this.#session.delete(slot)
      }
    }
  }
}
