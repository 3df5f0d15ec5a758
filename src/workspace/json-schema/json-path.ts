// Writes the place of a value in a JSON document as people read it.

/** `$.items[0].name`; a name that is no plain word stands in brackets: `$["first name"]`. */
export function toJsonPath(steps: readonly PropertyKey[]): string {
  return steps.reduce<string>((path, step) => `${path}${toStep(step)}`, '$')
}

function toStep(step: PropertyKey): string {
  const name = String(step)
  if (typeof step === 'number') return `[${name}]`
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}
