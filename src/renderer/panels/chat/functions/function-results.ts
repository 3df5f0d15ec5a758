// Detects user turns that contain only function results, and matches results with calls.
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

export type FunctionCall = NonNullable<Part['functionCall']>
export type FunctionResult = NonNullable<Part['functionResponse']>

/** Such a turn is shown with its calls, not as a prompt. */
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
  /** One per call; null if it has no result. */
  readonly ofCalls: readonly (FunctionResult | null)[]
  /** Results without a call. */
  readonly others: readonly FunctionResult[]
}

/** By id if both have one, else by name in their order (wire §2.3). */
export function pairResults(
  calls: readonly FunctionCall[],
  results: readonly FunctionResult[],
): PairedResults {
  const remaining = [...results]
  const remove = (matches: (result: FunctionResult) => boolean) => {
    const index = remaining.findIndex(matches)
    return index < 0 ? null : (remaining.splice(index, 1)[0] ?? null)
  }
  // Ids first, for all calls: a call without an id must not get the result of another.
  const byId = calls.map(({ id }) => (id === undefined ? null : remove((result) => result.id === id)))
  const ofCalls = calls.map(
    ({ id, name }, index) =>
      byId[index] ??
      remove((result) => result.name === name && (result.id === undefined || id === undefined)),
  )
  return { ofCalls, others: remaining }
}

/** All results in one turn, in the order of their calls, with their ids if they have one. */
export function toResultParts(
  calls: readonly FunctionCall[],
  responses: readonly FunctionResult['response'][],
): Part[] {
  return calls.map(({ id, name }, index) => ({
    functionResponse: { ...(id === undefined ? {} : { id }), name, response: responses[index] ?? {} },
  }))
}

/** The number of consecutive rounds of calls, including this turn: 1 after a prompt. */
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
