// The paths that the user has chosen in a dialog: the page can name no other.
import { ApiError } from '#shared/schemas/api-error'

export interface ChosenPaths {
  add(path: string): void
  /** Throws INVALID_ARGUMENT for a path that no dialog has returned. */
  require(path: string, param: string): void
}

export function createChosenPaths(): ChosenPaths {
  const chosen = new Set<string>()
  return {
    add: (path) => void chosen.add(path),
    require(path, param) {
      if (chosen.has(path)) return
      throw new ApiError('INVALID_ARGUMENT', `${param}: must be chosen in the dialog`, { param })
    },
  }
}
