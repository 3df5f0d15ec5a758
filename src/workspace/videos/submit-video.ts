// Sends a video's form, once and never again by itself: what may have been billed is told apart from what was refused.
import { z } from 'zod'
import type { JobError } from '#shared/schemas/job'
import { Operation } from '#shared/schemas/operation'
import type { VideoForm } from '#shared/schemas/video-job'
import type { Answer, Send } from '#shared/wire/call'
import { readText } from '#shared/wire/read-body'
import { hasLeft, isDoubtful } from '../jobs/has-left'
import { toJobError } from '../jobs/job-error'
import { readRefusal } from '../jobs/read-refusal'
import type { Media } from '../media/media'
import { cutOff } from './cut-off'
import { toVideoCall } from './video-call'

export type Submitted = { readonly exchangeId: string | null } & (
  | { readonly state: 'running'; readonly operation: string }
  | { readonly state: 'failed' | 'interrupted'; readonly error: JobError }
)

interface SubmitPorts {
  readonly send: Send
  readonly media: Media
}

/** Never rejects. */
export async function submitVideo(
  form: VideoForm,
  { send, media }: SubmitPorts,
  signal: AbortSignal,
): Promise<Submitted> {
  const call = await toVideoCall(form, media, signal).catch(toJobError)
  if ('code' in call) return { state: 'failed', error: call, exchangeId: null }
  try {
    return await readSubmission(await send(call))
  } catch (error) {
    const { code, message } = toJobError(error)
    if (!hasLeft(error)) return { state: 'failed', error: { code, message }, exchangeId: null }
    return { state: 'interrupted', error: { code, message: cutOff(message) }, exchangeId: null }
  }
}

/** Names are made into an address: nothing else may stand in them. */
const Started = Operation.extend({ name: z.string().regex(/^(?:models\/[\w.-]+\/)?operations\/[\w-]+$/) })

async function readSubmission(answer: Answer): Promise<Submitted> {
  const exchangeId = answer.headers['x-exchange-id'] ?? null
  if (answer.status !== 200) {
    const error = toJobError(await readRefusal(answer))
    if (!isDoubtful(answer)) return { state: 'failed', error, exchangeId }
    return { state: 'interrupted', error: { ...error, message: cutOff(error.message) }, exchangeId }
  }
  try {
    const { name } = Started.parse(JSON.parse(await readText(answer.body)))
    return { state: 'running', operation: name, exchangeId }
  } catch (error) {
    const reason =
      error instanceof SyntaxError || error instanceof z.ZodError ? nameless : toJobError(error).message
    return { state: 'interrupted', error: { code: 'UNAVAILABLE', message: cutOff(reason) }, exchangeId }
  }
}

const nameless = 'The answer names no operation.'
