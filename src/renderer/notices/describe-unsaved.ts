// What the notice says about something that isn't saved yet, or not where it belongs.
import type { UnsavedWork } from '#shared/schemas/unsaved-work'

interface Owned {
  readonly owner: string
  readonly what: string
  readonly media: readonly string[]
}

interface UnsavedDescription {
  readonly title: string
  readonly message: string
  readonly path?: string
}

/** Undefined if all of it is saved. */
export function describeUnsaved(
  { pending, files, filesProblem }: UnsavedWork,
  { owner, what, media }: Owned,
): UnsavedDescription | undefined {
  const save = pending.find((one) => one.owner === owner)
  if (save) {
    const safety = save.rescued ? 'If you quit, nothing is lost.' : 'Don’t quit until it’s saved.'
    return {
      title: `${what} not saved yet`,
      message: `${save.message} The app keeps retrying. ${safety}`,
    }
  }
  const file = files.find((one) => media.includes(one.media))
  if (!file) return undefined
  return {
    title: 'Saved in the rescue folder',
    message:
      `${filesProblem ?? ''} The app keeps trying to move it to the media folder. It’s here until then:`.trim(),
    path: file.path,
  }
}
