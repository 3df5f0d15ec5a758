// JSON answers: the schema is written; the answer is shown as tree, table and raw text, and validated.
import { expect, type Page } from '@playwright/test'
import { ask, finished, openSection, writeInEditor } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const planets = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, moons: { type: 'integer' } },
    required: ['name', 'moons'],
  },
}

const schemaDialog = (page: Page) => page.getByRole('dialog', { name: 'Response schema' })
const structured = (page: Page) => page.getByRole('region', { name: 'Structured response' })
const tab = (page: Page, name: string) => structured(page).getByRole('tab', { name })

async function openEditor(page: Page) {
  const section = await openSection(page, 'Structured output')
  await section.getByRole('button', { name: 'Edit schema…' }).click()
  return schemaDialog(page).getByRole('textbox', { name: 'JSON Schema' })
}

async function writeSchema(page: Page): Promise<void> {
  await writeInEditor(await openEditor(page), JSON.stringify(planets))
  await expect(schemaDialog(page).getByRole('status').filter({ hasText: 'No problems' })).toBeVisible()
  await schemaDialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(schemaDialog(page)).toHaveCount(0)
}

test('an invalid schema is rejected with its path, and a schema is inferred from an example', async ({
  application: { page },
}) => {
  const editor = await openEditor(page)
  const problems = schemaDialog(page).getByRole('list', { name: 'Problems' })
  await writeInEditor(editor, '{\n"type": "object",\n"properties": {"moons": {"type": "many"}}\n}')
  await expect(problems).toContainText('$.properties.moons.type')
  await expect(problems).toContainText('line 3')
  await expect(schemaDialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await schemaDialog(page).getByRole('radio', { name: 'From example' }).click()
  await writeInEditor(
    schemaDialog(page).getByRole('textbox', { name: 'Example to infer the schema from' }),
    '{"name":"Mars","moons":2}',
  )
  await schemaDialog(page).getByRole('button', { name: 'Use this schema' }).click()
  await expect(editor).toContainText('"integer"')
  await expect(problems.getByRole('listitem')).toHaveCount(0)
  await schemaDialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'JSON in the inspector' })).toBeVisible()
})

test('an answer is shown as a tree, a table and raw text, and schema violations are listed with their paths', async ({
  application,
  model,
}) => {
  const { page } = application
  await writeSchema(page)
  model.answers(
    answerOf({ text: '[{"name":"Earth","moons":1},{"name":"Mars","moons":2}]' }),
    answerOf({ text: '[{"name":"Earth","moons":1},{"name":"Mars","moons":"two"}]' }),
    answerOf({ text: '[{"name":"Earth",' }),
  )
  await ask(page, 'Planets?')
  await expect(structured(page)).toContainText('Matches the schema')
  expect(model.requests[0]?.generationConfig).toMatchObject({
    responseMimeType: 'application/json',
    responseSchema: planets,
  })
  await expect(structured(page).getByRole('tree')).toContainText('Mars')
  await tab(page, 'Table').click()
  await expect(structured(page).getByRole('columnheader')).toHaveText(['name', 'moons'])
  await expect(structured(page).getByRole('row').last()).toHaveText('Mars2')
  await tab(page, 'Raw').click()
  await expect(structured(page).getByRole('textbox', { name: 'Raw response' })).toContainText('"Mars"')

  await page.getByRole('button', { name: 'New chat' }).first().click()
  await writeSchema(page)
  await ask(page, 'Planets, please?')
  await expect(structured(page)).toContainText('Doesn’t match the schema in 1 place')
  const violation = structured(page).getByRole('list', { name: 'Violations' }).getByRole('button')
  await expect(violation).toContainText('$[1].moons')
  await violation.click()
  await expect(structured(page).getByRole('treeitem').filter({ hasText: 'two' })).toBeInViewport()

  await page.getByRole('button', { name: 'New chat' }).first().click()
  await writeSchema(page)
  await ask(page, 'Planets again?')
  await expect(structured(page)).toContainText('Not valid JSON')
  await expect(tab(page, 'Tree')).toBeDisabled()
  await expect(finished(page)).toContainText('"Earth"')
})
