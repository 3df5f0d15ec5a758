// Reads what a service says of the part of a file that it sends (RFC 9110 §14.4).

export interface ContentRange {
  /** First byte, and the one after the last; null of a range that was refused. */
  readonly from: number | null
  readonly to: number | null
  /** Null where the service does not know. */
  readonly total: number | null
}

export function readContentRange(header: string | undefined): ContentRange | undefined {
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first, last, size] = match
  const total = size === '*' ? null : Number(size)
  if (first === undefined || last === undefined) return { from: null, to: null, total }
  return { from: Number(first), to: Number(last) + 1, total }
}
