// Parses multipart/related: the metadata of a file, then its bytes.
import { invalid } from './errors.fixture'

interface RelatedPart {
  readonly type: string | undefined
  readonly body: Buffer
}

/** Throws the vendor's error if the body does not have two complete parts. */
export function readRelated(whole: Buffer, contentType: string): { first: RelatedPart; second: RelatedPart } {
  const mark = /^multipart\/related;.*\bboundary="?([^";\s]+)/i.exec(contentType)?.[1]
  if (mark === undefined) throw invalid('Content-Type: multipart/related with a boundary is expected.')
  const [first, second] = [...splitParts(whole, `--${mark}`)]
  if (first && second) return { first, second }
  throw invalid('The multipart body must hold two whole parts.')
}

function* splitParts(whole: Buffer, mark: string): Generator<RelatedPart> {
  for (let start = whole.indexOf(mark); start >= 0; ) {
    const bodyStart = whole.indexOf('\r\n\r\n', start) + 4
    const next = whole.indexOf(`\r\n${mark}`, start)
    if (next < 0 || bodyStart < 4 || bodyStart > next) return
    const type = /^content-type: *(.+)$/im.exec(whole.toString('latin1', start, bodyStart))?.[1]?.trim()
    yield { type, body: whole.subarray(bodyStart, next) }
    start = next + 2
  }
}
