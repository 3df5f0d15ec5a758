// What each reason to end an answer, or to block a prompt, means in plain words.
import { describeBlock, type PlainReason } from '../../../state/answer-problem'

const wordDifferently = 'Word the prompt differently, or choose another model.'
const tryAgain = 'Ask for another answer: the next one may come out well.'

/** Names of `finishReason` (wire §2.5), without STOP, the usual one. */
const endings: Readonly<Record<string, PlainReason>> = {
  MAX_TOKENS: {
    title: 'This answer reached its limit of output tokens.',
    advice: 'Continue goes on from here. “Max output tokens” in the inspector raises the limit.',
  },
  SAFETY: {
    title: 'Safety filters ended this answer.',
    advice: 'Set the filters in the inspector, or word the prompt differently.',
  },
  RECITATION: {
    title: 'This answer ended because it came too close to existing text.',
    advice: 'Ask for it in other words, or for a summary.',
  },
  LANGUAGE: {
    title: 'This answer ended because the model does not support its language.',
    advice: 'Ask in another language, or choose another model.',
  },
  BLOCKLIST: { title: 'This answer ended at a forbidden term.', advice: wordDifferently },
  PROHIBITED_CONTENT: {
    title: 'This answer ended because its content is prohibited.',
    advice: wordDifferently,
  },
  SPII: {
    title: 'This answer ended because it held sensitive personal information.',
    advice: 'Leave personal details out of the prompt.',
  },
  MALFORMED_FUNCTION_CALL: {
    title: 'The model wrote a function call that cannot be read.',
    advice: `${tryAgain} Simpler declarations help.`,
  },
  UNEXPECTED_TOOL_CALL: {
    title: 'The model called a tool that it was not given.',
    advice: 'Declare the function, or switch the tool on in the inspector.',
  },
  TOO_MANY_TOOL_CALLS: {
    title: 'The model called too many tools in a row.',
    advice: 'Ask for less at once.',
  },
  IMAGE_SAFETY: { title: 'Safety filters withheld the picture.', advice: wordDifferently },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'The picture was withheld because its content is prohibited.',
    advice: wordDifferently,
  },
  IMAGE_RECITATION: {
    title: 'The picture was withheld because it came too close to an existing one.',
    advice: wordDifferently,
  },
  IMAGE_OTHER: { title: 'The picture could not be made.', advice: tryAgain },
  NO_IMAGE: { title: 'The model made no picture.', advice: 'Ask for one in plain words.' },
  OTHER: { title: 'The service ended this answer early and gives no reason.', advice: tryAgain },
  FINISH_REASON_UNSPECIFIED: {
    title: 'The service ended this answer early and gives no reason.',
    advice: tryAgain,
  },
}

/** A name that nobody here has heard of is shown as it came. */
export function toPlainEnding(reason: string): PlainReason {
  return endings[reason] ?? { title: `The service ended this answer early: ${reason}.` }
}

export function toPlainBlock(reason: string): PlainReason {
  return {
    title: `The prompt was blocked: ${describeBlock(reason)}.`,
    advice: 'No answer was made. Change the prompt and send it again.',
  }
}
