// A name for a set that nobody has named yet.

/** `Set 1`, or the first number that none of them has. */
export function nameNewSet(sets: readonly { readonly name: string }[]): string {
  const taken = new Set(sets.map(({ name }) => name))
  let number = 1
  while (taken.has(`Set ${number}`)) number += 1
  return `Set ${number}`
}

/** The file's, without its ending. */
export function nameAfterFile(fileName: string): string {
  return (
    fileName
      .replace(/\.[^.]{1,6}$/, '')
      .trim()
      .slice(0, 200) || 'Texts'
  )
}
