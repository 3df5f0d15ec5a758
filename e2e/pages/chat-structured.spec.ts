// JSON answers: the schema is written; the answer is shown as tree, table and raw text, and validated.
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { ask, openSection, writeInEditor } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

test('a schema is written, and answers are shown and validated', async ({ application: { page }, model }) => {
  const section = await openSection(page, 'Structured output')
  await section.getByRole('button', { name: 'Edit schema…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Response schema' })
  const editor = dialog.getByRole('textbox', { name: 'JSON Schema' })
  const save = dialog.getByRole('button', { name: 'Save', exact: true })
  await writeInEditor(editor, '{\n"type": "object",\n"properties": {"moons": {"type": "many"}}\n}')
  const problems = dialog.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('$.properties.moons.type')
  await expect(problems).toContainText('line 3')
  await expect(save).toBeDisabled()
  await expectNoViolations(page, 'a schema with a problem', '[role=dialog]')
  await dialog.getByRole('radio', { name: 'From example' }).click()
  const example = dialog.getByRole('textbox', { name: 'Example to infer the schema from' })
  await writeInEditor(example, '[{"name":"Mars","moons":2}]')
  await dialog.getByRole('button', { name: 'Use this schema' }).click()
  await expect(editor).toContainText('"integer"')
  await expect(problems.getByRole('listitem')).toHaveCount(0)
  await save.click()
  await expect(page.getByRole('button', { name: 'JSON in the inspector' })).toBeVisible()

  model.answers(
    answerOf({ text: '[{"name":"Earth","moons":1},{"name":"Mars","moons":"two"}]' }),
    answerOf({ text: '[{"name":"Earth",' }),
  )
  const structured = page.getByRole('region', { name: 'Structured response' }).last()
  const tab = (name: string) => structured.getByRole('tab', { name })
  await ask(page, 'Planets?')
  await expect(structured).toContainText('Doesn’t match the schema in 1 place')
  expect(model.requests[0]?.generationConfig).toMatchObject({
    responseMimeType: 'application/json',
    responseSchema: { type: 'array', items: { properties: { moons: { type: 'integer' } } } },
  })
  const violation = structured.getByRole('list', { name: 'Violations' }).getByRole('button')
  await expect(violation).toContainText('$[1].moons')
  await violation.click()
  await expect(structured.getByRole('treeitem').filter({ hasText: 'two' })).toBeInViewport()
  await tab('Table').click()
  await expect(structured.getByRole('columnheader')).toHaveText(['name', 'moons'])
  await expect(structured.getByRole('row').last()).toHaveText('Marstwo')
  await tab('Raw').click()
  await expect(structured.getByRole('textbox', { name: 'Raw response' })).toContainText('"Mars"')
  await ask(page, 'Planets again?')
  await expect(structured).toContainText('Not valid JSON')
  await expect(tab('Tree')).toBeDisabled()
})
