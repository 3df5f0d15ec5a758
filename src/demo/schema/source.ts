// Values in a prompt that can fill a schema: names, numbers, quotations, dates, URLs, email addresses, and facts for
// common samples, so that their JSON is true.
import { keywordsOf, readCount, topicOf } from '../text/words'

export interface Source {
  readonly prompt: string
  readonly topic: string
  readonly keywords: readonly string[]
  /** Capitalized names, in order. */
  readonly names: readonly string[]
  readonly numbers: readonly number[]
  readonly quotations: readonly string[]
  readonly emails: readonly string[]
  readonly urls: readonly string[]
  /** ISO dates. */
  readonly dates: readonly string[]
  /** 24-hour times, HH:MM. */
  readonly times: readonly string[]
  /** The requested number of items: "two recipes", "3 cities". */
  readonly count: number | undefined
}

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const notNames =
  /^(?:I|A|An|The|What|Which|Who|When|Where|Why|How|Is|Are|Do|Does|Can|Could|Would|Will|Please|Give|Show|Tell|Find|Get|Set|Make|Book|Turn|Send|Write|Create|Add|Play|List|Suggest|Extract|Describe|Explain|Compare|Summari[sz]e|Check|Search|Schedule|Remind|Convert|Translate|Calculate|And|Or|In|On|At|For|If|My|Also|Then|Let|Generate|Return|Use|Call|Name|Classify)$/

export function readSource(prompt: string): Source {
  return {
    prompt,
    topic: topicOf(prompt),
    keywords: keywordsOf(prompt, 40),
    names: readNames(prompt),
    numbers: readNumbers(prompt),
    quotations: [...prompt.matchAll(/["“«]([^"”»]{1,400})["”»]|(?<!\w)'([^']{1,200})'(?!\w)/g)].map(
      ([, double, single]) => double ?? single ?? '',
    ),
    emails: prompt.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [],
    urls: prompt.match(/https?:\/\/[^\s"'<>)\]]+/g) ?? [],
    dates: readDates(prompt),
    times: readTimes(prompt),
    count: readCount(
      prompt.match(
        /\b(\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(?!of\b|percent)[a-z-]+/i,
      )?.[1],
    ),
  }
}

/**
 * Sequences of capitalized words. A single one at the start of a sentence may not be a name: it comes last.
 */
function readNames(prompt: string): string[] {
  const runs = [...prompt.matchAll(/\p{Lu}[\p{L}\p{N}'’-]*(?:[ \t]+\p{Lu}[\p{L}\p{N}'’-]*)*/gu)]
  const certain: string[] = []
  const uncertain: string[] = []
  for (const { 0: run, index } of runs) {
    const words = run.split(/\s+/)
    while (words[0] !== undefined && notNames.test(words[0])) words.shift()
    const name = words.join(' ').replace(/['’]s$/, '')
    const startsSentence = /(?:^|[.!?:]\s*|\n\s*)$/.test(prompt.slice(0, index))
    if (name.length > 1)
      (startsSentence && name === run && words.length === 1 ? uncertain : certain).push(name)
  }
  return [...new Set([...certain, ...uncertain])]
}

function readNumbers(prompt: string): number[] {
  const found = prompt.match(/(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\w]*@)/g) ?? []
  const numberWords =
    prompt.match(/\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/gi) ?? []
  const digits = found.map((text) => Number(text.replaceAll(',', ''))).filter(Number.isFinite)
  return [...digits, ...numberWords.flatMap((word) => readCount(word) ?? [])]
}

function readDates(prompt: string): string[] {
  const iso = prompt.match(/\b\d{4}-\d{2}-\d{2}\b/g) ?? []
  const named = [
    ...prompt.matchAll(
      new RegExp(
        `\\b(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?(${months.join('|')})\\b(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b)?(?:,?\\s+(\\d{4}))?`,
        'gi',
      ),
    ),
  ]
  const parsed = named.flatMap(([, before, month = '', after, year]) => {
    const day = before ?? after
    if (day === undefined) return []
    return `${year ?? '2026'}-${pad(months.indexOf(month.toLowerCase()) + 1)}-${pad(Number(day))}`
  })
  return [...iso, ...parsed]
}

function readTimes(prompt: string): string[] {
  const found = [...prompt.matchAll(/\b(\d{1,2})(?::(\d{2}))?\s*(am|pm)\b|\b([01]?\d|2[0-3]):([0-5]\d)\b/gi)]
  return found.map(([, hour, minute, half, plainHour, plainMinute]) => {
    if (plainHour !== undefined) return `${pad(Number(plainHour))}:${plainMinute}`
    const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0
    return `${pad((Number(hour) % 12) + afternoon)}:${minute ?? '00'}`
  })
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** Tracks used values of the prompt, so that two members do not get the same number. */
export interface FillState {
  readonly source: Source
  readonly root: unknown
  /** Indexes of used `source.numbers`. */
  readonly usedNumbers: Set<number>
}

/** The location of a value in the document. */
export interface ValueLocation {
  readonly path: string
  /** Name of the nearest property. */
  readonly name: string
  readonly description: string
  /** Position in the nearest array. */
  readonly index: number
  readonly depth: number
}

type Fact = Readonly<Record<string, string | number>>

const planets: readonly Fact[] = [
  { name: 'Mercury', diameter: 4879, moons: 0 },
  { name: 'Venus', diameter: 12_104, moons: 0 },
  { name: 'Earth', diameter: 12_756, moons: 1 },
  { name: 'Mars', diameter: 6792, moons: 2 },
  { name: 'Jupiter', diameter: 142_984, moons: 95 },
  { name: 'Saturn', diameter: 120_536, moons: 146 },
  { name: 'Uranus', diameter: 51_118, moons: 28 },
  { name: 'Neptune', diameter: 49_528, moons: 16 },
]

/** A fact for the list item at this location, by the member's name. */
export function findFact(location: ValueLocation, { prompt }: Source): string | number | undefined {
  if (!/\bplanets\b/i.test(prompt) || !location.path.includes('[')) return undefined
  const facts = planets[location.index] ?? {}
  const key = Object.keys(facts).find((name) => location.name.toLowerCase().includes(name))
  return key === undefined ? undefined : facts[key]
}
