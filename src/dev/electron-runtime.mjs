// Finds the Electron that runs the application on this machine, fetching it where it is missing.
import { existsSync } from 'node:fs'
import { Obstacle } from './command.mjs'
import { fetchFallbackElectron, findFallbackElectron, isFallbackPossible } from './electron-fallback.mjs'
import { fetchPinnedElectron, findPinnedElectron, pinnedVersion } from './electron-pinned.mjs'

/**
 * The first there is of: GEN_PLAYGROUND_ELECTRON, the pinned package, the fallback runtime.
 * @returns {Promise<string>} the path of the executable
 */
export async function findElectron() {
  const chosen = process.env.GEN_PLAYGROUND_ELECTRON
  if (chosen) return checkChosen(chosen)
  const pinned = (await findPinnedElectron()) ?? (await fetchPinnedElectron())
  if (pinned) return pinned
  if (isFallbackPossible()) return (await findFallbackElectron()) ?? (await fetchFallbackElectron())
  throw new Obstacle(
    `Electron ${await pinnedVersion()} is missing, and its release host did not answer. Either
  - try again with GEN_PLAYGROUND_FETCH=1 when the network lets it through,
  - name a mirror of the releases in ELECTRON_MIRROR, and set GEN_PLAYGROUND_FETCH=1, or
  - name an Electron executable you have in GEN_PLAYGROUND_ELECTRON.`,
  )
}

/** @param {string} path */
function checkChosen(path) {
  if (existsSync(path)) return path
  throw new Obstacle(`GEN_PLAYGROUND_ELECTRON names ${path}, which does not exist.`)
}
