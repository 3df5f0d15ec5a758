// Takes secrets out of the errors that an upstream writes into a stream, and lets every other line pass as it comes.
import { concealDeeply, type ErrorReading } from './upstream-error'

/** A line that is longer is none of an error, and goes on before its end has come. */
const longestLine = 1_048_576

const lineBreak = 0x0a

export async function* concealEvents(
  bytes: AsyncIterable<Uint8Array>,
  conceal: ErrorReading['conceal'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let held = Buffer.alloc(0)
  for await (const chunk of bytes) {
    const whole = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk])
    const end = whole.length > longestLine ? whole.length : whole.lastIndexOf(lineBreak) + 1
    held = whole.subarray(end)
    if (end > 0) yield concealLines(whole.subarray(0, end), conceal)
  }
  if (held.length > 0) yield concealLines(held, conceal)
}

function concealLines(lines: Buffer, conceal: ErrorReading['conceal']): Buffer {
  if (!lines.includes('"error"') && !lines.includes('"message"')) return lines
  const clean = lines
    .toString('utf8')
    .split('\n')
    .map((line) => (/"(?:error|message)"/.test(line) ? concealLine(line, conceal) : line))
  return Buffer.from(clean.join('\n'))
}

function concealLine(line: string, conceal: ErrorReading['conceal']): string {
  const [, field = '', text = '', end = ''] = /^(data: ?)?(.*?)(\r?)$/s.exec(line) ?? []
  try {
    return field + JSON.stringify(concealDeeply(JSON.parse(text), conceal)) + end
  } catch {
    return conceal(line)
  }
}
