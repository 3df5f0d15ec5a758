// Reads and writes vault.json. A damaged or missing one is restored from its copy; one that cannot be read is never overwritten.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { errorCodeOf } from '#gateway/outbound/transport-error'
import type { VaultProblem } from '#shared/schemas/key-status'
import { tryParseJson } from '#shared/wire/json-objects'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { toFileError } from '../file-error'

const NamedKeyState = z.object({ hash: z.string().nullable(), ending: z.string(), changedAt: z.number() })
/** The current hash of a named key, and since when; null if it was revoked. */
export type NamedKeyState = z.infer<typeof NamedKeyState>

/**
 * `secrets`: ciphertexts in Base64 by slot. `origins`: URLs' origins that each key was entered for. `localKey`: the hash of
 * the local key with this ciphertext. `namedKeys`: by ID, also of revoked ones. Keeps unknown members.
 */
const VaultContent = z.looseObject({
  version: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  origins: z.record(z.string(), z.array(z.string())).optional(),
  localKey: z.object({ ciphertext: z.string(), hash: z.string() }).optional().catch(undefined),
  namedKeys: z.record(z.string(), NamedKeyState).optional().catch(undefined),
})
type VaultContent = z.infer<typeof VaultContent>

export interface VaultFile {
  /** As last read or written. Of a file that cannot be read, only the gateway's keys, from its copy. */
  readonly content: () => VaultContent
  readonly problem: () => VaultProblem | null
  /** The file cannot be read, so what it contains is unknown and nothing is written. */
  readonly isBlocked: () => boolean
  readonly reload: () => void
  /** Applies the change to the file as it is on disk now, so that slots added by another process stay. */
  readonly change: (edit: (content: VaultContent) => void) => void
}

/**
 * Synchronous, so that two writes never overlap; the file has about a kilobyte. A copy beside it replaces one that is
 * damaged or missing, so that neither the local key nor the providers' keys are lost with it.
 */
export function openVaultFile(path: string): VaultFile {
  let content: VaultContent = { version: 1, secrets: {} }
  let isComplete = false
  let problem: VaultProblem | null = null

  const isBlocked = () => problem?.kind === 'unreadable' || problem?.kind === 'newer'

  function reload(): void {
    const stored = readVaultFile(path)
    if ('secrets' in stored) {
      content = stored
      isComplete = true
      copyVaultFile(path, content)
      if (isBlocked()) problem = null
    } else if (stored.kind === 'missing' || stored.kind === 'damaged') restore(stored)
    else {
      problem = stored
      const copy = stored.kind === 'unreadable' ? readCopy(path) : null
      if (copy && !isComplete) content = onlyGatewayKeys(copy)
    }
  }

  /** Reported until the application quits, because the file is readable afterwards. */
  function restore(stored: VaultProblem | { readonly kind: 'missing' }): void {
    const isDamaged = 'detail' in stored
    const ownCopy = isDamaged ? content : null
    const copy = isComplete ? ownCopy : readCopy(path)
    if (copy) {
      content = copy
      isComplete = true
      ignoreErrors(() => writeAtomicallySync(path, JSON.stringify(copy)))
      problem = { kind: 'restored', detail: isDamaged ? stored.detail : '' }
    } else if (isDamaged) problem = stored
    else if (isBlocked()) problem = null
  }

  reload()
  return {
    content: () => content,
    problem: () => problem,
    isBlocked,
    reload,
    change: (edit) => {
      reload()
      if (problem && isBlocked()) throw new Error(problem.detail)
      const next = structuredClone(content)
      edit(next)
      writeVaultFile(path, next)
      content = next
      isComplete = true
    },
  }
}

/** Scripts keep working. Providers' keys are not used as long as the file itself cannot be read. */
function onlyGatewayKeys({ secrets: { local }, localKey, namedKeys }: VaultContent): VaultContent {
  return { version: 1, secrets: local === undefined ? {} : { local }, localKey, namedKeys }
}

function readVaultFile(path: string): VaultContent | VaultProblem | { readonly kind: 'missing' } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = errorCodeOf(error)
    return code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', detail: code }
  }
  const json = tryParseJson(text)
  const content = VaultContent.safeParse(json)
  if (content.success) return content.data
  const { version } = z.looseObject({ version: z.number() }).catch({ version: 1 }).parse(json)
  return version > 1 ? { kind: 'newer', detail: String(version) } : moveAside(path)
}

/** Renames it to a unique name, so that an earlier damaged file stays, too. */
function moveAside(path: string): VaultProblem {
  const stem = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
  let target = stem
  for (let count = 2; existsSync(target); count += 1) target = `${stem}-${count}`
  try {
    renameSync(path, target)
    return { kind: 'damaged', detail: basename(target) }
  } catch (error) {
    return { kind: 'unreadable', detail: errorCodeOf(error) }
  }
}

const toCopyPath = (path: string) => `${path}.backup`

function readCopy(path: string): VaultContent | null {
  try {
    return VaultContent.parse(tryParseJson(readFileSync(toCopyPath(path), 'utf8')))
  } catch {
    return null
  }
}

function copyVaultFile(path: string, content: VaultContent): void {
  const text = JSON.stringify(content)
  ignoreErrors(() => {
    if (JSON.stringify(readCopy(path)) !== text) writeAtomicallySync(toCopyPath(path), text)
  })
}

function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // The next start or change writes the copy again.
  }
}

function writeVaultFile(path: string, content: VaultContent): void {
  try {
    // An outdated copy could bring back a key that this change removes.
    ignoreErrors(() => rmSync(toCopyPath(path), { force: true }))
    writeAtomicallySync(path, JSON.stringify(content))
    copyVaultFile(path, content)
  } catch (error) {
    throw toFileError(error, `Couldn’t save the key file ${path}`)
  }
}
