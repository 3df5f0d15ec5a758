// Evaluates arithmetic in words or symbols: "What is 12 * (3 + 4)?", "17% of 80", "3 times 7".

interface Solution {
  /** The expression as it was understood. */
  readonly question: string
  readonly answer: string
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/(?:%|\bpercent\b)\s+of\b/gi, '/ 100 *'],
  [/\bdivided by\b|÷/gi, '/'],
  [/\bmultiplied by\b|\btimes\b|×|·|(?<=\d)\s*x\s*(?=\d)/gi, '*'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b|−|–/gi, '-'],
  [/\bsquared\b/gi, '^2'],
  [/\bto the power of\b|\*\*/gi, '^'],
  [/(?<=\d),(?=\d{3}\b)/g, ''],
]

/** Returns undefined if the prompt has no arithmetic. Dates and phone numbers do not count. */
export function solve(prompt: string): Solution | undefined {
  const symbols = replacements.reduce((text, [pattern, symbol]) => text.replace(pattern, symbol), prompt)
  const found = symbols.match(/[-(]*\d[\d.\s()+\-*/^]*[+\-*/^][\d.\s()+\-*/^]*[\d)]/)?.[0].trim()
  if (found === undefined || /^[\d.]+-[\d.]+(?:-[\d.]+)*$/.test(found)) return undefined
  const value = evaluate(found)
  if (value === undefined) return undefined
  const question = found.replace(/\s+/g, '').replace(/(?<=[\d)])[+\-*/^]/g, ' $& ')
  const answer = Number.isFinite(value)
    ? String(Number(value.toPrecision(12)))
    : 'undefined (division by zero)'
  return { question, answer }
}

/** Precedence climbing over + - * / ^ and parentheses. Returns undefined if the text is incomplete. */
function evaluate(text: string): number | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[-+*/^()]/g) ?? []
  let position = 0
  const readValue = (): number => {
    const token = tokens[position++]
    if (token === '-') return -readPower()
    if (token === '+') return readPower()
    if (token !== '(') return token === undefined ? Number.NaN : Number(token)
    const value = readSum()
    return tokens[position++] === ')' ? value : Number.NaN
  }
  const readPower = (): number => {
    const base = readValue()
    if (tokens[position] !== '^') return base
    position += 1
    return base ** readPower()
  }
  const readProduct = (): number => {
    let value = readPower()
    while (tokens[position] === '*' || tokens[position] === '/') {
      value = tokens[position++] === '*' ? value * readPower() : value / readPower()
    }
    return value
  }
  const readSum = (): number => {
    let value = readProduct()
    while (tokens[position] === '+' || tokens[position] === '-') {
      value = tokens[position++] === '+' ? value + readProduct() : value - readProduct()
    }
    return value
  }
  const value = readSum()
  return position < tokens.length || Number.isNaN(value) ? undefined : value
}
