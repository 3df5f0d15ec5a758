// The request log: found, filtered, sorted, stopped and compared requests, and the whole of it by keyboard.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import type { Application } from '../application'
import { choosePath } from '../chat-steps'
import { generate, openGateway, toPrompt } from '../gateway-client'
import { nameFocused } from '../keyboard-steps'
import { test } from '../page-test'
import { resize } from '../window-size'

const panel = (page: Page) => page.getByRole('region', { name: 'Gateway', exact: true })
/** Without the row of column names. */
const rows = (page: Page) => panel(page).getByRole('grid', { name: 'Requests' }).locator('[data-id]')
const search = (page: Page) => panel(page).getByRole('searchbox', { name: 'Search requests' })
const detail = (page: Page) => panel(page).getByRole('region', { name: 'Request details' })

/** Opens the log, and returns a client of the gateway. */
async function openLog(application: Application) {
  await application.page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  return await openGateway(application)
}

test('requests are found by what they contain, grouped, sorted, replayed, compared and exported', async ({
  application,
}, testInfo) => {
  const { page } = application
  await resize(application, { width: 1440, height: 900, zoom: 1 })
  const { key, send } = await openLog(application)
  await send(generate, toPrompt('A heron by the river.'))
  await send(generate, toPrompt('An owl.'), { 'x-demo': 'fail=429', 'user-agent': 'nightly/2.0' })
  const video = '/v1beta/models/gen-video-3.1-fast-generate-preview:predictLongRunning'
  const started = await (await send(video, { instances: [{ prompt: 'A boat' }] })).json()
  for (let count = 0; count < 3; count += 1) await send(`/v1beta/${started.name}`)

  // Three polls are one row, which opens to the other two.
  await expect(rows(page)).toHaveCount(4)
  await panel(page).getByRole('button', { name: 'Expand polls' }).click()
  await expect(rows(page)).toHaveCount(6)
  await panel(page).getByRole('button', { name: 'Collapse polls' }).click()

  await search(page).fill('heron by the')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('200')
  await search(page).fill('nothing has this text')
  await expect(panel(page).getByRole('heading', { name: 'No results' })).toBeVisible()
  await panel(page).getByRole('button', { name: 'Clear filters' }).last().click()
  await rows(page).filter({ hasText: '429' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by client' }).click()
  await expect(panel(page).getByRole('list', { name: 'Active filters' })).toContainText('nightly/2.0')
  await expect(rows(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Clear filters' }).click()
  await panel(page).getByRole('checkbox', { name: '4xx Client error' }).check()
  await expect(rows(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Clear filters' }).click()

  const head = (name: string) => panel(page).getByRole('columnheader', { name })
  await head('Status').getByRole('button').click()
  await expect(head('Status')).toHaveAttribute('aria-sort', 'ascending')
  await head('Status').getByRole('button').click()
  await expect(rows(page).first()).toContainText('429')
  await head('Status').getByRole('button').click()
  await panel(page).getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Model', checked: true }).click()
  await page.keyboard.press('Escape')
  await expect(head('Model')).toBeHidden()

  // A replayed request opens at once.
  await rows(page).filter({ hasText: generate }).filter({ hasText: '200' }).click()
  await expect(detail(page)).toContainText('A heron by the river.')
  await expectNoViolations(page, 'the log with an open request')
  await detail(page).getByRole('button', { name: 'Replay request' }).click()
  await expect(rows(page)).toHaveCount(5)
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  await expect(detail(page)).toContainText('A heron by the river.')
  await rows(page)
    .filter({ hasText: '429' })
    .click({ modifiers: ['Control'] })
  await expect(panel(page).getByText('2 selected')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Compare requests' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare requests' })
  const inserted = comparison.getByRole('region', { name: 'Request changes' }).locator('ins')
  await expect(inserted.last()).toContainText('heron')
  await page.keyboard.press('Escape')

  const file = join(testInfo.outputDir, 'requests.har')
  await choosePath(application, file)
  await search(page).fill('simulated')
  await expect(rows(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Export matching requests…' }).click()
  await expect(page.getByText(/1 request exported/)).toBeVisible()
  const { log } = JSON.parse(await readFile(file, 'utf8'))
  expect(log.entries).toMatchObject([{ response: { status: 429 } }])
  expect(JSON.stringify(log)).not.toContain(key)

  await search(page).fill('')
  await panel(page).getByRole('button', { name: 'Pause log' }).click()
  await send('/v1beta/models')
  await expect(panel(page)).toContainText('Paused · 1 new')
  await panel(page).getByRole('button', { name: 'Resume log' }).click()
  await expect(rows(page)).toHaveCount(6)
  await panel(page).getByRole('button', { name: 'Clear log…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click()
  await expect(panel(page).getByRole('heading', { name: 'No requests yet' })).toBeVisible()
})

test('rejected requests are listed without keys; one in progress is stopped, copied, and counted as canceled', async ({
  application,
}) => {
  const { page, gatewayUrl } = application
  const { key, send } = await openLog(application)
  await fetch(`${gatewayUrl}${generate}?key=wrong`, { method: 'POST', body: '{}' })
  await fetch(`${gatewayUrl}/v1beta/model/x&key=CANARY`)
  await expect(panel(page)).toContainText('1 missing or wrong key · 1 unknown path or method')
  await expect(panel(page)).toContainText('GET /v1beta/model/x&key=…')
  await expect(rows(page).filter({ hasText: '401 rejected' })).toContainText('E2 Generation')
  await expect(panel(page)).not.toContainText('CANARY')
  await panel(page).getByRole('button', { name: 'Test', exact: true }).click()
  await expect(panel(page).getByRole('region', { name: 'Provider' })).toContainText('Test passed')

  const path = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
  const response = await send(path, toPrompt('Count to ten.'), { 'x-demo': 'stall-after=1' })
  const text = response.text().catch(() => 'cut off')
  await expect(panel(page)).toContainText('200 in progress')
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await rows(page)
    .filter({ hasText: /:streamGenerateContent/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Request' })
  await dialog.getByRole('button', { name: 'Stop request' }).click()
  await expect(dialog).toContainText('Stopped in the Gateway panel.')
  expect(await text).toBe('cut off')
  await expectNoViolations(page, 'an opened request in a drawer')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toContainText('200 canceled')
  await page.keyboard.press('c')
  await expect(page.getByText('curl command copied')).toBeVisible()
  const readClipboard = () => application.electron.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(readClipboard).toContain(`curl -N '${gatewayUrl}${path}&key='"$GEN_PLAYGROUND_KEY"`)
  const copied = await readClipboard()
  expect(copied).toContain('"Count to ten."')
  expect(copied).not.toContain(key)
  await panel(page).getByRole('tab', { name: 'Usage' }).click()
  await panel(page).getByRole('radio', { name: 'Day', exact: true }).click()
  await expect(panel(page).getByRole('button', { name: /: [\d,]+\. .*Canceled 1/ })).toBeVisible()
})

test('the log is used by keyboard alone, in a small window', async ({ application }) => {
  const { page } = application
  await resize(application, { width: 900, height: 600, zoom: 1 })
  const { send } = await openLog(application)
  for (const text of ['First.', 'Second.', 'Third.']) await send(generate, toPrompt(text))
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('/')
  expect(await nameFocused(page)).toBe('Search requests')
  await page.keyboard.type('first')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(3)
  for (const key of ['ArrowDown', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
  const dialog = page.getByRole('dialog', { name: 'Request', exact: true })
  await expect(dialog).toContainText('Second.')
  // The open request follows the cursor.
  await page.keyboard.press('j')
  await expect(dialog).toContainText('First.')
  await page.keyboard.press('k')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await nameFocused(page)).toBe('Requests')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(panel(page).getByText('3 selected')).toBeVisible()
  await expectNoViolations(page, 'the log with selected requests')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByText('3 requests')).toBeVisible()
  await page.keyboard.press('r')
  await expect(dialog).toContainText('Second.')
  await page.keyboard.press('Escape')
})
