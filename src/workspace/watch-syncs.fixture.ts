// Records which files and folders are synced to the disk.
import { readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'

/** The paths that are synced from now on. Linux reveals the file of an open handle. */
export async function watchSyncs(folder: string): Promise<string[]> {
  const handle = await open(folder, 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const synced: string[] = []
  const sync = prototype.sync
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`))
    await sync.call(this)
  })
  onTestFinished(() => spy.mockRestore())
  return synced
}
