// Runs work that a hostile input could make endless, with a timeout.
import { createContext, Script } from 'node:vm'
import { ApiError } from '#shared/schemas/api-error'

const call = new Script('work()')
/** One for all: to make another takes longer than most of the work. */
const room: { work: () => unknown } = { work: () => undefined }
createContext(room)

/** Ends even a regular expression that backtracks without end. `work` must not wait for anything. */
export function runWithTimeout<Result>(milliseconds: number, work: () => Result): Result {
  const { work: outer } = room
  room.work = work
  try {
    // The script does nothing but call `work`, and returns what that returns.
    return call.runInContext(room, { timeout: milliseconds }) as Result
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw new ApiError('DEADLINE_EXCEEDED', `Timed out after ${milliseconds.toLocaleString('en')} ms.`)
  } finally {
    room.work = outer
  }
}

/** The error comes from another realm: it is no instance of our `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
