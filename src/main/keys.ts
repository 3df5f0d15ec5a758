// The keys the application lives with: the upstreams' and the proxy's, which nobody may read back, and our own gateway's.
import { codeOf } from '#gateway/upstreams/transport-error'
import { ApiError } from '#shared/schemas/api-error'
import { type KeySlot, type KeyStatus, secretOf } from '#shared/schemas/key-status'
import { createLocalKey } from './local-key'
import type { Vault } from './vault'

interface LocalKey {
  readonly key: string
  /** False where the system has no secure storage: another start makes another key. */
  readonly kept: boolean
}

export interface Keys {
  readonly status: (slot: KeySlot) => KeyStatus
  /** Refused with INVALID_ARGUMENT, `param` `key`, where the text cannot be a secret of this slot. */
  readonly set: (slot: KeySlot, key: string) => Promise<KeyStatus>
  readonly clear: (slot: KeySlot) => Promise<KeyStatus>
  readonly local: () => LocalKey
  readonly rotateLocal: () => Promise<LocalKey>
}

/** `onChange` makes the gateway use what has changed, before the caller hears that it has. */
export async function openKeys(vault: Vault, onChange: () => Promise<void>): Promise<Keys> {
  if (vault.read('local') === null) await vault.set('local', createLocalKey())
  const local = () => ({ key: vault.read('local') ?? '', kept: vault.status('local').state === 'ready' })
  /** What is not on disk counts all the same, and whoever changed it is told. */
  async function change<Outcome>(write: () => Promise<Outcome>): Promise<Outcome> {
    try {
      return await write()
    } catch (error) {
      throw new ApiError(
        'UNAVAILABLE',
        `The file of keys cannot be written (${codeOf(error)}): the change counts until the application quits.`,
        { cause: error },
      )
    } finally {
      await onChange()
    }
  }

  return {
    status: vault.status,
    set: async (slot, key) => {
      const secret = readSecret(slot, key)
      return await change(() => vault.set(slot, secret))
    },
    clear: (slot) => change(() => vault.clear(slot)),
    local,
    rotateLocal: async () => {
      await change(() => vault.set('local', createLocalKey()))
      return local()
    },
  }
}

/** The sentence never repeats what was entered. */
function readSecret(slot: KeySlot, text: string): string {
  const secret = secretOf(slot).safeParse(text)
  if (secret.success) return secret.data
  const message = secret.error.issues[0]?.message ?? 'is not understood'
  throw new ApiError('INVALID_ARGUMENT', `key: ${message}`, { param: 'key' })
}
