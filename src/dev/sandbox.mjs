// Turns Chromium's sandbox off if it cannot be used, and reports it.
import { log } from './command.mjs'

export const isRoot = process.getuid?.() === 0

/** Returns the arguments that Electron needs for the present user, and reports them. */
export function toSandboxArguments() {
  if (!isRoot) return []
  log('Running as root. Starting Electron with --no-sandbox, so the Chromium sandbox is off.')
  return ['--no-sandbox']
}
