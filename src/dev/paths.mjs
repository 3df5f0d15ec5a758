// Paths in the repository, for the scripts in this folder.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's folder, without a trailing slash. */
export const root = join(fileURLToPath(import.meta.url), '..', '..', '..')

/** Cache of the scripts; can be deleted at any time. */
export const cacheFolder = join(root, 'node_modules', '.cache')

/** Output of the build. */
export const outFolder = join(root, 'out')

/** Packages of the application. */
export const distFolder = join(root, 'dist')
