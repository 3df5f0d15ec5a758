// Checks that prompt templates are parsed and filled, and that problems are reported with their position.
import { expect, test } from 'vitest'
import { TemplateInput } from '../schemas/chat-parameters'
import { fillTemplate, findValueProblem, parseTemplate, toDefaults } from './prompt-template'
import { starterTemplates } from './starter-templates'

test('parses every kind of variable with its default', () => {
  const text =
    'As {{role=a lawyer}}, write {{count:number=3}} {{tone:choice:formal|friendly}} lines on {{topic}}: {{notes:text}}'
  expect(parseTemplate(text)).toEqual({
    pieces: [
      'As ',
      { variable: 'role' },
      ', write ',
      { variable: 'count' },
      ' ',
      { variable: 'tone' },
      ' lines on ',
      { variable: 'topic' },
      ': ',
      { variable: 'notes' },
    ],
    variables: [
      { name: 'role', type: 'line', default: 'a lawyer' },
      { name: 'count', type: 'number', default: '3' },
      { name: 'tone', type: 'choice', choices: ['formal', 'friendly'], default: 'formal' },
      { name: 'topic', type: 'line', default: '' },
      { name: 'notes', type: 'text', default: '' },
    ],
    ranges: [
      '{{role=a lawyer}}',
      '{{count:number=3}}',
      '{{tone:choice:formal|friendly}}',
      '{{topic}}',
      '{{notes:text}}',
    ].map((mark) => ({ from: text.indexOf(mark), to: text.indexOf(mark) + mark.length })),
    problems: [],
  })
})

test('lists a name once, and fills all its occurrences', () => {
  const template = parseTemplate('{{who}} and {{ who = Ada }} and {{who}}')
  expect(template.variables).toEqual([{ name: 'who', type: 'line', default: 'Ada' }])
  expect(fillTemplate(template, toDefaults(template.variables))).toBe('Ada and Ada and Ada')
})

test('does not parse values as templates, and four opening braces are a literal two', () => {
  const template = parseTemplate('{{a}}{{b}} {{{{ x }} and }}')
  expect(template.problems).toEqual([])
  const values = { a: '{{b}}', b: '$& {{a}}' }
  expect(fillTemplate(template, values)).toBe('{{b}}$& {{a}} {{ x }} and }}')
})

test('accepts an equals sign in a value, and a text without variables', () => {
  expect(parseTemplate('{{sum=1+1=2}}').variables).toEqual([{ name: 'sum', type: 'line', default: '1+1=2' }])
  expect(parseTemplate('plain')).toEqual({ pieces: ['plain'], variables: [], ranges: [], problems: [] })
  expect(parseTemplate('')).toEqual({ pieces: [], variables: [], ranges: [], problems: [] })
})

test.each<[string, [number, number], RegExp]>([
  ['a {{b', [2, 4], /not closed/],
  ['{{a {{b}}', [0, 2], /not closed/],
  ['{{}}', [0, 4], /has no name/],
  ['{{user.name}}', [0, 13], /"user\.name" isn’t a valid name/],
  ['{{a:date}}', [0, 10], /"date" isn’t a valid type/],
  ['{{a:choice:x}}', [0, 14], /needs at least two options/],
  ['{{a:number:2}}', [0, 14], /doesn’t take options/],
  ['{{a:number=x}}', [0, 14], /default "x" must be a number/],
  ['{{a:choice:x|y=z}}', [0, 18], /must be one of x, y/],
  ['{{a=1}}{{a=2}}', [7, 14], /already defined differently/],
])('reports %j with its position, and leaves it unchanged', (text, [from, to], expected) => {
  const template = parseTemplate(text)
  expect(template.problems).toEqual([{ from, to, message: expect.stringMatching(expected) }])
  expect(fillTemplate(template, { b: '{{b}}', a: '{{a=1}}' })).toBe(text)
})

test('checks a value against its type; an empty one passes', () => {
  const number = { name: 'n', type: 'number', default: '' } as const
  expect([
    findValueProblem(number, '1e3'),
    findValueProblem(number, ' '),
    findValueProblem(number, '1,5'),
  ]).toEqual([undefined, undefined, 'must be a number'])
})

test('every starter template has variables without problems, and can be saved under its own name', () => {
  for (const template of starterTemplates) {
    const { variables, problems } = parseTemplate(template.text)
    expect([problems, variables.length > 0]).toEqual([[], true])
    expect(TemplateInput.parse(template)).toEqual(template)
  }
  expect(new Set(starterTemplates.map(({ name }) => name)).size).toBe(starterTemplates.length)
})
