// Small programs that work, for prompts that ask for code.
import type { Conversation } from './conversation'
import { keywordsOf, quote } from './words'

type Language = 'python' | 'typescript'

interface Task {
  readonly pattern: RegExp
  readonly title: string
  readonly python: string
  readonly typescript: string
}

const tasks: readonly Task[] = [
  {
    pattern: /fibonacci/i,
    title: 'the first Fibonacci numbers',
    python: `def fibonacci(count: int) -> list[int]:\n    numbers, a, b = [], 0, 1\n    for _ in range(count):\n        numbers.append(a)\n        a, b = b, a + b\n    return numbers\n\n\nprint(fibonacci(10))`,
    typescript: `function fibonacci(count: number): number[] {\n  const numbers: number[] = []\n  let [a, b] = [0, 1]\n  while (numbers.length < count) {\n    numbers.push(a)\n    ;[a, b] = [b, a + b]\n  }\n  return numbers\n}\n\nconsole.log(fibonacci(10))`,
  },
  {
    pattern: /prime/i,
    title: 'the primes up to a limit',
    python: `def primes(limit: int) -> list[int]:\n    sieve = [True] * (limit + 1)\n    for number in range(2, int(limit**0.5) + 1):\n        if sieve[number]:\n            for multiple in range(number * number, limit + 1, number):\n                sieve[multiple] = False\n    return [number for number in range(2, limit + 1) if sieve[number]]\n\n\nprint(primes(50))`,
    typescript: `function primes(limit: number): number[] {\n  const composite = new Set<number>()\n  const found: number[] = []\n  for (let number = 2; number <= limit; number += 1) {\n    if (composite.has(number)) continue\n    found.push(number)\n    for (let multiple = number * number; multiple <= limit; multiple += number) composite.add(multiple)\n  }\n  return found\n}\n\nconsole.log(primes(50))`,
  },
  {
    pattern: /fizz\s*buzz/i,
    title: 'FizzBuzz',
    python: `for number in range(1, 31):\n    word = "Fizz" * (number % 3 == 0) + "Buzz" * (number % 5 == 0)\n    print(word or number)`,
    typescript: `for (let number = 1; number <= 30; number += 1) {\n  const word = (number % 3 === 0 ? 'Fizz' : '') + (number % 5 === 0 ? 'Buzz' : '')\n  console.log(word || number)\n}`,
  },
  {
    pattern: /palindrome/i,
    title: 'a test for palindromes',
    python: `def is_palindrome(text: str) -> bool:\n    letters = [letter for letter in text.lower() if letter.isalnum()]\n    return letters == letters[::-1]\n\n\nprint(is_palindrome("Never odd or even"))`,
    typescript: `function isPalindrome(text: string): boolean {\n  const letters = [...text.toLowerCase()].filter((letter) => /[\\p{L}\\p{N}]/u.test(letter))\n  return letters.join('') === letters.reverse().join('')\n}\n\nconsole.log(isPalindrome('Never odd or even'))`,
  },
  {
    pattern: /factorial/i,
    title: 'factorials',
    python: `def factorial(number: int) -> int:\n    result = 1\n    for factor in range(2, number + 1):\n        result *= factor\n    return result\n\n\nprint(factorial(20))`,
    typescript: `function factorial(number: bigint): bigint {\n  return number < 2n ? 1n : number * factorial(number - 1n)\n}\n\nconsole.log(factorial(20n))`,
  },
  {
    pattern: /revers/i,
    title: 'reversing a text',
    python: `def reverse(text: str) -> str:\n    return text[::-1]\n\n\nprint(reverse("playground"))`,
    typescript: `function reverse(text: string): string {\n  return [...text].reverse().join('')\n}\n\nconsole.log(reverse('playground'))`,
  },
  {
    pattern: /sort/i,
    title: 'a merge sort',
    python: `def merge_sort(items: list) -> list:\n    if len(items) < 2:\n        return items\n    middle = len(items) // 2\n    left, right = merge_sort(items[:middle]), merge_sort(items[middle:])\n    merged = []\n    while left and right:\n        merged.append((left if left[0] <= right[0] else right).pop(0))\n    return merged + left + right\n\n\nprint(merge_sort([5, 2, 9, 1, 7]))`,
    typescript: `function mergeSort(items: readonly number[]): number[] {\n  if (items.length < 2) return [...items]\n  const middle = Math.floor(items.length / 2)\n  const left = mergeSort(items.slice(0, middle))\n  const right = mergeSort(items.slice(middle))\n  const merged: number[] = []\n  while (left.length > 0 && right.length > 0) {\n    merged.push(Number((left[0]! <= right[0]! ? left : right).shift()))\n  }\n  return [...merged, ...left, ...right]\n}\n\nconsole.log(mergeSort([5, 2, 9, 1, 7]))`,
  },
]

const asksForCode =
  /\b(?:code|function|script|program|snippet|python|javascript|typescript|regex|sql|algorithm|implement)\b|\bfizz ?buzz\b/i

export function isAboutCode(prompt: string): boolean {
  return asksForCode.test(prompt)
}

export function writeCode({ prompt }: Conversation): string {
  if (/\bsql\b/i.test(prompt)) return writeSql(prompt)
  const language: Language = /\b(?:javascript|typescript|js|ts|node)\b/i.test(prompt)
    ? 'typescript'
    : 'python'
  const task = tasks.find(({ pattern }) => pattern.test(prompt)) ?? countWordsTask(prompt)
  return [
    `Below, in ${language === 'python' ? 'Python' : 'TypeScript'}: ${task.title}.`,
    `\`\`\`${language}\n${task[language]}\n\`\`\``,
    `Run it with \`${language === 'python' ? 'python3 example.py' : 'npx tsx example.ts'}\`. The demo service keeps a handful of small programs; a real model writes what you describe.`,
  ].join('\n\n')
}

/** Where no kept program fits: one that works on the prompt's own words. */
function countWordsTask(prompt: string): Task {
  const text = JSON.stringify(quote(prompt, 120))
  return {
    pattern: /^/,
    title: "a program that counts the words of your own prompt (none of the demo's kept programs fits it)",
    python: `from collections import Counter\n\nprompt = ${text}\nfor word, count in Counter(prompt.lower().split()).most_common(5):\n    print(f"{count} × {word}")`,
    typescript: `const prompt = ${text}\nconst counts = new Map<string, number>()\nfor (const word of prompt.toLowerCase().split(/\\s+/)) counts.set(word, (counts.get(word) ?? 0) + 1)\nconsole.log([...counts].sort((a, b) => b[1] - a[1]).slice(0, 5))`,
  }
}

function writeSql(prompt: string): string {
  const [table = 'items', column = 'name'] = keywordsOf(prompt)
    .filter((word) => /^[a-z]+$/.test(word) && !/^(?:sql|query|code|table|select)$/.test(word))
    .slice(0, 2)
  return `A query over the words of your prompt:\n\n\`\`\`sql\nSELECT ${column}, COUNT(*) AS total\nFROM ${table}\nGROUP BY ${column}\nORDER BY total DESC\nLIMIT 10;\n\`\`\``
}
