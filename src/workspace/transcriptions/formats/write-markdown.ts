// Writes a transcript as Markdown that reads as what was said, whatever signs stand in it.
import { tellLength } from './tell-length'

interface Written {
  readonly sourceName: string
  readonly seconds: number | null
  readonly settings: { readonly model: string; readonly language?: string | undefined }
  readonly createdAt: number
  readonly words: number
  readonly text: string
}

export function writeMarkdown({ sourceName, seconds, settings, createdAt, words, text }: Written): string {
  const facts = [
    ...(seconds === null ? [] : [['Length', tellLength(seconds)]]),
    ['Words', words.toLocaleString('en')],
    ['Model', settings.model],
    ...(settings.language ? [['Language', settings.language]] : []),
    ['Transcribed', new Date(createdAt).toISOString()],
  ]
  const list = facts.map(([name, value]) => `- ${name}: ${escapeInline(value ?? '')}`).join('\n')
  return `# ${escapeInline(sourceName)}\n\n${list}\n\n${writeBody(text)}\n`
}

/** A line of the text is a line here. */
function writeBody(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeBeginning(escapeInline(line)))
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n')
}

function escapeInline(text: string): string {
  return text.replace(/[\\`*_[\]<&]/g, '\\$&')
}

function escapeBeginning(line: string): string {
  return line.replace(/^(\s*)([#>+\-=~|]|\d+(?=[.)]))/, (_, space: string, sign: string) =>
    /^\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
  )
}
