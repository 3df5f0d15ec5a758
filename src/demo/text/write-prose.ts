// Sample prose of any length about a topic, so that long responses can be tried.
import { pick, type Random } from '../seed'
import { capitalize, wordsOf } from './words'

interface ProseOptions {
  readonly topic: string
  readonly random: Random
  /** Roughly so many words; the last sentence is not cut. */
  readonly length: number
}

type Choices = readonly [string, ...string[]]

const people: Choices = ['Mara', 'Noor', 'Theo', 'Aiko', 'Samuel', 'Ines', 'Rosa', 'Omar']
const places: Choices = ['the harbor', 'the old station', 'the market', 'the library', 'the workshop']
const times: Choices = [
  'At first light',
  'Late that evening',
  'The next day',
  'After the rain',
  'A week later',
]
const sentences: Choices = [
  '{time}, {name} went back to {place} to look at {topic} once more.',
  'There was more to {topic} than anyone in {place} had expected.',
  '{name} had learned about {topic} from a neighbor who never finished a story.',
  'People came to {place} just to talk about {topic}.',
  '“Start with {topic},” {name} said, “and leave the rest for later.”',
  '{time}, the lights in {place} were still on.',
  'It would have been easy to turn back, but {name} was curious.',
  'Some questions about {topic} have short answers; this one did not.',
  '{name} wrote down what was known about {topic} and left half the page empty.',
  'What had seemed simple in {place} turned out to have many sides.',
  '{time}, they agreed on {topic} and on nothing else.',
  'Nobody noticed when {name} opened the window and smiled.',
]
const titles: Choices = [
  'The first sign',
  'A detour',
  'What the neighbors said',
  'The other side',
  'Home again',
]

/** Chapters with headings from about 400 words on. */
export function writeProse({ topic, random, length }: ProseOptions): string {
  const chapters = length < 400 ? 1 : Math.ceil(length / 350)
  const text: string[] = []
  let [written, next] = [0, Math.floor(random() * sentences.length)]
  for (let chapter = 1; chapter <= chapters; chapter += 1) {
    if (chapters > 1) text.push(`## ${chapter}. ${titles[(chapter - 1) % titles.length]}`)
    while (written < (length * chapter) / chapters) {
      const paragraph: string[] = []
      for (
        let count = 3 + Math.floor(random() * 3);
        count > 0 && written < (length * chapter) / chapters;
        count -= 1
      ) {
        const sentence = fill(sentences[next++ % sentences.length] ?? '', topic, random)
        paragraph.push(sentence)
        written += wordsOf(sentence).length
      }
      text.push(paragraph.join(' '))
    }
  }
  return text.join('\n\n')
}

function fill(pattern: string, topic: string, random: Random): string {
  const values: Readonly<Record<string, string>> = {
    topic,
    name: pick(random, people),
    place: pick(random, places),
    time: pick(random, times),
  }
  return capitalize(pattern.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name))
}
