// Answers function calls with what is kept for them, so that the loop goes on without the user (wire §2.3).
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'

export function hasCalls(turn: Pick<Turn, 'parts'>): boolean {
  return turn.parts.some(({ functionCall }) => functionCall)
}

/**
 * All results in one turn, in the order of the calls, each with its call's id where that has one. Undefined where the
 * user is to answer: mocks are off, or one of the calls has none.
 */
export function answerWithMocks({
  parts,
  parameters,
}: Pick<Turn, 'parts' | 'parameters'>): Part[] | undefined {
  const settings = parameters?.functions
  if (!settings?.on || !settings.answerWithMocks) return undefined
  const results: Part[] = []
  for (const { functionCall } of parts) {
    if (!functionCall) continue
    const { id, name } = functionCall
    const mock = settings.mocks.find((candidate) => candidate.name === name)
    if (!mock) return undefined
    results.push({ functionResponse: { ...(id === undefined ? {} : { id }), name, response: mock.response } })
  }
  return results.length > 0 ? results : undefined
}
