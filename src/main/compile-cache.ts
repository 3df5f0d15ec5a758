// Keeps compiled code between starts where the runtime can, which is from Node.js 22.1 on.
import module from 'node:module'

interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown
  readonly flushCompileCache?: () => void
}

// The types are those of an older version.
const cache = module as typeof module & CompileCache

let folderInUse: string | undefined

/** For all that this thread loads from now on. */
export function enableCompileCache(folder: string): void {
  if (!cache.enableCompileCache) return
  cache.enableCompileCache(folder)
  folderInUse = folder
}

/** Writes what this start has compiled. */
export function saveCompileCache(): void {
  cache.flushCompileCache?.()
}

/** The environment of a thread that uses the cache; not that of this process, whose children would use it, too. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  return folderInUse === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: folderInUse }
}
