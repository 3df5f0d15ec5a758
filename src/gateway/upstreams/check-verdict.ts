// Judges what came of asking an upstream something: its answer, or the failure to get one.
import { ApiError, readErrorBody } from '#shared/schemas/api-error'
import type { CheckVerdict } from '#shared/schemas/upstream-report'
import { faultOf } from '../outbound/transport-error'
import type { Question } from './check-questions'

export interface Judgement {
  readonly verdict: CheckVerdict
  /** The upstream's own words or the cause's, as they came. */
  readonly detail: string
  /** The upstream answered, whatever it said. */
  readonly isAnswered: boolean
  /** Of an answer that is right. */
  readonly body?: unknown
}

interface ReadAnswer {
  readonly status: number
  readonly type: string
  readonly text: string
}

export function judgeAnswer(answer: ReadAnswer, question: Question): Judgement {
  const body = parse(answer.text)
  const refusal = readErrorBody(answer.status, body)
  if (answer.status < 300 && refusal === undefined && question.answer.safeParse(body).success)
    return { verdict: 'working', detail: '', isAnswered: true, body }
  const verdict = refusal ? judgeRefusal(refusal, question) : judgeStatus(answer)
  return { verdict, detail: refusal?.message ?? summarise(answer), isAnswered: true }
}

export function judgeFailure(error: unknown): Judgement {
  const detail = error instanceof Error ? error.message : ''
  return { verdict: nameFailure(error), detail, isAnswered: false }
}

function nameFailure(error: unknown): CheckVerdict {
  const fault = faultOf(error)
  if (fault) return fault
  if (!(error instanceof ApiError)) return 'broken-off'
  if (error.code === 'FAILED_PRECONDITION') return namePrecondition(error.param ?? '')
  if (error.code === 'DEADLINE_EXCEEDED') return 'timed-out'
  // The upstream was reached, and answered with something that must not go on to a caller: a redirect, say.
  return error.cause === undefined ? 'not-the-api' : 'broken-off'
}

/** What must be set before anything can be sent. */
function namePrecondition(param: string): CheckVerdict {
  if (param === 'key') return 'no-key'
  if (param === 'key.secret') return 'key-unreadable'
  if (param === 'key.origins') return 'key-entered-elsewhere'
  return /proxy/i.test(param) ? 'proxy-unreachable' : 'refused-the-call'
}

/** It speaks as this API does. */
function judgeRefusal(refusal: ApiError, { namesModel }: Question): CheckVerdict {
  const { message } = refusal
  if (isKeyRefused(refusal)) return 'unauthorised'
  if (refusal.http !== 404) return judgeCode(refusal.http) ?? 'refused-the-call'
  // An address that does not exist is often repeated in the refusal, with `models` in it.
  return namesModel && /model/i.test(message.replace(/\/\S+/g, '')) ? 'unknown-model' : 'not-the-api'
}

/** It does not: a page, nothing, or another API's words. */
function judgeStatus({ status, text }: ReadAnswer): CheckVerdict {
  // A page speaks of no key: it is a firewall's or a proxy's as often as the upstream's.
  if (status === 403 && isPage(text)) return 'refused-the-call'
  // What stands before an upstream answers so when the upstream is down.
  const isGatewaySpeaking = status >= 500 && status !== 501
  return judgeCode(status) ?? (isGatewaySpeaking ? 'refused-the-call' : 'not-the-api')
}

function judgeCode(status: number): CheckVerdict | undefined {
  if (status === 401) return 'unauthorised'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'quota'
  return undefined
}

/** Wire §4.2: the vendor refuses a wrong key with 400. */
function isKeyRefused({ http, message, details }: ApiError): boolean {
  if (http !== 400) return false
  return (
    /API[ _]key (not valid|expired|not found)/i.test(message) ||
    JSON.stringify(details ?? '').includes('API_KEY_INVALID')
  )
}

/** `HTTP 502, text/html: Bad Gateway`. */
function summarise({ status, type, text }: ReadAnswer): string {
  const title = /<(title|h1)[^>]*>([^<]{1,300})/i.exec(text.slice(0, 20_000))?.[2] ?? ''
  const kind = type.replace(/;.*/, '').trim()
  const head = `HTTP ${status}${kind ? `, ${kind}` : ''}`
  const words = isPage(text) ? title : text.slice(0, 300)
  return words.trim() ? `${head}: ${words}` : head
}

function isPage(text: string): boolean {
  return /^\s*</.test(text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
