// The application's keys: those of upstreams and the proxy, which the page cannot read, and the gateway's local key.
import { listPacProxies, readProxyUrl, toProxyHost } from '#gateway/outbound/proxy'
import { errorCodeOf } from '#gateway/outbound/transport-error'
import { type AcceptedKey, hashKey } from '#gateway/server/accepted-keys'
import { ApiError } from '#shared/schemas/api-error'
import {
  type IssuedKey,
  type KeySlot,
  type KeyStatus,
  type LocalKey,
  type NamedKey,
  secretSchemaFor,
  type VaultProblem,
} from '#shared/schemas/key-status'
import type { Settings } from '#shared/schemas/settings'
import { readBaseUrl } from '#shared/wire/base-url'
import type { KeyHash, NamedKeys } from '#workspace/user-data/named-keys'
import type { ResolveProxy } from '../gateway-host/system-network'
import { createLocalKey } from './gateway-keys'
import type { Vault } from './vault'
import type { NamedKeyState } from './vault-file'

export interface Keys {
  readonly problem: () => VaultProblem | null
  readonly status: (slot: KeySlot) => KeyStatus
  /** Throws INVALID_ARGUMENT with the `param` `key` if the text is not valid for this slot. */
  readonly set: (slot: KeySlot, key: string) => Promise<KeyStatus>
  readonly clear: (slot: KeySlot) => Promise<KeyStatus>
  readonly local: () => LocalKey
  /** The local key that is saved but cannot be read, and is still accepted; null without one. */
  readonly savedLocalKey: () => AcceptedKey | null
  readonly rotateLocal: () => Promise<LocalKey>
  readonly named: {
    readonly list: NamedKeys['list']
    /** Without those that were rotated or revoked after the snapshot from which the database was restored. */
    readonly accepted: () => readonly AcceptedKey[]
    readonly create: (input: { readonly name: string }) => Promise<IssuedKey>
    readonly rename: (input: { readonly id: string; readonly name: string }) => Promise<NamedKey>
    readonly rotate: (input: { readonly id: string }) => Promise<IssuedKey>
    readonly revoke: (input: { readonly id: string }) => Promise<void>
  }
  readonly reload: () => Promise<void>
}

interface KeysPorts {
  readonly vault: Vault
  readonly namedKeys: NamedKeys
  readonly settings: () => Settings
  /** Applies the change to the gateway before the caller's promise resolves. */
  readonly onChange: () => Promise<void>
}

export async function openKeys({ vault, namedKeys, settings, onChange }: KeysPorts): Promise<Keys> {
  await ensureLocalKey(vault)
  await matchNamedKeys(vault, namedKeys)
  const local = () => ({ key: vault.read('local')?.secret ?? '', state: vault.status('local').state })

  function status(slot: KeySlot): KeyStatus {
    const saved = vault.status(slot)
    const origins = vault.read(slot)?.origins ?? []
    const current = saved.usable ? originsOf(slot, settings()) : []
    return {
      ...saved,
      origins: [...origins],
      blockedOrigins: current.filter((origin) => !origins.includes(origin)),
      isFileReadable: !vault.isBlocked(),
    }
  }

  /** A change that cannot be written still takes effect; the error says until when. */
  async function change(write: () => Promise<unknown>, consequence: string): Promise<void> {
    try {
      await write()
    } catch (error) {
      const reason = vault.problem()?.detail ?? errorCodeOf(error)
      const message = error instanceof ApiError ? error.message : `Couldn’t save the key file (${reason}).`
      throw new ApiError('UNAVAILABLE', `${message} ${consequence}`, { cause: error })
    } finally {
      await onChange()
    }
  }

  /** The key itself is not stored. */
  async function issue(save: (hash: KeyHash) => NamedKey): Promise<IssuedKey> {
    const key = createLocalKey()
    const hash = { hash: hashKey(key), ending: key.slice(-4) }
    const namedKey = save(hash)
    await onChange()
    // A file that cannot be written must not hide the key, which is shown only once: saved at the next start.
    void vault.saveNamedKeys({ [namedKey.id]: { ...hash, changedAt: namedKey.changedAt } }).catch(() => {})
    return { namedKey, key }
  }

  const untilQuit =
    'The change applies until you quit Gen Playground. To keep it, fix this and save it again.'
  return {
    status,
    problem: () => vault.problem(),
    set: async (slot, key) => {
      const secret = readSecret(slot, key)
      await change(() => vault.set(slot, secret), untilQuit)
      return status(slot)
    },
    clear: async (slot) => {
      await change(() => vault.clear(slot), untilQuit)
      return status(slot)
    },
    local,
    savedLocalKey: () => {
      const hash = vault.status('local').state === 'unreadable' ? vault.localKeyHash() : null
      return hash === null ? null : { hash }
    },
    rotateLocal: async () => {
      const consequence =
        'The new local key applies until you quit Gen Playground. After that, the old one is accepted again. Make the file writable, then rotate again.'
      await change(() => vault.set('local', createLocalKey()), consequence)
      return local()
    },
    named: {
      list: namedKeys.list,
      accepted: () =>
        namedKeys
          .hashes()
          .filter((key) => isCurrent(vault, key))
          .map(({ id, name, hash }) => ({ id, client: name, hash })),
      rename: async (input) => {
        const renamed = namedKeys.rename(input)
        await onChange()
        return renamed
      },
      create: ({ name }) => issue((hash) => namedKeys.add({ name, ...hash })),
      rotate: ({ id }) => issue((hash) => namedKeys.replace({ id, ...hash })),
      revoke: async ({ id }) => {
        namedKeys.delete({ id })
        // At once, even if the key file waits for the keyring.
        await onChange()
        const consequence =
          'The key is revoked. If you restore an earlier snapshot of the database, revoke it again.'
        const state = { hash: null, ending: '', changedAt: Date.now() }
        await change(() => vault.saveNamedKeys({ [id]: state }), consequence)
      },
    },
    reload: async () => {
      await vault
        .reload()
        .then(() => matchNamedKeys(vault, namedKeys))
        .finally(onChange)
    },
  }
}

/** A saved key that cannot be read stays saved: the local key changes only when the user asks for it. */
async function ensureLocalKey(vault: Vault): Promise<void> {
  if (vault.read('local')?.secret) return
  if (vault.status('local').state === 'unreadable') vault.setForSession('local', createLocalKey())
  // A key that cannot be written lasts for this session, and must not prevent the start.
  else await vault.set('local', createLocalKey()).catch(() => undefined)
}

type StoredHash = ReturnType<NamedKeys['hashes']>[number]

/** Revoked, or rotated later than the database knows. */
function isCurrent(vault: Vault, { id, hash, changedAt }: StoredHash): boolean {
  const inFile = vault.namedKeys()[id]
  return !inFile || inFile.hash === hash || (inFile.hash !== null && inFile.changedAt < changedAt)
}

/**
 * A restored snapshot of the database has keys as they were then: those revoked since are deleted, and those rotated since
 * get their present hash. The other way around, the key file gets what it did not have.
 */
async function matchNamedKeys(vault: Vault, namedKeys: NamedKeys): Promise<void> {
  const unsaved: Record<string, NamedKeyState> = {}
  for (const stored of namedKeys.hashes()) {
    const { id, hash, ending, changedAt } = stored
    const inFile = vault.namedKeys()[id]
    if (inFile?.hash === hash) continue
    if (isCurrent(vault, stored)) unsaved[id] = { hash, ending, changedAt }
    else if (inFile?.hash) namedKeys.replace({ ...inFile, id, hash: inFile.hash })
    else namedKeys.delete({ id })
  }
  // A file that cannot be written must not prevent the start.
  if (Object.keys(unsaved).length > 0) await vault.saveNamedKeys(unsaved).catch(() => undefined)
}

/** Returns the origins that the key of a slot is sent to with these settings. */
export function originsOf(slot: string, { services, openAiProfiles, vendor }: Settings): readonly string[] {
  const toOrigins = (...urls: readonly string[]) => [...new Set(urls.map((url) => readBaseUrl(url).origin))]
  if (slot === 'gemini') return toOrigins(vendor.geminiUrl)
  if (slot === 'openai') return toOrigins(vendor.openAiUrl)
  const service = services.find(({ id }) => id === slot)
  if (service) return toOrigins(service.baseUrl, service.apiBaseUrl || service.baseUrl)
  return toOrigins(...openAiProfiles.filter(({ id }) => id === slot).map(({ baseUrl }) => baseUrl))
}

/** The error never contains the entered text. */
function readSecret(slot: KeySlot, text: string): string {
  const secret = secretSchemaFor(slot).safeParse(text)
  if (secret.success) return secret.data
  const message = secret.error.issues[0]?.message ?? "isn't a valid key"
  throw new ApiError('INVALID_ARGUMENT', `key: ${message}`, { param: 'key' })
}

/** Returns `host:port` of the proxy in the settings, or of each one that the system reports for an upstream. */
export async function findProxyHosts(settings: Settings, resolve: ResolveProxy): Promise<string[]> {
  const { proxyMode, proxyUrl } = settings.network
  if (proxyMode !== 'system') {
    const proxy = readProxyUrl(proxyUrl)
    return proxy ? [toProxyHost(proxy)] : []
  }
  const answers = await Promise.all(
    listOrigins(settings).map((origin) => resolve(`${origin}/`).catch(() => '')),
  )
  return [...new Set(answers.flatMap(listPacProxies).map(toProxyHost))]
}

function listOrigins({ services, openAiProfiles, vendor }: Settings): string[] {
  const urls = [
    ...services.flatMap(({ baseUrl, apiBaseUrl }) => [baseUrl, apiBaseUrl || baseUrl]),
    ...openAiProfiles.map(({ baseUrl }) => baseUrl),
  ]
  return [...new Set([...urls, vendor.geminiUrl, vendor.openAiUrl].map((url) => readBaseUrl(url).origin))]
}
