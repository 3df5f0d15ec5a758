// The folder that media are in now: the one beside the database, or the user's own.
import { checkFolder, explainProblem } from './folder-problem'
import { createFolder, sweepUnfinished } from './whole-file'

export interface FolderInUse {
  path(): string
  isDefault(): boolean
  /** Its path, once files can be in it: the default one is made where it is missing, the user's own never. */
  ready(): Promise<string>
  /** Told before it counts: where that throws, the folder stays as it is. */
  switchTo(path: string): void
}

export interface MediaChoice {
  /** The user's own folder, absolute. Null is the default one. */
  readonly chosen?: string | null
  /** Keeps the choice, null for the default folder; what was there before goes next. Where it throws, nothing has changed. */
  readonly onMoved?: (chosen: string | null) => void
}

/** An absent folder is no reason not to open: each use of it says so. */
export async function openFolder(defaultFolder: string, choice: MediaChoice): Promise<FolderInUse> {
  const { onMoved = () => undefined } = choice
  let current = choice.chosen ?? defaultFolder
  const isDefault = () => current === defaultFolder

  async function ready(): Promise<string> {
    const path = current
    if (isDefault()) {
      await createFolder(path).catch((error: unknown) => {
        const explained = explainProblem(path, error)
        if (explained !== error) throw explained
      })
    }
    // Tells what was in the way, too.
    await checkFolder(path)
    return path
  }

  await ready().then(sweepUnfinished, () => undefined)
  return {
    path: () => current,
    isDefault,
    ready,
    switchTo(path) {
      onMoved(path === defaultFolder ? null : path)
      current = path
    },
  }
}
