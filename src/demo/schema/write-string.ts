// Writes a string for a schema: by format or pattern, or else from words of the prompt that match the name.
import { Buffer } from 'node:buffer'
import RandExp from 'randexp'
import { numberField } from '../generation/fields'
import { hashText, seedRandom, toOpaqueId } from '../seed'
import { capitalize, joinWords } from '../text/words'
import { type Schema, schemaError } from './resolve-schema'
import { type FillState, findFact, type Source, type ValueLocation } from './source'

export function writeString(schema: Schema, location: ValueLocation, { source }: FillState): string {
  const min = numberField(schema, 'minLength') ?? 0
  const max = numberField(schema, 'maxLength') ?? 2000
  if (min > max) throw schemaError(location.path, `minLength ${min} is more than maxLength ${max}`)
  const seed = `${source.prompt}${location.path}`
  if (typeof schema.pattern === 'string')
    return writePattern({ pattern: schema.pattern, min, max, seed, path: location.path })
  const formatted =
    typeof schema.format === 'string' ? writeFormat(schema.format, location, source) : undefined
  return formatted ?? fitLength(chooseText(location, source), { min, max, source })
}

function fitLength(
  initial: string,
  { min, max, source }: { min: number; max: number; source: Source },
): string {
  let text = initial
  const filler = source.keywords.join(' ') || 'demo'
  while ([...text].length < min) text += ` ${filler}`
  const characters = [...text]
  if (characters.length <= Math.max(max, min)) return text
  const cut = characters.slice(0, max).join('').trimEnd()
  return cut.padEnd(min, '.')
}

interface PatternOptions {
  readonly pattern: string
  readonly min: number
  readonly max: number
  readonly seed: string
  readonly path: string
}

/** Tries increasing repetitions. Throws an `ApiError` if none matches. */
function writePattern({ pattern, min, max, seed, path }: PatternOptions): string {
  let expression: RegExp
  try {
    expression = new RegExp(pattern, 'u')
  } catch {
    throw schemaError(path, `"${pattern}" is not a valid regular expression`)
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
  throw schemaError(path, `the demo can't generate a text for the pattern "${pattern}"`)
}

/** randexp does not support `\p{…}`, so it is replaced by ASCII ranges. */
function replaceProperties(pattern: string): string {
  return pattern.replace(/\[(?:[^\]\\]|\\.)*\]|\\p\{\w+\}/gi, (part) => {
    const ranges = part.replace(/\\p\{(\w+)\}/gi, (_, name: string) =>
      name.startsWith('N') ? '0-9' : name === 'Lu' ? 'A-Z' : name === 'Ll' ? 'a-z' : 'A-Za-z',
    )
    return part.startsWith('[') ? ranges : `[${ranges}]`
  })
}

const day = 86_400_000

function writeFormat(format: string, location: ValueLocation, source: Source): string | undefined {
  const seed = hashText(`${source.prompt}${location.path}`)
  const date =
    source.dates[location.index] ??
    new Date(Date.UTC(2026, 0, 1) + (seed % 365) * day).toISOString().slice(0, 10)
  const time = `${source.times[location.index] ?? `${String(8 + (seed % 10)).padStart(2, '0')}:30`}:00Z`
  const slug =
    source.keywords[location.index % (source.keywords.length || 1)]?.replace(/[^a-z0-9]/g, '') || 'demo'
  const formats: Readonly<Record<string, string>> = {
    date,
    'date-time': `${date}T${time}`,
    time,
    duration: `PT${5 + (seed % 50)}M`,
    email: source.emails[location.index] ?? `${slug}@example.com`,
    uri: source.urls[location.index] ?? `https://example.com/${slug}`,
    'uri-reference': `/${slug}`,
    hostname: `${slug}.example.com`,
    ipv4: `192.0.2.${seed % 255}`,
    ipv6: `2001:db8::${(seed % 65_535).toString(16)}`,
    uuid: toUuid(`${source.prompt}${location.path}`),
    byte: Buffer.from(slug).toString('base64'),
  }
  const aliases: Readonly<Record<string, string>> = { 'idn-email': 'email', url: 'uri', iri: 'uri' }
  return formats[aliases[format] ?? format]
}

function toUuid(text: string): string {
  const hex = Buffer.from(toOpaqueId(text, 32)).toString('hex').slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Finds a value in the prompt by the member's name and description. */
function chooseText(location: ValueLocation, source: Source): string {
  const fact = findFact(location, source)
  if (typeof fact === 'string') return fact
  const subject =
    `${location.name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')} ${location.description}`.toLowerCase()
  for (const [pattern, find] of finders) {
    const text = pattern.test(subject) ? find(source, location) : undefined
    if (text) return text
  }
  return source.quotations[location.index] ?? writePhrase(source, location)
}

type Find = (source: Source, location: ValueLocation) => string | undefined

function findAfter(prompt: string, words: string): string | undefined {
  const name = new RegExp(
    `\\b(?:${words})\\s+(?:the\\s+)?(\\p{Lu}[\\p{L}'’-]*(?:\\s+\\p{Lu}[\\p{L}'’-]*)*)`,
    'u',
  )
  const word = new RegExp(`\\b(?:${words})\\s+(?:the\\s+|my\\s+)?([\\p{L}'’-]+)`, 'u')
  return prompt.match(name)?.[1] ?? prompt.match(word)?.[1]
}

const after =
  (words: string): Find =>
  ({ prompt }) =>
    findAfter(prompt, words)

/** Names after a preposition of location come before other names. */
const locationName: Find = ({ names, prompt }, { index }) => {
  const afterPreposition = names.filter((name) =>
    new RegExp(`\\b(?:in|at|near|to|from|for|of)\\s+(?:the\\s+)?${name.replace(/\W/g, '\\$&')}`).test(prompt),
  )
  return (
    [...new Set([...afterPreposition, ...names])][index] ??
    (index === 0 ? findAfter(prompt, 'in|at|for|near|of') : undefined)
  )
}

const matching =
  (pattern: RegExp): Find =>
  ({ prompt }) =>
    prompt.match(pattern)?.[0]

const days = /\b(?:today|tomorrow|tonight|yesterday|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i
const colors = /\b(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|warm|cool)\b/i
const languages =
  /\b(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Japanese|Chinese|Korean|Arabic|Hindi|Russian|Turkish)\b/i

const finders: readonly (readonly [RegExp, Find])[] = [
  [/\be-?mail\b/, ({ emails }, { index }) => emails[index] ?? emails[0]],
  [/\b(?:url|uri|link|website)\b/, ({ urls }, { index }) => urls[index] ?? urls[0]],
  [/\b(?:origin|departure|from)\b/, after('from')],
  [/\b(?:destination|arrival|recipient|to)\b/, after('to')],
  [/\b(?:date|day|when)\b/, (source, location) => source.dates[0] ?? matching(days)(source, location)],
  [/\btime\b/, ({ times }) => times[0]],
  [/\bcolou?r\b/, matching(colors)],
  [/\blanguage\b/, matching(languages)],
  [/\bcurrency\b/, matching(/\b[A-Z]{3}\b/)],
  [/\b(?:city|location|place|town|country|region|address|where)\b/, locationName],
  [
    /\b(?:id|code|reference|order number|identifier|sku)\b/,
    ({ prompt }, { index }) => prompt.match(/\b(?=[\w-]*\d)[A-Za-z0-9][\w-]{2,}\b/g)?.[index],
  ],
  [/\b(?:query|search|question|keyword)\b/, ({ quotations, topic }) => quotations[0] ?? topic],
  [
    /\b(?:message|text|content|body|note|prompt|input)\b/,
    ({ quotations, prompt }) => quotations[0] ?? prompt.match(/:\s*(.+)$/s)?.[1] ?? prompt,
  ],
  [
    /\b(?:person|contact|author|who|customer|user|attendee|first name|last name)\b/,
    ({ names }, { index }) => names[index] ?? names[0],
  ],
  [
    /\b(?:name|title|subject|label)\b/,
    ({ quotations, names }, { index }) => quotations[index] ?? names[index],
  ],
]

const modifiers = ['Simple', 'Classic', 'Quick', 'Little', 'Bright', 'Evening', 'Hearty', 'Quiet'] as const

/** A phrase of the prompt's words that differs by item and by member. */
function writePhrase({ keywords, topic, prompt }: Source, location: ValueLocation): string {
  const words = keywords.length > 0 ? keywords : [topic]
  if (
    /^(?:summary|description|text|reason|details?|instructions?|steps?|notes?|answer|explanation)$/i.test(
      location.name,
    )
  ) {
    return `${capitalize(joinWords(words.slice(0, 3)))}: ${location.name} ${location.index + 1} of a sample from the demo service.`
  }
  const phrase = words.slice(0, 2).join(' ')
  if (!location.path.includes('['))
    return capitalize(
      location.name === '' ? phrase : (words[hashText(location.name) % words.length] ?? phrase),
    )
  const offset = hashText(`${prompt}${location.name}`)
  const modifier = modifiers[(offset + location.index) % modifiers.length]
  const repetition = Math.floor(location.index / modifiers.length)
  return `${modifier} ${phrase.replace(/(?<=[a-z]{3})s$/, '')}${repetition > 0 ? ` ${repetition + 1}` : ''}`
}
