// Prewritten sample responses that show an explanation, a table, code, formulas and a list as Markdown.
import type { Conversation } from './conversation'
import { topicOf } from './words'

const rainbow = String.raw`## For a child

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
| Violet | 1.343 | 40.6° |`

const train = `1. **Departure to arrival:** from 9:40 to 12:05 is **2 h 25 min**, that is $145$ minutes.
2. **With a stop** of 18 minutes on the way, it moves for $145 - 18 = 127$ minutes, that is **2 h 7 min**.`

const databases = `| Aspect | SQLite | PostgreSQL | DuckDB |
|---|---|---|---|
| **Best at** | An application's own data, in one file | Many users who write at the same time | Analysis of large tables and files |
| **Limits** | One writer at a time | Needs a server to run and look after | Not made for many small writes |
| **How to start** | \`sqlite3 app.db\` | \`createdb app && psql app\` | \`duckdb app.duckdb\` |

**In short:** SQLite for an application, PostgreSQL for a service, DuckDB for analysis.`

const typescript = `\`\`\`typescript
function groupBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

console.log(groupBy(['apple', 'avocado', 'banana'], (word) => word[0]))
// Map(2) { 'a' => [ 'apple', 'avocado' ], 'b' => [ 'banana' ] }
\`\`\`

Run it with \`npx tsx example.ts\`.`

const python = `\`\`\`python
def primes(limit: int) -> list[int]:
    found = []
    for number in range(2, limit + 1):
        if all(number % prime for prime in found):
            found.append(number)
    return found


print(primes(50))
\`\`\`

Run it with \`python3 example.py\`.`

const formulas = String.raw`The solutions of $ax^2 + bx + c = 0$ are

$$x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}$$

and the area under a bell curve is

$$\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}$$`

interface Sample {
  /** Prompts that the sample answers. */
  readonly answersPattern: RegExp
  /** Prompts that ask for this format. The sample shows it, and says that it does not answer them. */
  readonly formatPattern?: RegExp
  readonly text: string
}

const samples: readonly Sample[] = [
  { answersPattern: /\bhow\b.*\brainbow|\brainbow\b.*\bforms?\b/i, text: rainbow },
  {
    answersPattern: /\bhaiku\b/i,
    text: 'Rain upon the slate;\na river learns the long way\nto the open sea.',
  },
  { answersPattern: /\b9:40\b.*\b12:05\b/s, text: train },
  {
    answersPattern: /\b(?:sqlite|postgres\w*|duckdb)\b/i,
    formatPattern: /\b(?:table|compare|comparison|versus|vs\.?)\b/i,
    text: databases,
  },
  {
    answersPattern: /\b(?:typescript|javascript)\b.*\bgroup/i,
    formatPattern: /\b(?:javascript|typescript|js|ts|node)\b/i,
    text: typescript,
  },
  {
    answersPattern: /\bpython\b.*\bprimes?\b/i,
    formatPattern:
      /^(?!.*\b(?:javascript|typescript|js|ts|node)\b).*\b(?:code|function|script|program|snippet|python|algorithm)\b/is,
    text: python,
  },
  {
    answersPattern: /\bquadratic\b/i,
    formatPattern: /\b(?:formula|equation|theorem|integral|derivative|latex|math)\b/i,
    text: formulas,
  },
]

/** Starts the sentence of each sample response that explains itself, and therefore gets no notice. */
export const noModel = 'The demo service has no model'

const disclaimer = `${noModel}, so this sample only shows the format:`

/** Returns undefined if no sample matches the prompt. */
export function findSample(prompt: string): string | undefined {
  const answer = samples.find(({ answersPattern }) => answersPattern.test(prompt))
  if (answer) return answer.text
  const matching = samples.filter(({ formatPattern }) => formatPattern?.test(prompt))
  return matching.length > 0 ? [disclaimer, ...matching.map(({ text }) => text)].join('\n\n') : undefined
}

const ideas = [
  '**Set a goal**: write down in one sentence what matters most.',
  '**Look around**: find three good examples and note what they share.',
  '**Start small**: pick the part that you can finish today.',
  '**Ask someone**: talk to a person who has done it before.',
  '**Look back**: note what to do differently next time.',
]

export function writeList({ length, prompt }: Conversation): string {
  const lines = Array.from(
    { length: Math.min(length.items ?? ideas.length, 50) },
    (_, index) => `${index + 1}. ${ideas[index % ideas.length]}`,
  )
  return `Sample ideas for *${topicOf(prompt)}*:\n\n${lines.join('\n')}`
}

export function writeOutline({ prompt }: Conversation): string {
  return `## ${topicOf(prompt).replace(/^./, (letter) => letter.toUpperCase())}

${noModel}. This is only the outline of a possible answer.

### Outline

1. **Background:** what the terms mean.
2. **Main part:** how it works, with an *example*.
3. **Limits:** where it differs, and which questions remain.

> Ask for a sum, a list, a table, a formula, code or a story to see other sample responses.`
}
