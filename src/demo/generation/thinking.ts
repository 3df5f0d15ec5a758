// Thoughts before an answer: what the demo service really looks at, told step by step (wire §2.4).
import { toNeutralId } from '#shared/models/catalogue'
import { quote, wordsOf } from '../text/words'
import { field, numberField, objectField } from './fields'
import type { Generation } from './read-request'

interface Thinking {
  /** Sent as parts with `thought: true`; counted either way. */
  readonly shown: boolean
  /** One thought each; none where thinking is off. */
  readonly thoughts: readonly string[]
}

/** Budget 0 turns thinking off; models that cannot think have none. */
export function readThinking(request: Generation): Thinking {
  const config = objectField(request.config, 'thinkingConfig')
  const off = numberField(config, 'thinkingBudget') === 0
  if (!request.entry?.thinks || off || request.entry.kind !== 'text') return { shown: false, thoughts: [] }
  return { shown: field(config, 'includeThoughts') === true, thoughts: thinkThrough(request) }
}

/** E5 streams its reasoning unless the request says otherwise (specification E5, decisions §11). */
export function thinkAloud(request: Generation): Generation {
  if (toNeutralId(request.model) !== 'gen-2.5-pro' || field(request.config, 'thinkingConfig')) return request
  return { ...request, config: { ...request.config, thinkingConfig: { includeThoughts: true } } }
}

function thinkThrough(request: Generation): string[] {
  const { last, turns, functions, config } = request
  const words = wordsOf(last.text)
  const thoughts = [
    `**Reading the prompt**\n\nThe last message has ${words.length} words: “${quote(last.text, 140) || 'no text'}”. ${
      turns.length > 1
        ? `It is turn ${turns.length} of the conversation, so what was said before counts too.`
        : 'There is nothing before it.'
    }\n\n`,
  ]
  if (last.media.length + last.files.length > 0) {
    thoughts.push(
      `**Looking at what came along**\n\n${[...last.media, ...last.files].map(({ mimeType }) => mimeType ?? 'a file').join(', ')}: its bytes have to be read before anything is said of it.\n\n`,
    )
  }
  if (functions.length > 0) {
    const names = functions.map(({ name }) => `\`${name}\``).join(', ')
    thoughts.push(
      `**Weighing the functions**\n\nDeclared: ${names}. The words of the prompt are compared with their names and descriptions; a call needs arguments that fit the schema.\n\n`,
    )
  }
  if (field(config, 'responseSchema') ?? field(config, 'responseJsonSchema')) {
    thoughts.push(
      '**Minding the schema**\n\nThe answer must be JSON of the given shape: required members first, then bounds and formats.\n\n',
    )
  }
  thoughts.push(`**Choosing a form**\n\n${chooseForm(words.length, last.text)}\n\n`)
  return thoughts
}

function chooseForm(count: number, text: string): string {
  const numbers = text.match(/\d+(?:[.:]\d+)?/g) ?? []
  if (numbers.length > 1)
    return `There are numbers in it (${numbers.slice(0, 5).join(', ')}): worth working out before writing.`
  return count < 12
    ? 'A short question wants a short answer.'
    : 'There is enough here for headings and a few steps.'
}
