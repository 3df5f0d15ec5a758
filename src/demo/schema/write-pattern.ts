// Writes a string that matches a regular expression.
import RandExp from 'randexp'
import { seedRandom } from '../seed'
import { schemaError } from './resolve-schema'

interface PatternTask {
  readonly pattern: string
  readonly min: number
  readonly max: number
  readonly seed: string
  readonly path: string
}

/** Tries longer and longer repetitions; throws an `ApiError` if none of them fits. */
export function writePattern({ pattern, min, max, seed, path }: PatternTask): string {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    throw schemaError(path, `"${pattern}" is no regular expression`)
  }
  const plain = replaceProperties(pattern)
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const random = seedRandom(`${seed}${attempt}`)
    const writer = new RandExp(plain)
    writer.max = 2 + attempt
    writer.randInt = (from, to) => from + Math.floor(random() * (to - from + 1))
    const text = writer.gen().slice(0, 5000)
    if (text.length >= min && text.length <= max && expression.test(text)) return text
  }
  throw schemaError(path, `the demo service finds no text for the pattern "${pattern}"`)
}

/** randexp does not know `\p{…}`: ASCII stands in for it. */
function replaceProperties(pattern: string): string {
  return pattern.replace(/\[(?:[^\]\\]|\\.)*\]|\\p\{\w+\}/gi, (part) => {
    const ranges = part.replace(/\\p\{(\w+)\}/gi, (_, name: string) =>
      name.startsWith('N') ? '0-9' : name === 'Lu' ? 'A-Z' : name === 'Ll' ? 'a-z' : 'A-Za-z',
    )
    return part.startsWith('[') ? ranges : `[${ranges}]`
  })
}
