// Sample responses, written beforehand: what a table, a list, a formula and an explanation look like.
import type { Conversation } from './conversation'
import { capitalize, joinWords, keywordsOf, quote, sentencesOf, spellCount, topicOf, wordsOf } from './words'

const samples: readonly (readonly [RegExp, string])[] = [
  [
    /\brainbow\b.*\b(?:form|child|physicist|works?)\b|\bhow\b.*\brainbow/i,
    String.raw`## For a child

Sunlight looks white, but all the colors are hidden in it. When the sun shines into rain, every drop spreads the light out like a tiny prism and sends it back to you. Red comes from the drops higher up, blue from those lower down, and together they make an arch.

**Try it:** stand with the sun behind you and spray a garden hose.

## For a physicist

1. Light enters a drop and is **refracted**: $\sin\theta_i = n \sin\theta_r$, with $n \approx 1.33$ for water.
2. It is **reflected** once at the back of the drop.
3. It is refracted again on its way out.

The total deviation is

$$D(\theta_i) = 180^\circ + 2\theta_i - 4\theta_r$$

It has a minimum, near which many rays leave together. Since $n$ depends on the wavelength, so does that angle:

| Color | $n$ | Angle from the point opposite the sun |
|---|--:|--:|
| Red | 1.331 | 42.4° |
| Violet | 1.343 | 40.6° |`,
  ],
  [
    /\bsqlite\b|\bpostgres|\bduckdb\b/i,
    `| Aspect | SQLite | PostgreSQL | DuckDB |
|---|---|---|---|
| **Best at** | An application's own data, in one file | Many users who write at the same time | Analysis of large tables and files |
| **Limits** | One writer at a time | Needs a server to run and look after | Not made for many small writes |
| **How to start** | \`sqlite3 app.db\` | \`createdb app && psql app\` | \`duckdb app.duckdb\` |

**In short:** SQLite for an application, PostgreSQL for a service, DuckDB for analysis.`,
  ],
  [
    /\b(?:formula|equation|quadratic|theorem|integral|derivative|latex)\b/i,
    String.raw`A sample of formulas. The solutions of $ax^2 + bx + c = 0$ are

$$x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}$$

and the area under a bell curve is

$$\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}$$`,
  ],
]

/** Undefined where no response fits the prompt. */
export function findSample(prompt: string): string | undefined {
  return samples.find(([pattern]) => pattern.test(prompt))?.[1]
}

export function writeTable({ keywords }: Conversation): string {
  const things = keywords
    .filter((word) => !/^(?:table|compar\w*|versus|vs|markdown|columns?|rows?|code)$/i.test(word))
    .slice(0, 4)
    .map(capitalize)
  const columns = things.length > 1 ? things : ['Option A', 'Option B']
  const row = (name: string) => `| **${name}** | ${columns.map(() => '…').join(' | ')} |`
  return [
    `This is the form that a comparison of ${joinWords(columns)} takes; a model fills in the cells.`,
    [
      `| Aspect | ${columns.join(' | ')} |`,
      `|---|${columns.map(() => '---').join('|')}|`,
      ...['Best at', 'Limits', 'Cost', 'How to start'].map(row),
    ].join('\n'),
  ].join('\n\n')
}

const steps = [
  ['Set a goal', 'write down in one sentence what matters most'],
  ['Look around', 'find three good examples and note what they share'],
  ['Ask someone', 'talk to a person who has done it before'],
  ['Start small', 'pick the part that you can finish today'],
  ['Set a budget', 'decide how much time and money it may take'],
  ['Make a list', 'write down everything that is needed'],
  ['Pick a date', 'put it into the calendar'],
  ['Share the work', 'choose who helps, and with what'],
  ['Have a plan B', 'decide what to do if it does not work out'],
  ['Look back', 'note what to do differently next time'],
] as const

export function writeList({ wanted, prompt }: Conversation): string {
  const topic = topicOf(prompt)
  const count = Math.min(wanted.items ?? 5, 50)
  const lines = Array.from({ length: count }, (_, index) => {
    const [title, text] = steps[index % steps.length] ?? steps[0]
    const round = Math.floor(index / steps.length)
    return `${index + 1}. **${title}${round > 0 ? ` (${round + 1})` : ''}**: ${text}.`
  })
  return `${capitalize(spellCount(count))} sample ideas for *${topic}*:\n\n${lines.join('\n')}`
}

/** Keeps the sentences whose words the text repeats most: a summary by counting, and it says so. */
export function writeSummary(text: string, sentences: number): string {
  const all = sentencesOf(text)
  const weights = new Map<string, number>()
  for (const word of keywordsOf(text, 10_000)) weights.set(word.toLowerCase(), 0)
  for (const word of wordsOf(text)) if (weights.has(word)) weights.set(word, (weights.get(word) ?? 0) + 1)
  const scored = all.map((sentence, index) => {
    const words = wordsOf(sentence)
    const sum = words.reduce((total, word) => total + (weights.get(word) ?? 0), 0)
    return { sentence, index, score: sum / Math.sqrt(words.length || 1) }
  })
  const selected = scored
    .sort((a, b) => b.score - a.score)
    .slice(0, sentences)
    .sort((a, b) => a.index - b.index)
  return [
    selected.map(({ sentence }) => sentence).join(' '),
    `Chosen by counting: ${selected.length} of ${all.length} sentences, those with the text's most frequent words.`,
  ].join('\n\n')
}

export function writeOutline({ prompt, keywords, earlier }: Conversation): string {
  const [first = 'the subject', second = 'it', third = 'the rest'] = keywords
  return [
    `## ${capitalize(topicOf(prompt))}`,
    'No model is behind the demo service; this is the outline of an answer, made from your own words.',
    '### Outline',
    [
      `1. **Background:** what *${first}* means here.`,
      `2. **Main part:** how *${second}* comes in, with an example.`,
      `3. **Limits:** what is different about *${third}*, and what stays open.`,
    ].join('\n'),
    ...(earlier.length > 0 ? [`### Before\n\n- ${quote(earlier.at(-1)?.prompt ?? '', 120)}`] : []),
  ].join('\n\n')
}
