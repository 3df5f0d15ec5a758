/** The prompt that follows the text of an incomplete answer, to request the rest of it. */
export const continuationPrompt =
  'Your last answer broke off. Continue it exactly where it ends, with the next character: repeat nothing, add no introduction, and do not open a block of code, a list, or a table again that is still open.'
