// Work that is ended after a time, even if it never yields.
import { createContext, Script } from 'node:vm'
import { ApiError } from '#shared/schemas/api-error'

const script = new Script('work()')
/** Shared, because creating a context takes longer than most of the work. */
const sandbox: { work: () => unknown } = { work: () => undefined }
createContext(sandbox)

/** Ends even a regular expression that backtracks forever. `work` must be synchronous. */
export function runWithTimeout<Result>(milliseconds: number, work: () => Result): Result {
  const { work: previousWork } = sandbox
  sandbox.work = work
  try {
    // The script only calls `work`, so its result has the type of `work`.
    return script.runInContext(sandbox, { timeout: milliseconds }) as Result
  } catch (error) {
    if (!isTimeout(error)) throw error
    throw new ApiError('DEADLINE_EXCEEDED', `Timed out after ${milliseconds.toLocaleString('en')} ms.`)
  } finally {
    sandbox.work = previousWork
  }
}

/** Checks the code only: the error comes from another realm, so `instanceof Error` fails. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  )
}
