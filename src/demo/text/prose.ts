// Prose of any length about a topic, woven from sentence patterns so that a long answer is worth watching.
import { pick, type Random } from '../seed'
import { capitalise, wordsOf } from './words'

type Choices = readonly [string, ...string[]]

const names: Choices = ['Mara', 'Ilja', 'Noor', 'Teodor', 'Aiko', 'Samuel', 'Ines', 'Bela', 'Rosa', 'Anselm']
const places: Choices = [
  'the harbour town',
  'the old station',
  'a valley without a map',
  'the house on the corner',
  'the market square',
  'the reading room',
  'the workshop under the stairs',
  'an island in the river',
]
const times: Choices = [
  'At first light',
  'Late that evening',
  'On the third day',
  'After the rain',
  'Before anyone else was awake',
  'In the quiet hour',
  'When the lamps were lit',
  'A week later',
]
const things: Choices = [
  'a brass key',
  'a letter without a stamp',
  'a box of matches',
  'a borrowed coat',
  'a pencil and half a page',
  'a blue cup',
  'an unfinished drawing',
  'a spool of thread',
]
const sounds: Choices = [
  'a gate closing',
  'wind in the wires',
  'footsteps on gravel',
  'a kettle',
  'someone laughing two streets away',
  'the tide',
]
const feelings: Choices = [
  'patience',
  'unease',
  'a stubborn kind of hope',
  'curiosity',
  'relief',
  'the wish to begin again',
]

const openings: Choices = [
  'It began with {topic}, as such things do in {place}.',
  'Nobody in {place} would have looked twice, had it not been for {topic}.',
  '{name} first heard of {topic} in {place}, from a stranger with {thing}.',
]
const middles: Choices = [
  '{time}, {name} set down {thing} and listened to {sound}.',
  'There was {feeling} in the way {name} spoke of {topic}, and nobody interrupted.',
  '"You will not find the answer in {place}," said {other}, "but you may find the question."',
  '{name} wrote down one word, {word}, and underlined it twice.',
  'From the window one could hear {sound}, and below it, fainter, the sound of {word}.',
  '{time}, {other} came back with {thing} and would not say from where.',
  'What had seemed simple grew corners: {topic} was not one thing but several.',
  'They walked through {place} and counted what had changed since the morning.',
  '{name} kept {thing} in one pocket and {feeling} in the other.',
  'It takes longer to describe {word} than to notice it, which is why so few people do.',
  '"Begin with {word}," {other} had said, "and leave the rest for later."',
  'By then the talk in {place} was of little else than {topic}.',
  'Somewhere {sound} marked the hour, and {name} lost the thread and found it again.',
  '{time}, the two of them agreed on {word} and on nothing else.',
  'The light moved over {thing} as if it, too, were reading.',
  '{other} drew a line from {word} to the edge of the page and stopped there.',
  'It would have been easy to turn back; {feeling} made it impossible.',
  'What {name} remembered afterwards was not {topic} but {sound}.',
]
const closings: Choices = [
  'In the end {topic} stayed what it had been, and {name} did not.',
  '{name} left {thing} on the table in {place}, and with it the last doubt.',
  'And when somebody asked, {name} only said {word}, and smiled.',
]
const titles: Choices = [
  'The first sign',
  'What the neighbours said',
  'A detour',
  'The other side of it',
  'Small repairs',
  'A question of time',
  'What was kept',
  'The long way round',
  'Lamps',
  'Return',
]

interface Cast {
  readonly topic: string
  readonly words: readonly string[]
  readonly name: string
  readonly other: string
  readonly random: Random
}

function fill(pattern: string, cast: Cast): string {
  const { random } = cast
  const word = cast.words[Math.floor(random() * cast.words.length)] ?? cast.topic
  const values: Readonly<Record<string, string>> = {
    topic: cast.topic,
    name: cast.name,
    other: cast.other,
    word: `“${word}”`,
    place: pick(random, places),
    time: pick(random, times),
    thing: pick(random, things),
    sound: pick(random, sounds),
    feeling: pick(random, feelings),
  }
  return capitalise(pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name))
}

interface Assignment {
  readonly topic: string
  readonly words: readonly string[]
  readonly random: Random
  /** Roughly so many words; the last sentence is not cut. */
  readonly length: number
}

/** Chapters with headings from about 400 words on. */
export function writeProse({ topic, words, random, length }: Assignment): string {
  const name = pick(random, names)
  const other =
    names[(names.indexOf(name) + 1 + Math.floor(random() * (names.length - 1))) % names.length] ?? name
  const cast: Cast = { topic, words, name, other, random }
  const chapters = length < 400 ? 1 : Math.ceil(length / 350)
  const text: string[] = []
  let written = 0
  for (let chapter = 0; chapter < chapters; chapter += 1) {
    if (chapters > 1) text.push(`## ${chapter + 1}. ${titles[chapter % titles.length]}`)
    const paragraphs = writeChapter(
      cast,
      { first: chapter === 0, last: chapter === chapters - 1 },
      (length * (chapter + 1)) / chapters - written,
    )
    text.push(...paragraphs)
    written += wordsOf(paragraphs.join(' ')).length
  }
  return text.join('\n\n')
}

function writeChapter(cast: Cast, ends: { first: boolean; last: boolean }, length: number): string[] {
  const order = shuffle(middles, cast.random)
  const sentences = ends.first ? [fill(pick(cast.random, openings), cast)] : []
  let written = sentences.join(' ').split(' ').length
  for (let index = 0; written < length - (ends.last ? 12 : 0); index += 1) {
    const sentence = fill(order[index % order.length] ?? '', cast)
    sentences.push(sentence)
    written += wordsOf(sentence).length
  }
  if (ends.last) sentences.push(fill(pick(cast.random, closings), cast))
  const paragraphs: string[] = []
  while (sentences.length > 0)
    paragraphs.push(sentences.splice(0, 3 + Math.floor(cast.random() * 3)).join(' '))
  return paragraphs
}

function shuffle(items: readonly string[], random: Random): string[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item)
}
