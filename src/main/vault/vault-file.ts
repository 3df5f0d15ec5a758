// Reads and writes vault.json. A missing file is empty; one that cannot be read is reported and never overwritten.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { errorCodeOf } from '#gateway/outbound/transport-error'
import type { VaultProblem } from '#shared/schemas/key-status'
import { tryParseJson } from '#shared/wire/parse-json'
import { writeAtomicallySync } from '#workspace/atomic-write'
import { toFileError } from '../file-error'

/**
 * `secrets`: ciphertexts in Base64 by slot. `origins`: URLs' origins that each key was entered for. `localKey`: the hash of
 * the local key with this ciphertext. Keeps unknown members.
 */
const VaultContent = z.looseObject({
  version: z.literal(1),
  secrets: z.record(z.string(), z.string()),
  origins: z.record(z.string(), z.array(z.string())).optional(),
  localKey: z.object({ ciphertext: z.string(), hash: z.string() }).optional().catch(undefined),
})
type VaultContent = z.infer<typeof VaultContent>

export interface VaultFile {
  /** As last read or written. */
  readonly content: () => VaultContent
  readonly problem: () => VaultProblem | null
  /** The file cannot be read, so what it contains is unknown and nothing is written. */
  readonly isBlocked: () => boolean
  readonly reload: () => void
  /** Applies the change to the file as it is on disk now, so that slots added by another process stay. */
  readonly change: (edit: (content: VaultContent) => void) => void
}

/** Synchronous, so that two writes never overlap; the file has about a kilobyte. */
export function openVaultFile(path: string): VaultFile {
  let content: VaultContent = { version: 1, secrets: {} }
  let problem: VaultProblem | null = null

  function reload(): void {
    const found = readVaultFile(path)
    const isRead = 'secrets' in found
    if (isRead) content = found
    // A damaged file was renamed permanently, and is reported until the application quits.
    if (!isRead && found.kind !== 'missing') problem = found
    else if (problem?.kind !== 'damaged') problem = null
  }

  const isBlocked = () => problem !== null && problem.kind !== 'damaged'
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
    },
  }
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

function writeVaultFile(path: string, content: VaultContent): void {
  try {
    writeAtomicallySync(path, JSON.stringify(content))
  } catch (error) {
    throw toFileError(error, `Couldn’t save the key file ${path}`)
  }
}
