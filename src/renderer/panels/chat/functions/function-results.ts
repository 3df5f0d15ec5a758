// The user's turns that hold nothing but results of function calls, and which result answers which call.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

export type FunctionCall = NonNullable<Part['functionCall']>
export type FunctionResult = NonNullable<Part['functionResponse']>

/** Such a turn is drawn with the calls that it answers, and not as a prompt. */
export function isFunctionResults({ role, parts }: Pick<Turn, 'role' | 'parts'>): boolean {
  return role === 'user' && parts.length > 0 && parts.every(({ functionResponse }) => functionResponse)
}

export function readCalls(parts: readonly Part[]): FunctionCall[] {
  return parts.flatMap(({ functionCall }) => functionCall ?? [])
}

export function readResults(parts: readonly Part[]): FunctionResult[] {
  return parts.flatMap(({ functionResponse }) => functionResponse ?? [])
}

interface PairedResults {
  /** One for each call; null where it has not been answered. */
  readonly ofCalls: readonly (FunctionResult | null)[]
  /** Results of calls that are not here. */
  readonly others: readonly FunctionResult[]
}

/** By id where the call and a result carry one, else by name in their order (wire §2.3). */
export function pairResults(
  calls: readonly FunctionCall[],
  results: readonly FunctionResult[],
): PairedResults {
  const left = [...results]
  const take = (fits: (result: FunctionResult) => boolean) => {
    const index = left.findIndex(fits)
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null)
  }
  // Ids first, over all calls: a call without one must not take what belongs to another.
  const byId = calls.map(({ id }) => (id === undefined ? null : take((result) => result.id === id)))
  const ofCalls = calls.map(
    ({ id, name }, index) =>
      byId[index] ?? take((result) => result.name === name && (result.id === undefined || id === undefined)),
  )
  return { ofCalls, others: left }
}

/** All results in one turn, in the order of their calls, each with its call's id where that has one. */
export function toResultParts(
  calls: readonly FunctionCall[],
  responses: readonly FunctionResult['response'][],
): Part[] {
  return calls.map(({ id, name }, index) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name, response: responses[index] ?? {} },
  }))
}

/** How many times in a row the model has called, this turn included: 1 where it follows a prompt. */
export function countRounds(
  turn: Pick<Turn, 'parentId'>,
  findTurn: (id: string) => Turn | undefined,
): number {
  const parentOf = ({ parentId }: Pick<Turn, 'parentId'>) =>
    parentId === null ? undefined : findTurn(parentId)
  let rounds = 1
  let results = parentOf(turn)
  while (results && isFunctionResults(results)) {
    rounds += 1
    const call = parentOf(results)
    results = call && parentOf(call)
  }
  return rounds
}
