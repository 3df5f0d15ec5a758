// A number as typed; what is none is told by the contract, in the words of the schema.

export function readNumber(text: string): number {
  return text.trim() ? Number(text) : Number.NaN
}
