// Writes texts as words of a POSIX shell.

export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
