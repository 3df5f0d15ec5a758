// What of a turn can be written anew: its texts; everything else stays with it as it is.
import type { Part } from '#shared/schemas/content'

/** One for each run of texts; an empty one where there is none, so that something can be written. */
export function readTexts(parts: readonly Part[]): string[] {
  const runs = toRuns(parts).flatMap((run) => (run.text === null ? [] : [run.text]))
  return runs.length ? runs : ['']
}

/** Thoughts go, and signatures of texts: they vouch for what the model wrote. An emptied text goes, too. */
export function writeTexts(parts: readonly Part[], texts: readonly string[]): Part[] {
  const runs = toRuns(parts)
  let next = 0
  const written = runs.flatMap((run) => (run.text === null ? run.parts : toText(texts[next++] ?? '')))
  return next === 0 ? [...written, ...texts.flatMap(toText)] : written
}

interface Run {
  readonly parts: readonly Part[]
  /** Null where it is no text. */
  readonly text: string | null
}

function toRuns(parts: readonly Part[]): Run[] {
  const runs: Run[] = []
  for (const part of parts.filter(isKept)) {
    const last = runs.at(-1)
    if (part.text === undefined) runs.push({ parts: [part], text: null })
    else if (last && last.text !== null) {
      runs[runs.length - 1] = { parts: [...last.parts, part], text: last.text + part.text }
    } else runs.push({ parts: [part], text: part.text })
  }
  return runs
}

function isKept(part: Part): boolean {
  return !part.thought && !Object.keys(part).every((name) => name === 'thoughtSignature')
}

function toText(text: string): Part[] {
  return text.trim() ? [{ text }] : []
}
