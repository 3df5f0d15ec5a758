// Splits text that begins with `<think>…</think>`, as models write it whose server does not parse it, at any chunk borders.

export interface TextPiece {
  readonly text: string
  readonly isThought: boolean
}

const opening = '<think>'
const closing = '</think>'

export class ThinkTags {
  #state: 'start' | 'thought' | 'after' | 'text' = 'start'
  /** May be the start of a tag, or white space around one. */
  #pending = ''

  push(text: string): readonly TextPiece[] {
    this.#pending += text
    const pieces: TextPiece[] = []
    if (this.#state === 'start') this.#readStart()
    if (this.#state === 'thought') this.#readThought(pieces)
    if (this.#state === 'after') this.#skipSpace()
    if (this.#state === 'text') this.#release(this.#pending.length, pieces)
    return pieces
  }

  /** Returns what was held back when the text ends. */
  end(): readonly TextPiece[] {
    const pieces: TextPiece[] = []
    if (this.#state !== 'after') this.#release(this.#pending.length, pieces)
    return pieces
  }

  #readStart(): void {
    const trimmed = this.#pending.trimStart()
    if (trimmed.startsWith(opening)) {
      this.#pending = trimmed.slice(opening.length)
      this.#state = 'thought'
    } else if (!opening.startsWith(trimmed)) this.#state = 'text'
  }

  #readThought(pieces: TextPiece[]): void {
    const end = this.#pending.indexOf(closing)
    this.#release(end < 0 ? this.#pending.length - countPrefix(this.#pending) : end, pieces)
    if (end < 0) return
    this.#pending = this.#pending.slice(closing.length)
    this.#state = 'after'
  }

  /** Models write an empty line between the thought and the response. */
  #skipSpace(): void {
    this.#pending = this.#pending.trimStart()
    if (this.#pending !== '') this.#state = 'text'
  }

  #release(length: number, pieces: TextPiece[]): void {
    const text = this.#pending.slice(0, length)
    this.#pending = this.#pending.slice(length)
    if (text !== '') pieces.push({ text, isThought: this.#state === 'thought' })
  }
}

/**
 * vLLM without a parser for the model leaves out the opening tag, which the chat template writes into the prompt:
 * github.com/vllm-project/vllm/issues/31045. Only a whole text shows that. The
 * closing tag is a line of its own; elsewhere, a text is about the tag.
 */
export function addOpeningTag(text: string): string {
  return /^<\/think>$/m.test(text) && !text.includes(opening) ? opening + text : text
}

/** Returns how many characters at the end of the text may be the start of the closing tag. */
function countPrefix(text: string): number {
  for (let length = Math.min(closing.length - 1, text.length); length > 0; length -= 1)
    if (closing.startsWith(text.slice(-length))) return length
  return 0
}
