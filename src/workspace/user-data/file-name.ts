// Makes of a title a name that a file may have on every system.

const longest = 80
/** Systems have 255 in a name: an extension, a number and a mark of the unfinished have to stand there, too. */
const mostBytes = 200
/** Devices of Windows, with or without an extension. */
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])$/i

/** Without an extension. */
export function toFileName(title: string): string {
  const plain = title
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
  const cut = cutToBytes([...plain].slice(0, longest))
  // Windows drops dots and spaces at the end; a dot in front hides the file elsewhere.
  const trimmed = cut.replace(/^[. ]+|[. ]+$/g, '')
  if (trimmed === '') return 'Conversation'
  return reserved.test(trimmed.split('.')[0]?.trim() ?? '') ? `${trimmed}_` : trimmed
}

function cutToBytes(letters: readonly string[]): string {
  const text = letters.join('')
  return Buffer.byteLength(text) <= mostBytes ? text : cutToBytes(letters.slice(0, -1))
}
