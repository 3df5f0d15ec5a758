// Checks that variables are collected from text and instructions, filled, and reported while they are missing.
import { expect, test } from 'vitest'
import {
  fillInstruction,
  fillVariables,
  findVariableProblem,
  readEditVariables,
  readPromptVariables,
} from './prompt-variables'

const model = { model: 'm' }

test('lists the variables of the text and of each column’s instruction once, with their values', () => {
  const text = 'Explain {{topic}} in {{count:number=3}} lines'
  const columns = [
    { ...model, systemInstruction: 'You are {{role=a teacher}}.' },
    { ...model, systemInstruction: 'You are {{role}} for {{topic=physics}}.' },
  ]
  const read = readPromptVariables({ texts: [text], values: { topic: 'light', old: 'x' } }, columns)
  expect(read.variables.map(({ name }) => name)).toEqual(['topic', 'count', 'role'])
  expect(fillVariables(text, read)).toBe('Explain light in 3 lines')
  expect(columns.map((column) => fillInstruction(column, read).systemInstruction)).toEqual([
    'You are a teacher.',
    'You are a teacher for light.',
  ])
})

test('a text without variables is unchanged, whatever braces it has', () => {
  for (const text of ['{{ user.name }} and {{{{ x', 'a {{ b', '{% if x %}', '']) {
    const read = readPromptVariables({ texts: [text] }, [model])
    expect(fillVariables(text, read)).toBe(text)
    expect(findVariableProblem(read)).toBeUndefined()
  }
})

test('braces that are sent as written are neither filled nor required', () => {
  const read = readPromptVariables({ texts: ['<p>{{name}}</p>'], values: null }, [model])
  expect([fillVariables('<p>{{name}}</p>', read), findVariableProblem(read)]).toEqual([
    '<p>{{name}}</p>',
    undefined,
  ])
})

test('a text with a missing value is not filled in part', () => {
  const read = readPromptVariables({ texts: ['{{a=1}} {{b}}'] }, [model])
  expect(fillVariables('{{a=1}} {{b}}', read)).toBe('{{a=1}} {{b}}')
  // An instruction that the variables were not read from.
  expect(fillVariables('{{other}}', read)).toBe('{{other}}')
})

test('names missing values first, then an invalid one', () => {
  const problem = (values: Record<string, string>, text = '{{a}} {{b=2}} {{c:number}}') =>
    findVariableProblem(readPromptVariables({ texts: [text], values }, [model]))
  expect([
    problem({}),
    problem({ a: 'x', c: '1,5' }),
    problem({ a: 'x', b: ' ', c: '1' }),
    problem({ a: 'x', c: '1' }),
    problem({}, '{{a}}{{b}}{{c}}{{d}}'),
  ]).toEqual(['Fill in “a” and “c”', '“c” must be a number', 'Fill in “b”', undefined, 'Fill in 4 variables'])
})

test('an edited prompt asks for the values of its variables and of the instruction, as a new one does', () => {
  const columns = [{ ...model, systemInstruction: 'You are {{role}}.' }]
  const edit = (
    values?: Record<string, string> | null,
    texts = ['About {{topic}}', 'and {{topic}}, {{other}}'],
  ) => readEditVariables({ original: ['About it'], texts, values, shared: { role: 'a teacher' } }, columns)
  expect(findVariableProblem(edit())).toBe('Fill in “topic” and “other”')
  const filled = edit({ topic: 'light', other: 'sound' })
  expect(findVariableProblem(filled)).toBeUndefined()
  expect(fillVariables('and {{topic}}, {{other}}', filled)).toBe('and light, sound')
  expect(columns.map((column) => fillInstruction(column, filled).systemInstruction)).toEqual([
    'You are a teacher.',
  ])
  expect([edit(null).isLiteral, findVariableProblem(edit(null))]).toEqual([true, undefined])
})

test('braces that were sent as written stay so in an edit, until another variable is added', () => {
  const original = ['<p>{{title}}</p>']
  const edit = (text: string, values?: Record<string, string>, instruction = '') =>
    readEditVariables({ original, texts: [text], values, shared: undefined }, [
      { ...model, systemInstruction: instruction },
    ])
  expect(edit('<b>{{title}}</b>').isLiteral).toBe(true)
  expect(findVariableProblem(edit('<b>{{title}} {{name}}</b>'))).toBe('Fill in “title” and “name”')
  // An instruction with a missing value is never sent because of the braces in the prompt.
  expect(findVariableProblem(edit('<b>{{title}}</b>', undefined, '{{role}}'))).toBe(
    'Fill in “title” and “role”',
  )
  // The user wants to fill them in.
  expect(findVariableProblem(edit('<b>{{title}}</b>', {}))).toBe('Fill in “title”')
  expect(edit('Nothing').isLiteral).toBe(false)
})
