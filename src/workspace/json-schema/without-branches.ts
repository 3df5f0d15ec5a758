// Of a choice that fails, Ajv names the faults of every branch: keeps those that people need.
import type { ErrorObject } from 'ajv'
import { followPointer } from './pointer'
import { isObject, type JsonObject, walkSchemas } from './schema-places'

/** The schemas that each branch of a choice holds or refers to. Ajv's paths do not tell what a fault was referred from. */
type Branches = readonly ReadonlySet<unknown>[]

/**
 * Where one branch alone is of the value's type, its faults tell more than the choice does; else the choice alone is
 * told. The faults of the branches stand right before that of the choice.
 */
export function withoutBranches(errors: readonly ErrorObject[], schema: JsonObject): readonly ErrorObject[] {
  const known = new Map<unknown, Branches>()
  const left: ErrorObject[] = []
  for (const error of errors) {
    if (error.keyword !== 'anyOf' && error.keyword !== 'oneOf') {
      left.push(error)
      continue
    }
    const branches = known.get(error.schema) ?? readBranches(error, schema)
    known.set(error.schema, branches)
    let begin = left.length
    while (isWithin(left[begin - 1], error, branches)) begin -= 1
    const inside = left.splice(begin)
    left.push(...(meantBranch(inside, error, branches) ?? [error]))
  }
  return left
}

function readBranches(choice: ErrorObject, schema: JsonObject): Branches {
  const branches: unknown[] = Array.isArray(choice.schema) ? choice.schema : []
  return branches.map((branch) => {
    const reached = new Set<unknown>()
    if (isObject(branch)) reach(branch, schema, reached)
    return reached
  })
}

function reach(from: JsonObject, schema: JsonObject, reached: Set<unknown>): void {
  for (const [each] of walkSchemas(from)) {
    if (reached.has(each)) continue
    reached.add(each)
    const target = typeof each.$ref === 'string' ? followPointer(schema, each.$ref.slice(1)) : undefined
    if (isObject(target)) reach(target, schema, reached)
  }
}

function isWithin(error: ErrorObject | undefined, choice: ErrorObject, branches: Branches): boolean {
  if (!error || !`${error.instancePath}/`.startsWith(`${choice.instancePath}/`)) return false
  return branches.some((reached) => reached.has(error.parentSchema))
}

function meantBranch(
  inside: readonly ErrorObject[],
  choice: ErrorObject,
  branches: Branches,
): readonly ErrorObject[] | undefined {
  if (Array.isArray(choice.params.passingSchemas)) return undefined
  const isOfAnotherType = (error: ErrorObject) =>
    error.instancePath === choice.instancePath && ['type', 'const', 'enum'].includes(error.keyword)
  const fitting = splitByBranch(inside, branches).filter((found) => !found.some(isOfAnotherType))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Each branch has said all before the next one begins; two may refer to the same schema. */
function splitByBranch(inside: readonly ErrorObject[], branches: Branches): (readonly ErrorObject[])[] {
  const found = branches.map((): ErrorObject[] => [])
  let current = 0
  for (const error of inside) {
    const next = branches.findIndex((reached, index) => index >= current && reached.has(error.parentSchema))
    current = Math.max(current, next)
    found[current]?.push(error)
  }
  return found.filter(({ length }) => length > 0)
}
