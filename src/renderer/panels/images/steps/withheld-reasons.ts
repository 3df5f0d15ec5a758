// Why a picture was withheld, or an instruction blocked, in plain words.
import { describeBlock, type PlainReason } from '../../../state/answer-problem'

const wordDifferently = 'Word the instruction differently, or choose another model.'
const tryAgain = 'Try again: the next one may come out well.'

/** Names of `finishReason` (wire §2.5), as they end a picture. */
const endings: Readonly<Record<string, PlainReason>> = {
  NO_IMAGE: { title: 'The model made no picture.', advice: 'Say plainly what the picture is to show.' },
  IMAGE_SAFETY: { title: 'Safety filters withheld the picture.', advice: wordDifferently },
  IMAGE_PROHIBITED_CONTENT: {
    title: 'The picture was withheld: its content is prohibited.',
    advice: wordDifferently,
  },
  IMAGE_RECITATION: {
    title: 'The picture was withheld: it came too close to an existing one.',
    advice: 'Ask for something of its own, in other words.',
  },
  IMAGE_OTHER: { title: 'The picture could not be made, for no reason given.', advice: tryAgain },
  SAFETY: { title: 'Safety filters ended this answer before its picture.', advice: wordDifferently },
  PROHIBITED_CONTENT: { title: 'The answer ended: its content is prohibited.', advice: wordDifferently },
  RECITATION: { title: 'The answer came too close to existing text.', advice: wordDifferently },
  BLOCKLIST: { title: 'The answer ended at a forbidden term.', advice: wordDifferently },
  SPII: {
    title: 'The answer held sensitive personal information.',
    advice: 'Leave personal details out of the instruction.',
  },
  MAX_TOKENS: {
    title: 'The answer reached its limit of tokens.',
    advice: 'Ask for a smaller size, or for the image only.',
  },
  OTHER: { title: 'The service ended this answer early and gives no reason.', advice: tryAgain },
}

/** A name that nobody here has heard of is shown as it came. */
export function toPlainEnding(reason: string): PlainReason {
  return endings[reason] ?? { title: `The service ended this answer early: ${reason}.`, advice: tryAgain }
}

export function toPlainBlock(reason: string): PlainReason {
  return {
    title: `The instruction was blocked: ${describeBlock(reason)}.`,
    advice: 'Nothing was drawn. Change the instruction, or a reference, and draw again.',
  }
}
