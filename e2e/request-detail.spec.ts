// A logged request: its views, and sending it again as it was, changed, or from the panel that it fits.
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessibility'
import { test } from './application'
import { answers, ask, chooseFromMenu, finished, promptField, writeInEditor } from './chat-steps'
import { answerOf } from './scripted-model'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request', exact: true })

test('a request can be read, replayed, changed, compared, and opened in Chat', async ({
  application,
  model,
}) => {
  const { page } = application
  model.answers([...answerOf({ text: 'Herons ' }), ...answerOf({ text: 'fly.' })])
  await ask(page, 'What do herons do?')
  await finished(page).getByRole('button', { name: 'View request' }).click()
  const detail = dialog(page)
  await expect(detail.getByRole('list', { name: 'Timing' })).toContainText(/In gateway.*Waiting.*Streaming/)

  const response = detail.getByRole('region', { name: 'Response', exact: true })
  await response.getByRole('radio', { name: 'Content' }).click()
  await expect(response.getByRole('region', { name: 'Response content' })).toHaveText('Herons fly.')
  await detail.getByRole('radio', { name: 'Tree' }).first().click()
  await expect(detail.getByRole('tree', { name: 'Request tree' })).toContainText('What do herons do?')
  await detail.getByRole('button', { name: '2 events' }).click()
  await expect(detail.getByRole('textbox', { name: 'Events' })).toContainText('Herons')
  await expectNoViolations(page, 'Request', '[role="dialog"]')

  // The scripted model is not the demo, so a replay may be billed.
  await detail.getByRole('button', { name: 'Replay request' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Replay this request?' })
  await expect(question).toContainText('may bill this request')
  await question.getByRole('button', { name: 'Replay request' }).press('Enter')
  await expect(page.getByText('Request sent')).toBeVisible()
  expect(model.requests).toHaveLength(2)
  expect(model.requests[1]).toEqual(model.requests[0])
  await chooseFromMenu(detail, 'More request actions', 'Select for comparison')

  await detail.getByRole('button', { name: 'Edit request' }).press('Enter')
  const edited = page.getByRole('dialog', { name: 'Edit request' })
  await expectNoViolations(page, 'Edit request', '[role="dialog"]')
  const body = edited.getByRole('textbox', { name: 'Body' })
  await writeInEditor(body, JSON.stringify(model.requests[0]).replace('herons', 'owls'))
  await edited.getByRole('button', { name: 'Send request' }).click()
  await expect.poll(() => model.requests.length).toBe(3)
  expect(model.requests[2]?.contents).toEqual([{ role: 'user', parts: [{ text: 'What do owls do?' }] }])

  await page.keyboard.press('Escape')
  model.answers(answerOf({ text: 'Owls sleep.' }))
  await ask(page, 'And owls?')
  await expect(finished(page)).toContainText('Owls sleep.')
  await finished(page).getByRole('button', { name: 'View request' }).click()
  await chooseFromMenu(dialog(page), 'More request actions', 'Compare with selected request')
  const comparison = page.getByRole('dialog', { name: 'Compare requests' })
  await expect(
    comparison.getByRole('region', { name: 'Response changes' }).locator('ins').first(),
  ).toHaveText('Owls')
  await expectNoViolations(page, 'Compare requests', '[role="dialog"]')
  await page.keyboard.press('Escape')
  await chooseFromMenu(dialog(page), 'More request actions', 'Open in Chat')
  await expect(answers(page)).toHaveText([/Herons fly/])
  await expect(promptField(page)).toHaveText('And owls?')
})
