// The moves that a job may make from state to state; every other one is refused.
import { ApiError } from '#shared/schemas/api-error'

type Moves<State extends string> = Readonly<Record<State, readonly State[]>>

/** To stay is no move, and is refused like any that the table does not have. */
export function checkMove<State extends string>(moves: Moves<State>, from: State, to: State): void {
  if (moves[from].includes(to)) return
  throw new ApiError('FAILED_PRECONDITION', `This job is ${from} and cannot become ${to}.`)
}
