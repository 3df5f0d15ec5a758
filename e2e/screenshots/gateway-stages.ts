// Screenshots of the Gateway panel: requests of several scripts, one of them open, and the other tabs.
import type { Page } from '@playwright/test'
import { openPanel, timeout } from './screenshot-steps'

const withRequests = new WeakSet<Page>()

const ask = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
const streamPath = '/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse'
const imagePath = '/v1beta/models/gen-2.5-flash-image:generateContent'

/** One after the other, so that their order is the same in every picture. */
const requests = [
  { client: 'OpenAI/Python 2.7', path: '/v1beta/models' },
  {
    client: 'python-requests/2.32',
    path: '/v1beta/models/gen-2.5-pro:generateContent',
    body: ask('Name three rivers.'),
  },
  {
    client: 'google-genai-sdk/1.30 gl-node/22',
    path: '/v1beta/models/gen-embedding-001:embedContent',
    body: { content: { parts: [{ text: 'Harbor' }] } },
  },
  {
    client: 'google-genai-sdk/1.30 gl-node/22',
    path: imagePath,
    body: ask('A sailing boat on a calm sea at sunset.'),
  },
  { client: 'curl/8.5', path: streamPath, body: { contents: 'Hello' } },
  { client: 'nightly-evaluation/0.4', path: streamPath, body: ask('Explain tides.') },
  {
    client: 'nightly-evaluation/0.4',
    path: streamPath,
    body: ask('Write a short story about a lighthouse keeper.'),
  },
]

/** The newest request, open beside the list. */
export async function showLog(page: Page) {
  await openGateway(page, 'Log')
  await page.keyboard.press('Escape')
  await page.getByText(`${requests.length} requests`).waitFor({ timeout })
  await page.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Replay request' }).waitFor({ timeout })
}

export async function showUsage(page: Page) {
  await openGateway(page, 'Usage')
  await page.getByRole('table').waitFor({ timeout })
}

/** The fields and the example of streaming, with a response. */
export async function showReference(page: Page) {
  await openGateway(page, 'Reference')
  await page.getByRole('tab', { name: /^E6 / }).click()
  await page.getByRole('tab', { name: 'Try it' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page
    .getByRole('region', { name: 'Response', exact: true })
    .getByRole('status')
    .filter({ hasText: '200' })
    .waitFor({ timeout })
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'hidden', timeout })
}

export async function showConnect(page: Page) {
  await openGateway(page, 'Connect')
  await page.getByRole('tab', { name: 'Python' }).click()
}

async function openGateway(page: Page, tab: string) {
  await page.keyboard.press('Escape')
  await openPanel(page, 'Gateway')
  if (!withRequests.has(page)) await sendRequests(page)
  withRequests.add(page)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

async function sendRequests(page: Page) {
  const { url, key } = await readConnection(page)
  for (const { client, path, body } of requests) {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json', 'user-agent': client },
      ...(body && { body: JSON.stringify(body) }),
    })
    await response.text()
  }
}

async function readConnection(page: Page) {
  const url = (await page.getByRole('contentinfo').getByRole('button').first().textContent()) ?? ''
  const section = page.getByRole('region', { name: 'Local key' })
  await section.getByRole('button', { name: 'Show local key' }).click()
  const key = (await section.textContent())?.match(/gp-[\w-]{32}/)?.[0] ?? ''
  await section.getByRole('button', { name: 'Hide local key' }).click()
  return { url: /http:\/\/[\d.:]+/.exec(url)?.[0] ?? '', key }
}
