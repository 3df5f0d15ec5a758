// Makes of a title a name that a file may have on every system.

const longest = 80
/** Devices of Windows, with or without an extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Without an extension. */
export function toFileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = [...plain].slice(0, longest).join('')
  // Windows drops dots and spaces at the end; a dot in front hides the file elsewhere.
  const trimmed = cut.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'Conversation'
  return reserved.test(trimmed.split('.')[0] ?? '') ? `${trimmed}_` : trimmed
}
