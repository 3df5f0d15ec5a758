// Simple sums in words or signs, worked out: "What is 12 * (3 + 4)?", "17% of 80", "from 9:40 to 12:05".

interface Solution {
  /** The sum as it was understood. */
  readonly question: string
  readonly answer: string
}

export function solve(prompt: string): Solution | undefined {
  return solveTimes(prompt) ?? solvePercent(prompt) ?? solveExpression(prompt)
}

const spoken: readonly (readonly [RegExp, string])[] = [
  [/\bdivided by\b|÷/gi, '/'],
  [/\bmultiplied by\b|\btimes\b|×|·|(?<=\d)\s*x\s*(?=\d)/gi, '*'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−|–/gi, '-'],
  [/\bsquared\b/gi, '^2'],
  [/\bto the power of\b|\*\*/gi, '^'],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
]

function solveExpression(prompt: string): Solution | undefined {
  const signs = spoken.reduce((text, [pattern, sign]) => text.replace(pattern, sign), prompt)
  const found = signs.match(/[-(]*\d[\d.\s()+\-*/^]*[+\-*/^][\d.\s()+\-*/^]*[\d)]/)?.[0].trim()
  if (found === undefined || /^[\d.]+-[\d.]+(?:-[\d.]+)*$/.test(found)) return undefined
  const value = evaluate(found)
  if (value === undefined) return undefined
  const question = found.replace(/\s+/g, '').replace(/(?<=[\d)])[+\-*/^]/g, ' $& ')
  return { question, answer: Number.isFinite(value) ? formatNumber(value) : 'undefined: it divides by zero' }
}

function solvePercent(prompt: string): Solution | undefined {
  const match = prompt.match(/(\d+(?:\.\d+)?)\s*(?:%|percent)\s+of\s+(\d+(?:\.\d+)?)/i)
  if (!match) return undefined
  const [, percent = '', whole = ''] = match
  return {
    question: `${percent} % of ${whole}`,
    answer: formatNumber((Number(percent) * Number(whole)) / 100),
  }
}

function solveTimes(prompt: string): Solution | undefined {
  if (!/\bhow long\b|\bduration\b|\bhow (?:much time|many (?:minutes|hours))\b/i.test(prompt))
    return undefined
  const times = [...prompt.matchAll(/\b([01]?\d|2[0-3])[:.]([0-5]\d)\b/g)].slice(0, 2)
  const [start, end] = times.map(([, hours, minutes]) => Number(hours) * 60 + Number(minutes))
  if (start === undefined || end === undefined) return undefined
  const whole = (end - start + 1440) % 1440
  const overnight = end < start ? ' (past midnight)' : ''
  const question = `${times[0]?.[0]} to ${times[1]?.[0]}`
  const stops = readStops(prompt)
  if (stops === 0 || stops > whole) return { question, answer: formatMinutes(whole) + overnight }
  return {
    question: `${question} is ${formatMinutes(whole)}${overnight}; without ${formatMinutes(stops)} of stops, it`,
    answer: formatMinutes(whole - stops),
  }
}

/** Minutes of stops and breaks, all together. */
function readStops(prompt: string): number {
  const found = prompt.matchAll(
    /\b(?:stop|break|pause|halt)s? of (\d+) min|\b(\d+)[- ]min\w* (?:stop|break|pause|halt)/gi,
  )
  return [...found].reduce((sum, [, after, before]) => sum + Number(after ?? before), 0)
}

function formatMinutes(minutes: number): string {
  const hours = minutes >= 60 ? [`${Math.floor(minutes / 60)} h`] : []
  const rest = minutes % 60 > 0 || minutes === 0 ? [`${minutes % 60} min`] : []
  return [...hours, ...rest].join(' ')
}

function formatNumber(value: number): string {
  return String(Number(value.toPrecision(12)))
}

/** Precedence climbing over + - * / ^ and brackets; undefined where the text is no whole expression. */
function evaluate(text: string): number | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? []
  let place = 0
  const readValue = (): number => {
    const token = tokens[place++]
    if (token === '-') return -readPower()
    if (token === '+') return readPower()
    if (token !== '(') return token === undefined ? Number.NaN : Number(token)
    const value = readSum()
    return tokens[place++] === ')' ? value : Number.NaN
  }
  const readPower = (): number => {
    const base = readValue()
    if (tokens[place] !== '^') return base
    place += 1
    return base ** readPower()
  }
  const readProduct = (): number => {
    let value = readPower()
    while (tokens[place] === '*' || tokens[place] === '/') {
      value = tokens[place++] === '*' ? value * readPower() : value / readPower()
    }
    return value
  }
  const readSum = (): number => {
    let value = readProduct()
    while (tokens[place] === '+' || tokens[place] === '-') {
      value = tokens[place++] === '+' ? value + readProduct() : value - readProduct()
    }
    return value
  }
  const value = readSum()
  return place < tokens.length || Number.isNaN(value) ? undefined : value
}
