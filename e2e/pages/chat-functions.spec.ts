// Functions, whose calls are answered by hand and by a mock, and JSON answers with a schema.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { answers, ask, finished, openSection, startNewChat, writeInEditor } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const weather = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock = { name: 'get_time', description: 'The local time.', parameters: weather.parameters }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Functions' })
const saveButton = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true })
const calls = (page: Page) => page.getByRole('region', { name: 'Function calls' })

async function openEditor(page: Page): Promise<void> {
  const section = await openSection(page, 'Functions')
  await section.getByRole('button', { name: 'Edit functions…' }).click()
}

test('functions are declared, and their calls are answered', async ({ application: { page }, model }) => {
  await openEditor(page)
  const declarations = dialog(page).getByRole('textbox', { name: 'Function declarations' })
  await writeInEditor(declarations, JSON.stringify([weather, weather]))
  const problems = dialog(page).getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('"get_weather" is declared twice')
  await expect(saveButton(page)).toBeDisabled()
  await expectNoViolations(page, 'functions', '[role=dialog]')
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(await openSection(page, 'Functions')).toContainText('unsaved changes')
  await openEditor(page)
  await expect(declarations).toContainText('get_weather')
  await writeInEditor(declarations, JSON.stringify([weather, clock]))
  await saveButton(page).click()

  const called = [
    { functionCall: { id: 'a1', name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2lnbmVk' },
    { functionCall: { id: 'a2', name: 'get_time', args: { city: 'Oslo' } } },
  ]
  model.answers(answerOf(...called), answerOf({ text: 'It is 9:40 and sunny in Oslo.' }))
  await ask(page, 'Weather and time in Oslo?')
  await expect(calls(page).getByRole('article', { name: 'Call to get_weather' })).toContainText('Oslo')
  const result = (name: string) => calls(page).getByRole('textbox', { name: `Result of ${name}` })
  await writeInEditor(result('get_weather'), '"sunny"')
  await writeInEditor(result('get_time'), '{"time":"9:40"}')
  const send = calls(page).getByRole('button', { name: 'Send results' })
  await send.click()
  await expect(calls(page).getByRole('alert')).toContainText('The result must be an object')
  // What was typed is there after another chat.
  await startNewChat(page)
  await page.getByRole('list', { name: 'All chats' }).getByRole('button').first().click()
  await expect(result('get_time')).toContainText('9:40')
  await writeInEditor(result('get_weather'), '{"sky":"sunny"}')
  await calls(page).getByRole('button', { name: 'Save as mock' }).first().click()
  // A system instruction with a missing value is not sent with the results either.
  const instruction = (await openSection(page, 'System instruction')).getByRole('textbox')
  await instruction.fill('You are {{role}}.')
  await expect(send).toHaveAccessibleDescription('Fill in “role” below the prompt')
  await page.getByRole('region', { name: 'Variables' }).getByRole('textbox', { name: 'role' }).fill('brief')
  await send.click()
  await expect(finished(page)).toContainText('It is 9:40 and sunny in Oslo.')

  expect(model.requests[0]?.tools).toEqual([{ functionDeclarations: [weather, clock] }])
  expect(model.requests[1]?.systemInstruction?.parts).toEqual([{ text: 'You are brief.' }])
  expect(model.requests[1]?.contents).toEqual([
    { role: 'user', parts: [{ text: 'Weather and time in Oslo?' }] },
    { role: 'model', parts: called },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a1', name: 'get_weather', response: { sky: 'sunny' } } },
        { functionResponse: { id: 'a2', name: 'get_time', response: { time: '9:40' } } },
      ],
    },
  ])

  await openEditor(page)
  await dialog(page).getByRole('switch', { name: 'Send mock results automatically' }).click()
  await saveButton(page).click()
  const call = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } }
  model.answers(answerOf(call), answerOf({ text: 'Again.' }))
  await ask(page, 'And now?')
  await expect(finished(page)).toContainText('Again.')
  await expect(answers(page).nth(2)).toContainText('Mock')
  expect(model.requests.at(-1)?.contents.at(-1)?.parts).toEqual([
    { functionResponse: { name: 'get_weather', response: { sky: 'sunny' } } },
  ])
})

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
  const planet = { type: 'object', properties: { name: { type: 'string' }, moons: { type: 'integer' } } }
  await writeInEditor(editor, JSON.stringify({ type: 'array', items: planet }))
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
  const raw = structured.getByRole('textbox', { name: 'Raw response' })
  await expect(raw).toContainText('"Mars"')
  await expect(raw).toBeInViewport()
  await tab('Tree').click()
  await expect(structured.getByRole('treeitem').filter({ hasText: 'two' }).last()).toBeInViewport()
  await tab('Table').click()
  await expect(structured.getByRole('columnheader')).toHaveText(['name', 'moons'])
  await expect(structured.getByRole('row').last()).toHaveText('Marstwo')
  await ask(page, 'Planets again?')
  await expect(structured).toContainText('Not valid JSON')
  await expect(tab('Tree')).toBeDisabled()
})
