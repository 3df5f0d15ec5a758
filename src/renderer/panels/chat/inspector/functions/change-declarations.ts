// Changes a text of declarations as a whole: adds to it, or puts others' forms into our own.
import { readDeclarations } from './read-declarations'

const write = (value: unknown) => JSON.stringify(value, null, 2)

/** With what was read of `added` at its end; null where one of the two holds something else. */
export function addDeclarations(text: string, added: string): string | null {
  const before = text.trim() === '' ? [] : listDeclarations(text)
  const after = listDeclarations(added)
  return before && after ? write([...before, ...after]) : null
}

/** The same functions as a plain list; null where the text holds something else. */
export function plainDeclarations(text: string): string | null {
  const declarations = listDeclarations(text)
  return declarations && write(declarations)
}

/** What a pasted text becomes: others' forms turn into ours, everything else stays as it is. */
export function readPastedDeclarations(text: string, whole: boolean): string {
  try {
    const { found, forms, misfits } = readDeclarations(JSON.parse(text))
    if (forms.length === 0 || misfits.length > 0) return text
    const declarations = found.map(({ declaration }) => declaration)
    // Beside others it becomes a member of their list.
    return whole ? write(declarations) : declarations.map(write).join(',\n')
  } catch {
    return text
  }
}

/** `get_weather_2` where there is a `get_weather` already. */
export function findFreeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

function listDeclarations(text: string): readonly unknown[] | null {
  try {
    const { found, misfits } = readDeclarations(JSON.parse(text))
    // What would be dropped has to be mended by hand.
    return misfits.length > 0 ? null : found.map(({ declaration }) => declaration)
  } catch {
    return null
  }
}
