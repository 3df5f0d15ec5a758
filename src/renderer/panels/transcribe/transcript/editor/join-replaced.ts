// A stretch of a text with each of its matches replaced.
import type { Match } from './find-matches'

/** `stretch` goes from the first match to the end of the last one. */
export function joinReplaced(stretch: string, matches: readonly Match[], text: string): string {
  const start = matches[0]?.from ?? 0
  const between = matches
    .slice(1)
    .map(({ from }, at) => stretch.slice((matches[at]?.to ?? 0) - start, from - start))
  return ['', ...between, ''].join(text)
}
