// Sample code: small programs that work, for prompts that ask for code.

type Language = 'python' | 'typescript'

interface Program extends Readonly<Record<Language, string>> {
  readonly pattern: RegExp
  readonly title: string
}

const groupBy: Program = {
  pattern: /\bgroup/i,
  title: 'groups a list by a key',
  python: `from collections import defaultdict


def group_by(items, key):
    groups = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return dict(groups)


print(group_by(["apple", "avocado", "banana"], key=lambda word: word[0]))`,
  typescript: `function groupBy<Item, Key>(items: readonly Item[], toKey: (item: Item) => Key): Map<Key, Item[]> {
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
// Map(2) { 'a' => [ 'apple', 'avocado' ], 'b' => [ 'banana' ] }`,
}

const programs: readonly Program[] = [
  groupBy,
  {
    pattern: /prime/i,
    title: 'finds the primes up to a limit',
    python: `def primes(limit: int) -> list[int]:
    found = []
    for number in range(2, limit + 1):
        if all(number % prime for prime in found):
            found.append(number)
    return found


print(primes(50))`,
    typescript: `function primes(limit: number): number[] {
  const found: number[] = []
  for (let number = 2; number <= limit; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

console.log(primes(50))`,
  },
  {
    pattern: /fizz\s*buzz/i,
    title: 'plays FizzBuzz',
    python: `for number in range(1, 31):
    word = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)
    print(word or number)`,
    typescript: `for (let number = 1; number <= 30; number += 1) {
  const word = (number % 3 === 0 ? 'Fizz' : '') + (number % 5 === 0 ? 'Buzz' : '')
  console.log(word || number)
}`,
  },
]

const asksForCode =
  /\b(?:code|function|script|program|snippet|python|javascript|typescript|regex|sql|algorithm|implement)\b|\bfizz ?buzz\b/i

/** Undefined where the prompt asks for no code. */
export function writeCode(prompt: string): string | undefined {
  if (!asksForCode.test(prompt)) return undefined
  if (/\bsql\b/i.test(prompt)) return sql
  const language: Language = /\b(?:javascript|typescript|js|ts|node)\b/i.test(prompt)
    ? 'typescript'
    : 'python'
  const named = programs.find(({ pattern }) => pattern.test(prompt))
  const program = named ?? groupBy
  const name = language === 'python' ? 'Python' : 'TypeScript'
  return [
    named
      ? `Here is some ${name} that ${program.title}:`
      : `No model is behind the demo service to write that program. As a sample, here is some ${name} that ${program.title}:`,
    `\`\`\`${language}\n${program[language]}\n\`\`\``,
    `Run it with \`${language === 'python' ? 'python3 example.py' : 'npx tsx example.ts'}\`.`,
  ].join('\n\n')
}

const sql = `A sample query; the table and its columns are made up:

\`\`\`sql
SELECT country, count(*) AS customers, round(avg(total), 2) AS average
FROM orders
WHERE placed_at >= date('now', '-30 days')
GROUP BY country
ORDER BY customers DESC
LIMIT 10;
\`\`\`

The demo service has no model that could fit it to your own tables.`
