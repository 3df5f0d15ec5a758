// Reads setting, time of day, weather, subjects and colors of a scene from the words of a prompt.
import { hashText, pick, seedRandom } from '../seed'
import { joinWords } from '../text/words'
import { findColors, type NamedColor } from './color'
import type { Scene } from './scene'
import { subjects } from './subjects/subjects'

/** A regular expression per value. The first value that matches the prompt is used. */
type PatternsFor<Name extends string> = Partial<Record<Name, string>>

const settings: PatternsFor<Scene['setting']> = {
  space: 'space|galaxy|galaxies|cosmos|cosmic|nebula|orbit|universe|asteroids?|planets?|mars|saturn',
  desert: 'desert|dunes?|sahara|cactus|cacti|canyon|camels?',
  city: 'city|cities|skyline|street|town|downtown|skyscrapers?|buildings?|urban|metropolis|rooftops?|neon',
  sea: 'sea|ocean|beach|coast|shore|waves?|harbou?r|island|lake|bay|river|stream|lagoon|cliff|pond|water|canal',
  forest: 'forest|woods?|woodland|jungle|pines?|firs?',
  mountains: 'mountains?|alps|peaks?|summit|alpine|glacier|volcano|himalayas?|fjords?',
  hills:
    'hills?|meadow|fields?|valley|countryside|farm|village|park|garden|grass|landscape|path|road|prairie|vineyard',
  abstract: 'abstract|pattern|geometric|bauhaus|shapes|texture|gradient|wallpaper|mosaic',
}

const daytimes: PatternsFor<Scene['daytime']> = {
  night: 'night|midnight|moon\\w*|stars?|starry|dark|nocturnal|aurora|neon',
  dusk: 'dusk|sunset|twilight|evening|golden hour',
  dawn: 'dawn|sunrise|morning|pastel|soft|misty',
}

const weathers: PatternsFor<Scene['weather']> = {
  snow: 'snow\\w*|winter|blizzard|icy|frost\\w*',
  rain: 'rain(?!bow)\\w*|storm\\w*|drizzle|umbrellas?',
  fog: 'fog\\w*|mist\\w*|haz[ey]\\w*',
}

function findNamed<Name extends string>(text: string, patterns: PatternsFor<Name>): Name | undefined {
  return (Object.keys(patterns) as Name[]).find((name) =>
    new RegExp(`\\b(?:${patterns[name]})\\b`).test(text),
  )
}

const countPattern = /\b(two|three|four|five|2|3|4|5|several|many|some)\s+(?:\w+\s+){0,2}$/
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
    .flatMap(({ name, pattern, home }) => {
      const match = text.match(pattern)
      if (!match) return []
      const before = text.slice(0, match.index)
      return [{ name, home, at: before.length, count: countBefore(before), color: findColorBefore(before) }]
    })
    .sort((a, b) => a.at - b.at)
  const colored = found.flatMap(({ name, color }) => (color ? [{ name, ...color }] : []))
  const named = findNamed(text, settings)
  const daytime = findNamed(text, daytimes)
  const weather = findNamed(text, weathers) ?? 'clear'
  const defaultSetting =
    daytime || weather !== 'clear' ? pick(random, ['hills', 'mountains', 'sea'] as const) : 'abstract'
  return {
    seed,
    setting: named ?? found[0]?.home ?? defaultSetting,
    daytime: daytime ?? pick(random, ['day', 'day', 'dawn', 'dusk'] as const),
    weather,
    subjects: found.flatMap(({ name, count }) => Array.from({ length: count }, () => name)).slice(0, 5),
    colors: findColors(text)
      .filter(({ at }) => !colored.some((subject) => subject.at === at))
      .map(({ color }) => color)
      .slice(0, 3),
    ...(colored.length > 0 && {
      subjectColors: Object.fromEntries(colored.map(({ name, color }) => [name, color])),
    }),
  }
}

/** The color among the adjectives at the end of `text`: the last one of “a big red ”. */
function findColorBefore(text: string): NamedColor | undefined {
  const adjectives = /(?:(?!\b(?:and|or|an?|the|with|of|on|in|at|under|by|near|to)\b)[a-z-]+\s+){1,3}$/.exec(
    text,
  )
  if (!adjectives) return undefined
  const color = findColors(adjectives[0]).at(-1)
  return color && { color: color.color, at: adjectives.index + color.at }
}

function countBefore(text: string): number {
  const word = text.match(countPattern)?.[1] ?? ''
  return counts[word] ?? (Number(word) || 1)
}

/** Returns "a sea scene at dusk with a lighthouse", for the text beside a picture. */
export function describeScene({ setting, daytime, weather, subjects: names }: Scene): string {
  const unique = [...new Set(names)]
  const settingNames: Partial<Record<Scene['setting'], string>> = {
    still: 'a still scene',
    abstract: 'an abstract composition',
    hills: 'hills',
    mountains: 'mountains',
  }
  const settingName = settingNames[setting] ?? `a ${setting} scene`
  const hasNoDaytime = setting === 'abstract' || setting === 'space' || setting === 'still'
  const time = hasNoDaytime ? '' : daytime === 'day' ? ' by day' : ` at ${daytime}`
  const sky = weather === 'clear' ? '' : weather === 'fog' ? ', in fog' : `, in ${weather}`
  const subjectNames =
    unique.length === 0
      ? ''
      : ` with ${joinWords(unique.map((name) => `${'aeiou'.includes(name.charAt(0)) ? 'an' : 'a'} ${name}`))}`
  return `${settingName}${time}${sky}${subjectNames}`
}
