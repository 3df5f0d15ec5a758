// Checks that every starter template can be inserted, filled, and saved as the user's own.
import { expect, test } from 'vitest'
import { TemplateInput } from '../schemas/presets'
import { parseTemplate } from './prompt-template'
import { starterTemplates } from './starter-templates'

test.each(starterTemplates)('$name has variables without problems, and can be saved', (template) => {
  const { variables, problems } = parseTemplate(template.text)
  expect(problems).toEqual([])
  expect(variables.length).toBeGreaterThan(0)
  expect(TemplateInput.parse(template)).toEqual(template)
})

test('the names are different', () => {
  expect(new Set(starterTemplates.map(({ name }) => name)).size).toBe(starterTemplates.length)
})
