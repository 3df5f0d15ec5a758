// Names both ids where a vendor API does not know a model: the one that was asked for, and the one it was asked for as (wire §11).
import { findRetirement, resolveModel } from '#shared/models/aliases'
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { Alias } from '#shared/schemas/own-model'
import type { Answer, Body } from '#shared/wire/call'
import { readBody } from '#shared/wire/read-body'
import type { ModelNames } from './vendor-path'

/** An error body longer than this is not one. */
const mostBytes = 1_048_576

/** The answer as it came where it does not say that the model is unknown, or where there is nothing to add. */
export async function explainUnknownModel(
  answer: Answer,
  names: ModelNames,
  aliases: readonly Alias[],
): Promise<Answer> {
  if (![400, 403, 404].includes(answer.status)) return answer
  const bytes = await readRefusal(answer.body)
  const read = { ...answer, body: bytes }
  const body = parse(bytes)
  const error = readErrorBody(answer.status, body)
  const explanation = explain(names, aliases)
  if (!error || explanation === '' || !isAboutModel(answer.status, error.message)) return read
  const { 'content-length': _, 'content-encoding': __, ...headers } = answer.headers
  const message = `${error.message} ${explanation}`
  return { ...read, headers, body: Buffer.from(JSON.stringify(withMessage(body, message))) }
}

/** Empty where it is endless or broken off: the status says enough. */
async function readRefusal(body: Body): Promise<Uint8Array> {
  try {
    return await readBody(body, mostBytes)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CANCELLED') throw error
    return new Uint8Array()
  }
}

/** The transcription API refuses an unknown model in other ways, too. */
function isAboutModel(status: number, message: string): boolean {
  // Bounded: the same word again and again would be read on to the end from each of its places.
  return (
    status === 404 || /invalid model|model .{0,200}does not exist|not have access to model/i.test(message)
  )
}

function explain({ asked, sent }: ModelNames, aliases: readonly Alias[]): string {
  const mapped =
    asked === sent
      ? ''
      : `${asked} is asked for as ${sent} upstream; if that is no longer right, change it under Settings, Models.`
  const { by } = resolveModel(asked, aliases)
  const retired = findRetirement(by === 'alias' ? sent : asked)
  if (!retired) return mapped
  const last = `The vendor has named ${retired.date} as the last day of ${by === 'alias' ? sent : asked}.`
  return mapped === '' ? `${last} Another id can be set for it under Settings, Models.` : `${last} ${mapped}`
}

function withMessage(body: unknown, message: string): unknown {
  // `readErrorBody` has found an error object in it, bare or as the one element of an array.
  const bare = (Array.isArray(body) ? body[0] : body) as { error: object }
  return { ...bare, error: { ...bare.error, message } }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
