// Reads a prompt into a scene: place, time of day, weather, subjects and colors, by its words.
import { hashText, pick, seedRandom } from '../seed'
import { findColors } from './color'
import type { Scene } from './scene'
import { subjects } from './subjects/subjects'

const settings: readonly (readonly [Scene['setting'], RegExp])[] = [
  [
    'space',
    /\b(?:space|galaxy|galaxies|cosmos|cosmic|nebula|orbit|universe|asteroids?|planets?|mars|saturn)\b/,
  ],
  ['desert', /\b(?:desert|dunes?|sahara|cactus|cacti|canyon|camels?)\b/],
  [
    'city',
    /\b(?:city|cities|skyline|street|town|downtown|skyscrapers?|buildings?|urban|metropolis|rooftops?|neon)\b/,
  ],
  [
    'sea',
    /\b(?:sea|ocean|beach|coast|shore|waves?|harbou?r|island|lake|bay|river|stream|lagoon|cliff|pond|water|canal)\b/,
  ],
  ['forest', /\b(?:forest|woods?|woodland|jungle|pines?|firs?)\b/],
  ['mountains', /\b(?:mountains?|alps|peaks?|summit|alpine|glacier|volcano|himalayas?|fjords?)\b/],
  [
    'hills',
    /\b(?:hills?|meadow|fields?|valley|countryside|farm|village|park|garden|grass|landscape|path|road|prairie|vineyard)\b/,
  ],
  ['abstract', /\b(?:abstract|pattern|geometric|bauhaus|shapes|texture|gradient|wallpaper|mosaic)\b/],
]

const daytimes: readonly (readonly [Scene['daytime'], RegExp])[] = [
  ['night', /\b(?:night|midnight|moon\w*|stars?|starry|dark|nocturnal|aurora|neon)\b/],
  ['dusk', /\b(?:dusk|sunset|twilight|evening|golden hour)\b/],
  ['dawn', /\b(?:dawn|sunrise|morning|pastel|soft|misty)\b/],
]

const weathers: readonly (readonly [Scene['weather'], RegExp])[] = [
  ['snow', /\b(?:snow\w*|winter|blizzard|icy|frost\w*)\b/],
  ['rain', /\b(?:rain(?!bow)\w*|storm\w*|drizzle|umbrellas?)\b/],
  ['fog', /\b(?:fog\w*|mist\w*|haz[ey]\w*)\b/],
]

const several = /\b(two|three|four|five|2|3|4|5|several|many|some)\s+(?:\w+\s+){0,2}$/
const counts: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  several: 3,
  many: 4,
  some: 3,
}

export function readScene(prompt: string): Scene {
  const text = prompt.toLowerCase()
  const seed = hashText(text.replace(/\s+/g, ' ').trim())
  const random = seedRandom(seed)
  const found = subjects
    .flatMap(({ name, words, home }) => {
      const match = text.match(words)
      return match
        ? [{ name, home, at: match.index ?? 0, count: countBefore(text.slice(0, match.index)) }]
        : []
    })
    .sort((a, b) => a.at - b.at)
  const named = settings.find(([, pattern]) => pattern.test(text))?.[0]
  const daytime = daytimes.find(([, pattern]) => pattern.test(text))?.[0]
  const weather = weathers.find(([, pattern]) => pattern.test(text))?.[0] ?? 'clear'
  const open =
    daytime || weather !== 'clear' ? pick(random, ['hills', 'mountains', 'sea'] as const) : 'abstract'
  return {
    seed,
    setting: named ?? found[0]?.home ?? open,
    daytime: daytime ?? pick(random, ['day', 'day', 'dawn', 'dusk'] as const),
    weather,
    subjects: found.flatMap(({ name, count }) => Array.from({ length: count }, () => name)).slice(0, 5),
    colors: findColors(text).slice(0, 3),
  }
}

function countBefore(text: string): number {
  const word = text.match(several)?.[1] ?? ''
  return counts[word] ?? (Number(word) || 1)
}

/** "a sea at dusk with a lighthouse", for the text that comes with a picture. */
export function describeScene({ setting, daytime, weather, subjects: names }: Scene): string {
  const unique = [...new Set(names)]
  const places = {
    still: 'a still scene',
    abstract: 'an abstract composition',
    hills: 'hills',
    mountains: 'mountains',
  }
  const place = Object.entries(places).find(([name]) => name === setting)?.[1] ?? `a ${setting} scene`
  const timeless = setting === 'abstract' || setting === 'space' || setting === 'still'
  const time = timeless ? '' : daytime === 'day' ? ' by day' : ` at ${daytime}`
  const sky = weather === 'clear' ? '' : weather === 'fog' ? ', in fog' : `, in ${weather}`
  const cast =
    unique.length === 0
      ? ''
      : ` with ${unique.map((name) => `${'aeiou'.includes(name.charAt(0)) ? 'an' : 'a'} ${name}`).join(' and ')}`
  return `${place}${time}${sky}${cast}`
}
