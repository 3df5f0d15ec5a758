// A text as one cell of tab-separated text.

/** A tab or a line would be another cell; a formula would be worked out where it is pasted. */
export function toField(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /^[=+\-@]/.test(line) ? `'${line}` : line
}
