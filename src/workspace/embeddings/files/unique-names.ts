// Numbers names that are there twice, or taken by something else.

export function uniqueNames(names: readonly string[], isTaken: (name: string) => boolean): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let number = 2; used.has(unique) || isTaken(unique); number += 1) unique = `${name} (${number})`
    used.add(unique)
    return unique
  })
}
