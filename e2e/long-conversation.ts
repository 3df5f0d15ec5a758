// A conversation with very many turns, as a file that the application imports.
import type { Turn } from '#shared/schemas/chat'
import { makeTurn } from '../src/workspace/turn.fixture'

interface LongConversation {
  title: string
  /** Number of prompts and answers, half of them each. */
  length: number
  /** Replacements for the text of single turns, by index. */
  texts: Readonly<Record<number, string>>
}

const startTime = Date.UTC(2026, 0, 1)

export function writeLongConversation({ title, length, texts }: LongConversation): string {
  const turns = Array.from({ length }, (_, index) => toTurn(index, texts[index]))
  return JSON.stringify({
    kind: 'gen-playground-conversation',
    version: 1,
    exportedAt: startTime,
    conversation: {
      title,
      createdAt: startTime,
      updatedAt: startTime,
      headTurnId: `turn-${length - 1}`,
      parameters: { model: 'gen-2.5-flash' },
    },
    turns,
    media: {},
  })
}

function toTurn(index: number, text?: string): Turn {
  const isAnswer = index % 2 === 1
  return makeTurn({
    id: `turn-${index}`,
    parentId: index === 0 ? null : `turn-${index - 1}`,
    role: isAnswer ? 'model' : 'user',
    parts: [{ text: text ?? (isAnswer ? toAnswer(index) : `What of drop number ${index / 2}?`) }],
    createdAt: startTime + index * 1000,
    model: isAnswer ? 'gen-2.5-flash' : null,
    finishReason: isAnswer ? 'STOP' : null,
  })
}

/** Blocks of different lengths whose height cannot be computed from the number of characters. */
function toAnswer(index: number): string {
  const blocks = [
    `Drop number ${(index - 1) / 2} falls. ${'It is a drop like any other, and it falls into the river. '.repeat(index % 5)}`,
    `| drop | river |\n| --- | --- |\n${'| one | Narew |\n'.repeat(index % 7)}`,
    `\`\`\`python\n${'fall("drop")\n'.repeat(index % 11)}\`\`\``,
    `# It falls\n\n${'- and falls\n'.repeat(index % 13)}`,
    '$$\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$$',
  ]
  return blocks.slice(0, 1 + (index % blocks.length)).join('\n\n')
}
