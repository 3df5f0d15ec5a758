// A Markdown text as it is read out: without its signs, and not without end.

const longestReading = 300

export function toSpeech(markdown: string): string {
  const spoken = markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[#*_`|>~[\]]|:?-{2,}:?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return spoken.length > longestReading ? `${spoken.slice(0, longestReading)}…` : spoken
}
