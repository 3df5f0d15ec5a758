// Decides whether Chromium's sandbox can be on, aloud.
import { log } from './command.mjs'

export const isRoot = process.getuid?.() === 0

/** The arguments Electron needs on account of who runs it; says so if there are any. */
export function toSandboxArguments() {
  if (!isRoot) return []
  log('Running as root. Starting Electron with --no-sandbox, so the Chromium sandbox is off.')
  return ['--no-sandbox']
}
