// Binds functions to the procedures of the desktop contract: a procedure without a function does not compile.
import { type AnyContractProcedure, type ContractProcedure, isContractProcedure } from '@orpc/contract'
import { implement, ORPCError, os, type Router } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { z } from 'zod'
import type { Contract } from '#shared/desktop/contract'
import { isStream, streamHeader } from '#shared/desktop/pulled-streams'
import { ApiError } from '#shared/schemas/api-error'
import type { PageId } from '../page-mailboxes'
import { explainMissingPart } from '../start-failure'

interface DesktopContext {
  /** The page that calls. Absent if there is no window, as in tests. */
  readonly page?: PageId
  /** Set if the page asks for each item of a stream. */
  readonly stream?: string | undefined
}

/** Without a window. */
const noPage: PageId = 0

export type DesktopRouter = Router<Contract, DesktopContext>

/** The contract with a function for each procedure. The input is undefined for procedures without one. */
export type Functions<Branch = Contract> = {
  readonly [Name in keyof Branch]: Branch[Name] extends ContractProcedure<
    infer Input,
    infer Output,
    infer _Errors,
    infer _Meta
  >
    ? BoundFunction<Input, Output>
    : Functions<Branch[Name]>
}

type BoundFunction<Input, Output> = (
  input: Input extends z.ZodType ? z.output<Input> : undefined,
  signal: AbortSignal | undefined,
  page: PageId,
) => ResultOf<Output extends z.ZodType ? z.input<Output> : unknown>

type ResultOf<Output> = [Output] extends [AsyncIterator<infer Event, unknown, unknown>]
  ? AsyncIterable<Event>
  : Output | Promise<Output>

type AnyFunction = (input: unknown, signal: AbortSignal | undefined, page: PageId) => unknown
interface ContractBranch {
  readonly [name: string]: AnyContractProcedure | ContractBranch
}
interface FunctionBranch {
  readonly [name: string]: AnyFunction | FunctionBranch
}

/** Retries a call after another process has released its lock on the database. */
type Retry = <Result>(work: () => Promise<Result>) => Promise<Result>

export function bindContract(
  contract: Contract,
  functions: Omit<Functions, 'streams'>,
  retry: Retry,
): DesktopRouter {
  const { pull, pace } = createPulls()
  const retrying = os.middleware(({ next }) => retry(async () => await next()))
  const bindProcedure = (procedure: AnyContractProcedure, call: AnyFunction) =>
    implement(procedure)
      .$context<DesktopContext>()
      .use(relayErrors)
      .use(retrying)
      .handler(async ({ input, signal, context: { page = noPage, stream } }) => {
        const result = await call(input, signal, page)
        if (!isStream(result)) return result
        return relayStreamErrors(stream === undefined ? result : pace(result, stream, signal))
      })
  const bindBranch = (branch: ContractBranch, calls: FunctionBranch): object =>
    Object.fromEntries(
      Object.entries(branch).map(([name, entry]) => {
        const call = calls[name]
        const isProcedure = isContractProcedure(entry)
        return [
          name,
          isProcedure ? bindProcedure(entry, call as AnyFunction) : bindBranch(entry, call as FunctionBranch),
        ]
      }),
    )
  // `Functions` guarantees a function for each procedure, but TypeScript loses this in the lookup by name.
  return bindBranch(
    contract as unknown as ContractBranch,
    { ...functions, streams: { pull } } as unknown as FunctionBranch,
  ) as DesktopRouter
}

/** Serves the router over ports whose clients may pull streams. */
export function createHandler(router: DesktopRouter): RPCHandler<DesktopContext> {
  return new RPCHandler(router, {
    interceptors: [
      ({ next, ...options }) => {
        const header = options.request.headers[streamHeader]
        const stream = typeof header === 'string' ? header : undefined
        return next({ ...options, context: { ...options.context, stream } })
      },
    ],
  })
}

function createPulls() {
  const waiting = new Map<string, () => void>()
  return {
    pull: ({ stream }: { stream: string }) => waiting.get(stream)?.(),
    /** Reads each item after the first one only once the page asks for it. */
    async *pace(items: AsyncIterable<unknown>, stream: string, signal: AbortSignal | undefined) {
      const onAbort = () => waiting.get(stream)?.()
      signal?.addEventListener('abort', onAbort)
      try {
        for await (const item of items) {
          const pulled = new Promise<void>((resolve) => waiting.set(stream, resolve))
          yield item
          if (!signal?.aborted) await pulled
        }
      } finally {
        signal?.removeEventListener('abort', onAbort)
        waiting.delete(stream)
      }
    },
  }
}

/** A stream's errors occur after the procedure has returned, so its middleware does not see them. */
async function* relayStreamErrors(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* stream
  } catch (error) {
    throw toRelayedError(error)
  }
}

/** The page receives an error's code, message and field, but never its stack. */
const relayErrors = os.middleware(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    throw toRelayedError(error)
  }
})

function toRelayedError(error: unknown): unknown {
  const missing = explainMissingPart(error)
  if (missing !== undefined) return toRelayedError(new ApiError('INTERNAL', missing, { cause: error }))
  if (!(error instanceof ApiError)) return error
  const { code, http, message } = error
  return new ORPCError(code, { status: http, message, data: describeField(error), cause: error })
}

/** In the format of oRPC's own validation errors. */
function describeField({ code, message, param }: ApiError) {
  if (code !== 'INVALID_ARGUMENT' || !param) return undefined
  const prefix = `${param}: `
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message
  return { issues: [{ path: param.split('.'), message: text }] }
}
