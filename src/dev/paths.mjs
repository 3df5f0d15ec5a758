// Where things lie in the repository, for the scripts in this folder.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, without a slash at the end. */
export const root = join(fileURLToPath(import.meta.url), '..', '..', '..')

/** What scripts keep between runs; it may vanish at any time. */
export const cacheFolder = join(root, 'node_modules', '.cache')

/** What the build writes. */
export const outFolder = join(root, 'out')
