// The list of models of an OpenAI-compatible server, and the model that is sent for a name, with as few requests as possible.
import type { ModelEntry } from '#shared/models/catalog'
import { ApiError } from '#shared/schemas/api-error'
import { checkTimeoutSeconds } from '#shared/schemas/upstream-report'
import type { RequestSignal } from '#shared/wire/http'
import {
  type ModelSettings,
  needsModelList,
  type ResolvedModel,
  readModelList,
  resolveModel,
} from './server-models'

export interface ListSettings extends ModelSettings {
  /** Milliseconds for the list of models, instead of the time that a response may take. */
  readonly listTimeoutMs?: number
}

export interface ListedModels {
  /** Requests the list. Rejects with UNAVAILABLE if the response is not a list, and with DEADLINE_EXCEEDED. */
  readonly list: (signal: RequestSignal) => Promise<readonly ModelEntry[]>
  /** Finds the model to send. Requests the list if the name needs it. Rejects with NOT_FOUND, or the error of the list. */
  readonly resolve: (name: string, signal: RequestSignal) => Promise<ResolvedModel>
}

const defaultTimeoutMs = checkTimeoutSeconds * 1000
/** Milliseconds for which a list is used again, and a server that did not send it in time is not asked again. */
const lifetimeMs = 30_000

interface Timed {
  readonly at: number
}

/** `request` resolves with the JSON of the list. */
export function openListedModels(
  settings: ListSettings,
  request: (signal: RequestSignal) => Promise<unknown>,
): ListedModels {
  const { listTimeoutMs = defaultTimeoutMs } = settings
  let listed: (Timed & { readonly models: readonly ModelEntry[] }) | undefined
  let timedOut: Timed | undefined

  async function list(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    const body = await withTimeout(signal, listTimeoutMs, request).catch((error) => {
      if (error instanceof ApiError && error.code === 'DEADLINE_EXCEEDED') timedOut = { at: Date.now() }
      throw error
    })
    const models = readModelList(body, settings)
    if (!models) throw noModelList()
    listed = { at: Date.now(), models }
    timedOut = undefined
    return models
  }

  async function listRecent(signal: RequestSignal): Promise<readonly ModelEntry[]> {
    return listed && isRecent(listed) ? listed.models : await list(signal)
  }

  const known = () => listed?.models ?? []

  async function listFor(name: string, signal: RequestSignal): Promise<readonly ModelEntry[]> {
    switch (needsModelList(name, settings)) {
      case 'no':
        return []
      case 'yes':
        return await listRecent(signal)
      case 'if possible':
        return timedOut && isRecent(timedOut) ? known() : await listRecent(signal).catch(known)
    }
  }

  return {
    list,
    resolve: async (name, signal) => resolveModel(name, settings, await listFor(name, signal)),
  }
}

function isRecent({ at }: Timed): boolean {
  return Date.now() - at < lifetimeMs
}

/** Throws DEADLINE_EXCEEDED if `work` takes longer. Aborts it then, and with the client's signal. */
async function withTimeout<Result>(
  client: RequestSignal,
  timeoutMs: number,
  work: (signal: RequestSignal) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController()
  const stop = (): void => abort.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  client.addEventListener('abort', stop)
  if (client.aborted) stop()
  try {
    return await work(abort.signal)
  } catch (error) {
    if (isLate) throw timedOutError(timeoutMs / 1000)
    throw error
  } finally {
    clearTimeout(timer)
    client.removeEventListener('abort', stop)
  }
}

function noModelList(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    "The provider's list of models isn't in the format of the OpenAI API. Check the base URL.",
    { reason: 'connection' },
  )
}

function timedOutError(seconds: number): ApiError {
  const problem = `The provider didn't list its models within ${seconds} seconds.`
  const advice = 'Check the base URL and the proxy, and whether the server is busy or still loading a model.'
  return new ApiError('DEADLINE_EXCEEDED', `${problem} ${advice}`, { reason: 'connection' })
}
