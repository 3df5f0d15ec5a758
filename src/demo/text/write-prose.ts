// Sample prose of any length about a topic, for trying long responses.
import { pick, type Random } from '../seed'
import { capitalize, wordsOf } from './words'

interface ProseOptions {
  readonly topic: string
  readonly random: Random
  /** Approximate number of words. The last sentence is complete. */
  readonly length: number
}

type Choices = readonly [string, ...string[]]

const choices: Readonly<Record<string, Choices>> = {
  name: ['Mara', 'Noor', 'Theo', 'Aiko', 'Samuel', 'Ines'],
  location: ['the harbor', 'the old station', 'the market', 'the library', 'the workshop'],
  time: ['At first light', 'Late that evening', 'The next day', 'After the rain', 'A week later'],
}

const sentences: Choices = [
  '{time}, {name} went back to {location} to look at {topic} once more.',
  'There was more to {topic} than anyone in {location} had expected.',
  '{name} had learned about {topic} from a neighbor who never finished a story.',
  '“Start with {topic},” {name} said, “and leave the rest for later.”',
  '{time}, the lights in {location} were still on.',
  'It would have been easy to turn back, but {name} was curious.',
  'Some questions about {topic} have short answers; this one did not.',
  '{name} wrote down what was known about {topic} and left half the page empty.',
  'What had seemed simple in {location} turned out to have many sides.',
]

/** Has chapters with headings from 400 words on. */
export function writeProse({ topic, random, length }: ProseOptions): string {
  const text: string[] = []
  let next = Math.floor(random() * sentences.length)
  let [wordCount, chapter] = [0, 0]
  while (wordCount < length) {
    if (length >= 400 && wordCount >= chapter * 350) text.push(`## Chapter ${++chapter}`)
    const paragraph: string[] = []
    const count = 3 + Math.floor(random() * 3)
    while (paragraph.length < count && wordCount < length) {
      const sentence = fill(sentences[next++ % sentences.length] ?? '', topic, random)
      paragraph.push(sentence)
      wordCount += wordsOf(sentence).length
    }
    text.push(paragraph.join(' '))
  }
  return text.join('\n\n')
}

function fill(sentence: string, topic: string, random: Random): string {
  return capitalize(
    sentence.replace(/\{(\w+)\}/g, (_, name: string) => pick(random, choices[name] ?? [topic])),
  )
}
