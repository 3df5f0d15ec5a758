// Writes a string for a schema: by format or pattern, else in words of the prompt that suit the member's name.
import { Buffer } from 'node:buffer'
import { numberField } from '../generation/fields'
import { hashText, toOpaqueId } from '../seed'
import { capitalise, joinWords } from '../text/words'
import { writePattern } from './pattern-text'
import type { Filling, Place } from './place'
import { type Schema, schemaError } from './resolve-schema'
import type { Source } from './source'

export function writeString(schema: Schema, place: Place, { source }: Filling): string {
  const least = numberField(schema, 'minLength') ?? 0
  const most = numberField(schema, 'maxLength') ?? 2000
  if (least > most) throw schemaError(place.path, `minLength ${least} is more than maxLength ${most}`)
  if (typeof schema.pattern === 'string') {
    return writePattern({
      pattern: schema.pattern,
      least,
      most,
      seed: `${source.prompt}${place.path}`,
      path: place.path,
    })
  }
  const formatted = typeof schema.format === 'string' ? writeFormat(schema.format, place, source) : undefined
  return formatted ?? fitLength(chooseText(place, source), { least, most, source })
}

function fitLength(
  text: string,
  { least, most, source }: { least: number; most: number; source: Source },
): string {
  let long = text
  const filler = source.keywords.join(' ') || 'demo'
  while ([...long].length < least) long += ` ${filler}`
  const letters = [...long]
  if (letters.length <= Math.max(most, least)) return long
  const cut = letters.slice(0, most).join('').trimEnd()
  return cut.padEnd(least, '.')
}

const day = 86_400_000

function writeFormat(format: string, place: Place, source: Source): string | undefined {
  const seed = hashText(`${source.prompt}${place.path}`)
  const date =
    source.dates[place.index] ??
    new Date(Date.UTC(2026, 0, 1) + (seed % 365) * day).toISOString().slice(0, 10)
  const time = `${source.times[place.index] ?? `${String(8 + (seed % 10)).padStart(2, '0')}:30`}:00Z`
  const slug =
    source.keywords[place.index % (source.keywords.length || 1)]?.replace(/[^a-z0-9]/g, '') || 'demo'
  switch (format) {
    case 'date':
      return date
    case 'date-time':
      return `${date}T${time}`
    case 'time':
      return time
    case 'duration':
      return `PT${5 + (seed % 50)}M`
    case 'email':
    case 'idn-email':
      return source.emails[place.index] ?? `${slug}@example.com`
    case 'uri':
    case 'url':
    case 'iri':
      return source.urls[place.index] ?? `https://example.com/${slug}`
    case 'uri-reference':
      return `/${slug}`
    case 'hostname':
      return `${slug}.example.com`
    case 'ipv4':
      return `192.0.2.${seed % 255}`
    case 'ipv6':
      return `2001:db8::${(seed % 65_535).toString(16)}`
    case 'uuid':
      return toUuid(`${source.prompt}${place.path}`)
    case 'byte':
      return Buffer.from(slug).toString('base64')
    default:
      return undefined
  }
}

function toUuid(text: string): string {
  const hex = Buffer.from(toOpaqueId(text, 32)).toString('hex').slice(0, 32)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Finds by the member's name and description what the prompt has for it. */
function chooseText(place: Place, source: Source): string {
  const about =
    `${place.name.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')} ${place.description}`.toLowerCase()
  for (const [pattern, find] of finders) {
    const text = pattern.test(about) ? find(source, place) : undefined
    if (text) return text
  }
  return source.quotations[place.index] ?? writePhrase(source, place)
}

type Find = (source: Source, place: Place) => string | undefined

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

/** Names after a word of place come before other names. */
const placeName: Find = ({ names, prompt }, { index }) => {
  const placed = names.filter((name) =>
    new RegExp(`\\b(?:in|at|near|to|from|for|of)\\s+(?:the\\s+)?${name.replace(/\W/g, '\\$&')}`).test(prompt),
  )
  return (
    [...new Set([...placed, ...names])][index] ??
    (index === 0 ? findAfter(prompt, 'in|at|for|near|of') : undefined)
  )
}

const finders: readonly (readonly [RegExp, Find])[] = [
  [/\be-?mail\b/, ({ emails }, { index }) => emails[index] ?? emails[0]],
  [/\b(?:url|uri|link|website)\b/, ({ urls }, { index }) => urls[index] ?? urls[0]],
  [/\b(?:origin|departure|from)\b/, after('from')],
  [/\b(?:destination|arrival|recipient|to)\b/, after('to')],
  [
    /\b(?:date|day|when)\b/,
    ({ dates, prompt }) =>
      dates[0] ??
      prompt.match(
        /\b(?:today|tomorrow|tonight|yesterday|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
      )?.[0],
  ],
  [/\btime\b/, ({ times }) => times[0]],
  [
    /\b(?:colou?r)\b/,
    ({ prompt }) =>
      prompt.match(
        /\b(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|warm|cool)\b/i,
      )?.[0],
  ],
  [
    /\blanguage\b/,
    ({ prompt }) =>
      prompt.match(
        /\b(?:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Japanese|Chinese|Korean|Arabic|Hindi|Russian|Turkish)\b/i,
      )?.[0],
  ],
  [/\bcurrency\b/, ({ prompt }) => prompt.match(/\b(?:[A-Z]{3})\b/)?.[0]],
  [/\b(?:city|location|place|town|country|region|address|where)\b/, placeName],
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

/** A phrase of the prompt's words that differs from item to item and from member to member. */
function writePhrase({ keywords, topic, prompt }: Source, place: Place): string {
  const words = keywords.length > 0 ? keywords : [topic]
  if (
    /^(?:summary|description|text|reason|details?|instructions?|steps?|notes?|answer|explanation)$/i.test(
      place.name,
    )
  ) {
    return `${capitalise(joinWords(words.slice(0, 3)))}: ${place.name} ${place.index + 1} as the demo service can give it, from your words.`
  }
  const phrase = words.slice(0, 2).join(' ')
  if (!place.path.includes('['))
    return capitalise(place.name === '' ? phrase : (words[hashText(place.name) % words.length] ?? phrase))
  const start = hashText(`${prompt}${place.name}`)
  const modifier = modifiers[(start + place.index) % modifiers.length]
  const round = Math.floor(place.index / modifiers.length)
  return `${modifier} ${phrase.replace(/(?<=[a-z]{3})s$/, '')}${round > 0 ? ` ${round + 1}` : ''}`
}
