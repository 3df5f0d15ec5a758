// Functions: declared in an editor, called by the model, answered by hand or by a mock.
import { expect, type Page } from '@playwright/test'
import { answers, ask, finished, openSection, promptField, writeInEditor } from '../chat-steps'
import { test } from '../page-test'
import { answerOf } from '../scripted-model'

const weather = {
  name: 'get_weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const clock = { name: 'get_time', description: 'The local time.', parameters: weather.parameters }

const functionsDialog = (page: Page) => page.getByRole('dialog', { name: 'Functions' })
const calls = (page: Page) => page.getByRole('region', { name: 'Function calls' })

async function declare(page: Page, declarations: unknown): Promise<void> {
  const section = await openSection(page, 'Functions')
  await section.getByRole('button', { name: 'Edit functions…' }).click()
  await writeInEditor(
    functionsDialog(page).getByRole('textbox', { name: 'Function declarations' }),
    JSON.stringify(declarations),
  )
}

async function save(page: Page): Promise<void> {
  await functionsDialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(functionsDialog(page)).toHaveCount(0)
}

test('invalid JSON and a duplicate name are rejected with their position', async ({
  application: { page },
}) => {
  const section = await openSection(page, 'Functions')
  await section.getByRole('button', { name: 'Edit functions…' }).click()
  const editor = functionsDialog(page).getByRole('textbox', { name: 'Function declarations' })
  const problems = functionsDialog(page).getByRole('list', { name: 'Problems' })
  await writeInEditor(editor, '[\n{"name": get_weather}\n]')
  await expect(problems).toContainText('line 2')
  await expect(functionsDialog(page).getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await writeInEditor(editor, JSON.stringify([weather, weather]))
  await expect(problems).toContainText('"get_weather" is declared twice')
  await expect(problems).toContainText('$[1].name')
  await expect(functionsDialog(page)).toContainText('Fix 1 problem to save.')
  await functionsDialog(page).getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect(section).toContainText('unsaved changes')
  await section.getByRole('button', { name: 'Edit functions…' }).click()
  await expect(editor).toContainText('get_weather')
})

test('parallel calls are answered in one turn with their ids and signatures, up to the final answer', async ({
  application,
  model,
}) => {
  const { page } = application
  await declare(page, [weather, clock])
  await save(page)
  const called = [
    { functionCall: { id: 'a1', name: 'get_weather', args: { city: 'Oslo' } }, thoughtSignature: 'c2lnbmVk' },
    { functionCall: { id: 'a2', name: 'get_time', args: { city: 'Oslo' } } },
  ]
  model.answers(answerOf(...called), answerOf({ text: 'It is 9:40 and sunny in Oslo.' }))
  await ask(page, 'Weather and time in Oslo?')
  await expect(calls(page)).toContainText('2 parallel function calls')
  await expect(calls(page).getByRole('article', { name: 'Call to get_weather' })).toContainText('Oslo')

  await writeInEditor(calls(page).getByRole('textbox', { name: 'Result of get_weather' }), '"sunny"')
  await writeInEditor(calls(page).getByRole('textbox', { name: 'Result of get_time' }), '{"time":"9:40"}')
  await calls(page).getByRole('button', { name: 'Send results' }).click()
  await expect(calls(page).getByRole('alert')).toContainText('The result must be an object')
  expect(model.requests).toHaveLength(1)
  await writeInEditor(calls(page).getByRole('textbox', { name: 'Result of get_weather' }), '{"sky":"sunny"}')
  // A system instruction with a missing value is not sent with the results either.
  const instruction = (await openSection(page, 'System instruction')).getByRole('textbox')
  await instruction.fill('You are {{role}}.')
  const sendResults = calls(page).getByRole('button', { name: 'Send results' })
  await expect(sendResults).toBeDisabled()
  await expect(sendResults).toHaveAccessibleDescription('Fill in “role” below the prompt')
  await page.getByRole('region', { name: 'Variables' }).getByRole('textbox', { name: 'role' }).fill('brief')
  await sendResults.click()
  await expect(finished(page)).toContainText('It is 9:40 and sunny in Oslo.')
  expect(model.requests[1]?.systemInstruction?.parts).toEqual([{ text: 'You are brief.' }])
  await expect(instruction).toHaveValue('You are brief.')

  expect(model.requests[0]?.tools).toEqual([{ functionDeclarations: [weather, clock] }])
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
})

test('a result that was saved as a mock answers the next call immediately', async ({
  application,
  model,
}) => {
  const { page } = application
  await declare(page, [weather])
  await save(page)
  const call = { functionCall: { name: 'get_weather', args: { city: 'Oslo' } } }
  model.answers(answerOf(call), answerOf({ text: 'Snow in Oslo.' }))
  await ask(page, 'Weather in Oslo?')
  await writeInEditor(calls(page).getByRole('textbox', { name: 'Result of get_weather' }), '{"sky":"snow"}')
  await calls(page).getByRole('button', { name: 'Save as mock' }).click()
  await calls(page).getByRole('button', { name: 'Send results' }).click()
  await expect(finished(page)).toContainText('Snow in Oslo.')

  const section = await openSection(page, 'Functions')
  await section.getByRole('button', { name: 'Edit functions…' }).click()
  await functionsDialog(page).getByRole('switch', { name: 'Send mock results automatically' }).click()
  await save(page)
  model.answers(answerOf(call), answerOf({ text: 'Snow again.' }))
  await ask(page, 'And now?')
  await expect(finished(page)).toContainText('Snow again.')
  await expect(answers(page).nth(2)).toContainText('Mock')
  expect(model.requests.at(-1)?.contents.at(-1)?.parts).toEqual([
    { functionResponse: { name: 'get_weather', response: { sky: 'snow' } } },
  ])
})

test.describe('the demo', () => {
  test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

  test('calls a declared function, and a typed result survives switching chats', async ({
    application: { page },
  }) => {
    await declare(page, [weather])
    await save(page)
    await ask(page, 'What’s the weather like in Lisbon and in Oslo? Use the function for each.')
    await expect(calls(page)).toContainText('2 parallel function calls')
    const first = calls(page).getByRole('textbox', { name: 'Result 1 of get_weather' })
    await writeInEditor(first, '{"degrees":21}')
    await promptField(page).fill('kept as well')
    await page.getByRole('button', { name: 'New chat' }).first().click()
    await page.getByRole('button', { name: /^What’s the weather like/ }).click()
    await expect(first).toContainText('21')
    await expect(promptField(page)).toHaveValue('kept as well')
    await writeInEditor(
      calls(page).getByRole('textbox', { name: 'Result 2 of get_weather' }),
      '{"degrees":4}',
    )
    await calls(page).getByRole('button', { name: 'Send results' }).click()
    await expect(finished(page)).toContainText('degrees 21')
    await expect(finished(page)).toContainText('degrees 4')
    await expect(promptField(page)).toHaveValue('kept as well')
  })
})
