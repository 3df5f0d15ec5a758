// Names a conversation after its first prompt.
import type { Part } from '#shared/schemas/content'

const titleLength = 60

/** The first words; where there are none, what is attached. */
export function toTitle(parts: readonly Part[]): string {
  const text = parts.find(({ text }) => text?.trim())?.text
  if (text !== undefined) return firstWords(text)
  if (parts.some(({ functionResponse }) => functionResponse)) return 'Function results'
  return parts.map(kindOf).find(Boolean) ?? 'New chat'
}

/** Cut between two words where that is possible. */
function firstWords(text: string): string {
  const words = text
    .trimStart()
    .slice(0, titleLength * 20)
    .trim()
    .replace(/\s+/g, ' ')
  const characters = [...words]
  if (characters.length <= titleLength) return words
  const cut = characters.slice(0, titleLength).join('')
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > titleLength / 2 ? end : undefined).trimEnd()}…`
}

const kinds: Readonly<Record<string, string>> = { image: 'Image', audio: 'Audio', video: 'Video' }

function kindOf(part: Part): string | undefined {
  const file = part.inlineData ?? part.inline_data ?? part.fileData ?? part.file_data
  if (!file) return undefined
  const [type, subtype] = (file.mimeType ?? file.mime_type ?? '').toLowerCase().split(/[/;]/)
  return subtype === 'pdf' ? 'PDF' : (kinds[type ?? ''] ?? 'File')
}
