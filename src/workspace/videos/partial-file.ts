// A video's file while it arrives: it outlives a break and a restart, and goes once the job has what it wants.
import { open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { explainProblem } from '../media/folder-problem'
import { createFolder } from '../media/whole-file'

export interface PartialFile {
  readonly path: string
  /** Bytes; 0 where there is none. */
  measure(): Promise<number>
  /** To nothing: what has come belongs to no file. */
  empty(): Promise<void>
  /** At its end, piece by piece. */
  append(chunks: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): Promise<void>
}

/** Of a job, in its order among the videos of that job. */
export function openPartial(folder: string, jobId: string, index: number): PartialFile {
  const path = join(folder, `${jobId}-${index}.part`)
  return {
    path,
    measure: async () => (await stat(path).catch(() => undefined))?.size ?? 0,
    empty: async () => {
      await truncate(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw explainProblem(folder, error)
      })
    },
    append: (chunks, onBytes) => append({ folder, path }, chunks, onBytes),
  }
}

async function append(
  { folder, path }: { folder: string; path: string },
  chunks: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const ours = async <Result>(work: Promise<Result>): Promise<Result> =>
    await work.catch((error: unknown) => {
      throw explainProblem(folder, error)
    })
  await ours(createFolder(folder))
  const handle = await ours(open(path, 'a', 0o600))
  try {
    for await (const chunk of chunks) {
      await ours(handle.writeFile(chunk))
      onBytes(chunk.length)
    }
  } finally {
    await handle.close()
  }
}

export async function removePartials(folder: string, jobId: string): Promise<void> {
  await removeNames(folder, (name) => name.startsWith(`${jobId}-`))
}

/** What a job has left that is not fetched any more. */
export async function sweepPartials(folder: string, isFetched: (jobId: string) => boolean): Promise<void> {
  await removeNames(folder, (name) => !isFetched(name.replace(/-\d+\.part$/, '')))
}

/** What cannot be removed now is removed at the next start. */
async function removeNames(folder: string, isSurplus: (name: string) => boolean): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const surplus = names.filter((name) => /-\d+\.part$/.test(name) && isSurplus(name))
  await Promise.all(surplus.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
}
