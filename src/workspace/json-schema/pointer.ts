// JSON pointers, as Ajv names places.

/** `/items/0/name` → `['items', 0, 'name']`: a step into a list is a number. */
export function readPointer(document: unknown, pointer: string): (string | number)[] {
  let here = document
  return splitPointer(pointer).map((name) => {
    const step = Array.isArray(here) ? Number(name) : name
    here = childOf(here, name)
    return step
  })
}

/** Undefined where it leads nowhere. */
export function followPointer(document: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce(childOf, document)
}

function splitPointer(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function childOf(parent: unknown, name: string): unknown {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined
  // Whatever is no list is looked up by the same names.
  return (parent as Readonly<Record<string, unknown>>)[name]
}
