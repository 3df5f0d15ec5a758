// Checks that a syntax error names the line in the code as it is shown, and that every failure is one plain sentence.
import { expect, test } from 'vitest'
import { describeDiagramError } from './use-diagram'

const flow = ['flowchart LR', 'a --> b', 'b --> ]']

test.each([
  ['no preamble', flow, 3],
  ['blank lines', ['', '', ...flow], 5],
  ['front matter', ['---', 'title: x', 'config:', '  look: neo', '---', ...flow], 8],
  ['a comment before', ['%% one', '%% two', ...flow], 5],
  ['a comment between', ['flowchart LR', '%% one', '', '%% two', 'a --> b', 'b --> ]'], 6],
  ['a directive', ["%%{init: {'theme': 'dark'}}%%", ...flow], 4],
  ['a directive of several lines', ['%%{', '  init: {"theme": "dark"}', '}%%', ...flow], 6],
])('counts the lines as they are shown: %s', (_name, lines, expected) => {
  // Mermaid counts only the lines that it parses.
  const message = 'Parse error on line 3:\n...b --> ]\n----------^'
  expect(describeDiagramError(message, lines.join('\n'))).toBe(
    `Line ${expected} of this diagram has a syntax error.`,
  )
})

test('names a line within the code, whatever the message claims', () => {
  expect(describeDiagramError('Parsing failed: Lexer error on line 99, column 1: x', 'pie\n"a"')).toContain(
    'Line 2 ',
  )
})

test.each([
  ['No diagram type detected matching given configuration for text: hello', 'The first line doesn’t name'],
  ['Edge limit exceeded. 501 edges found, but the limit is 500.', 'too large'],
  ['Cannot read properties of undefined', 'Couldn’t draw this diagram. Check its code.'],
])('%s', (message, expected) => {
  expect(describeDiagramError(message, 'x')).toContain(expected)
})
