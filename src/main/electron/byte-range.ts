// Reads a Range header of one range (RFC 9110 §14.2).

export interface ByteRange {
  readonly start: number
  /** Inclusive. */
  readonly end: number
}

/** Undefined where there is none, or where it is to be ignored; `length` in bytes. */
export function readRange(header: string | null, length: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/)
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return start > end || start >= length ? 'unsatisfiable' : { start, end }
}
