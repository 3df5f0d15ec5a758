// Places in a text: from its UTF-8 bytes, as the service counts, to the characters of a string.

/** A place within a character is moved behind it, with what belongs to it (combining marks, joined emoji); null beyond the end. */
export function toStringIndex(text: string, byteOffset: number): number | null {
  if (!Number.isInteger(byteOffset) || byteOffset < 0) return null
  let bytes = 0
  let index = 0
  while (bytes < byteOffset) {
    const code = text.codePointAt(index)
    if (code === undefined) return null
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    index += code < 0x10000 ? 1 : 2
  }
  return toCharacterEnd(text, index)
}

function toCharacterEnd(text: string, index: number): number {
  if (index === 0) return 0
  const belongs = /^(?:\p{M}|\u200D|\p{Emoji_Modifier})/u
  let end = index
  while (end < text.length) {
    const afterJoiner =
      text[end - 1] === '\u200D' && /^\p{Extended_Pictographic}/u.test(text.slice(end, end + 2))
    if (!afterJoiner && !belongs.test(text.slice(end, end + 2))) return end
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end
}
