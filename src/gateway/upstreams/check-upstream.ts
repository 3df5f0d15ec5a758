// Tests an upstream: asks each part of it something small, and says what came of it.
import { toNeutralId } from '#shared/models/catalogue'
import { type CheckedPart, checkTimeoutSeconds, type UpstreamReport } from '#shared/schemas/upstream-report'
import type { Call } from '#shared/wire/call'
import { readText } from '#shared/wire/read-body'
import { redactSecrets } from '../exchange-log/redact'
import { toCancelled } from '../outbound/transport-error'
import type { Upstream } from '../ports'
import { type Question, questionsFor } from './check-questions'
import { type Judgement, judgeAnswer, judgeFailure } from './check-verdict'

export interface CheckSettings {
  /** Milliseconds; a part that has not answered by then has timed out. */
  readonly patience?: number
  /** Milliseconds; a part that works, but not by then, is slow. */
  readonly briskness?: number
  /** Nobody waits for the report any more. */
  readonly signal?: AbortSignal | undefined
}

const usualPatience = checkTimeoutSeconds * 1000
const usualBriskness = 4_000

/** Characters of the upstream's own words. */
const longestDetail = 600

/** What a part answered beside its verdict. */
interface Finding {
  readonly part: CheckedPart
  /** The ids that its own list of models names; absent where it has none, or it was not told. */
  readonly listed?: readonly string[] | undefined
}

/** `models`: what the gateway calls them, and what this upstream is asked for. Rejects with CANCELLED alone. */
export async function checkUpstream(
  upstream: Upstream,
  models: readonly { readonly id: string; readonly upstreamId: string }[],
  settings: CheckSettings = {},
): Promise<UpstreamReport> {
  const questions = questionsFor(upstream.kind)
  const findings = await Promise.all(questions.map((question) => askPart(upstream, question, settings)))
  if (settings.signal?.aborted) throw toCancelled()
  const lists = questions.flatMap(({ list }, index) =>
    list ? [{ ...list, ids: findings[index]?.listed }] : [],
  )
  const tell = (upstreamId: string) => {
    const mayList = lists.filter(({ covers }) => covers(toNeutralId(upstreamId)))
    if (mayList.some(({ ids }) => ids?.some((id) => toNeutralId(id) === toNeutralId(upstreamId)))) return true
    return mayList.length > 0 && mayList.every(({ ids }) => ids) ? false : null
  }
  return {
    parts: findings.map(({ part }) => part),
    models:
      lists.length > 0
        ? models.map(({ id, upstreamId }) => ({ id, upstreamId, known: tell(upstreamId) }))
        : [],
  }
}

async function askPart(upstream: Upstream, question: Question, settings: CheckSettings): Promise<Finding> {
  const began = performance.now()
  const judgement = await judge(upstream, question, settings)
  const took = Math.round(performance.now() - began)
  const isSlow = judgement.verdict === 'working' && took > (settings.briskness ?? usualBriskness)
  const part: CheckedPart = {
    part: question.part,
    verdict: isSlow ? 'slow' : judgement.verdict,
    milliseconds: judgement.isAnswered ? took : null,
    detail: clean(upstream, judgement.detail),
    request: `${question.call.method} ${question.call.path.replace(/\?.*/, '')}`,
  }
  return { part, listed: judgement.verdict === 'working' ? question.list?.read(judgement.body) : undefined }
}

async function judge(
  upstream: Upstream,
  question: Question,
  { patience = usualPatience, signal }: CheckSettings,
): Promise<Judgement> {
  const leaving = new AbortController()
  const leave = (): void => leaving.abort()
  // An upstream that does not heed the signal must not keep the report waiting either.
  const tooLate = new Promise<Judgement>((resolve) => {
    leaving.signal.addEventListener('abort', () =>
      resolve({ verdict: 'timed-out', detail: '', isAnswered: false }),
    )
  })
  const timer = setTimeout(leave, patience)
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  try {
    return await Promise.race([
      ask(upstream, { ...question.call, signal: leaving.signal }, question),
      tooLate,
    ])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}

async function ask(upstream: Upstream, call: Call, question: Question): Promise<Judgement> {
  try {
    const { status, headers, body } = await upstream.send(call)
    const text = await readText(limit(body))
    return judgeAnswer({ status, type: headers['content-type'] ?? '', text }, question)
  } catch (error) {
    return judgeFailure(error)
  }
}

/** Bytes; a list of a thousand models is about one megabyte. */
const largestAnswer = 16 * 1024 * 1024

/** An answer without end is cut, and then judged as what it is: not this API's. */
async function* limit(body: Awaited<ReturnType<Upstream['send']>>['body']): AsyncGenerator<Uint8Array> {
  if (body === null) return
  if (body instanceof Uint8Array) return yield body
  let length = 0
  for await (const chunk of body) {
    yield chunk
    length += chunk.length
    if (length > largestAnswer) return
  }
}

function clean(upstream: Upstream, detail: string): string {
  const line = detail.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  const known = redactSecrets(upstream.conceal?.(line) ?? line)
  return known.length > longestDetail ? `${known.slice(0, longestDetail)}…` : known
}
