// Texts about the state of an update, and how to update an application that cannot replace itself.
import type { PackageType, UpdatePhase } from '#shared/schemas/updates'

const failureTitles = {
  check: 'Couldn’t check for updates',
  download: 'Couldn’t download the update',
  install: 'Couldn’t install the update',
} as const

/** Empty if there is nothing to report. */
export function describeUpdate(phase: UpdatePhase): string {
  switch (phase.type) {
    case 'idle':
      return ''
    case 'checking':
      return 'Checking for updates…'
    case 'current':
      return 'Up to date'
    case 'available':
      return `Version ${phase.update.version} is available`
    case 'downloading':
      return `Downloading version ${phase.update.version}…`
    case 'downloaded':
      return `Version ${phase.update.version} is ready to install`
    case 'failed':
      return failureTitles[phase.action]
  }
}

/** Undefined if the application can download and install its package. */
export function describeHowToUpdate(type: PackageType): string | undefined {
  if (type === 'source') return 'This is a source checkout. To update it, run git pull, then npm start.'
  if (type === 'other')
    return 'This copy can’t replace itself. Get the new version where you got this one, and install it.'
  return undefined
}
