// Checks that function results stand where the calls are (wire §2.3) and that signatures came back (§2.4).
import { ApiError } from '#shared/schemas/api-error'
import type { Generation, ReadTurn } from '../generation/read-request'

export function checkTurns(request: Generation): void {
  const { turns } = request
  turns.forEach((turn, index) => {
    const next = turns[index + 1]
    if (turn.calls.length > 0 && next) checkCount(turn, next, index + 1)
    if (turn.results.length > 0 && (turns[index - 1]?.calls.length ?? 0) === 0) {
      refuse(
        `contents[${index}]: Please ensure that function response turn comes immediately after a function call turn.`,
      )
    }
  })
  if (request.signs) checkSignatures(turns)
}

function checkCount(calls: ReadTurn, next: ReadTurn, index: number): void {
  if (next.results.length === calls.calls.length) return
  refuse(
    `contents[${index}]: Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn (${calls.calls.length} calls, ${next.results.length} responses).`,
  )
}

/** The current turn begins at the user's last own words; before it, signatures are not asked for. */
function checkSignatures(turns: readonly ReadTurn[]): void {
  const asked = turns.filter((turn) => turn.role === 'user' && turn.results.length === 0).at(-1)
  const start = asked ? turns.indexOf(asked) : -1
  turns.forEach((turn, index) => {
    const [first] = turn.calls
    if (index <= start || !first || first.signed) return
    refuse(
      `contents[${index}]: Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Function call \`${first.name}\`.`,
    )
  })
}

function refuse(message: string): never {
  throw new ApiError('INVALID_ARGUMENT', message, { param: 'contents' })
}
