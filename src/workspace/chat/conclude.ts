// Says what became of an answer once its stream has ended.
import type { Turn } from '#shared/schemas/chat'
import type { AnswerState } from './fold'

export type Ending = Pick<Turn, 'state' | 'error'>

export const cutOff = {
  code: 'ABORTED',
  message: 'The answer was cut off: the service ended it without a finish reason. What had come is kept.',
} as const

const empty = {
  code: 'ABORTED',
  message: 'Empty response: the service accepted the prompt and sent nothing.',
} as const

/** `chunks` is how many came (decisions §5, §6; wire §3.1). */
export function concludeAnswer(answer: AnswerState, chunks: number): Ending {
  if (answer.error) return { state: 'failed', error: answer.error }
  if (answer.finishReason !== null) return { state: 'complete', error: null }
  if (answer.blockReason !== null) {
    const message = `The service blocked the prompt (${answer.blockReason}).`
    return { state: 'failed', error: { code: 'FAILED_PRECONDITION', message } }
  }
  return { state: 'failed', error: chunks === 0 ? empty : cutOff }
}
