// Enters secrets, provokes every failure, then searches everything written, shown and sent for the secrets.
import { expect, type Page } from '@playwright/test'
import { type FakeVendor, openFakeVendor } from '../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import { type Fault, faultNames } from '../src/gateway/testing/fake-vendor/faults.fixture'
import {
  type CreatedResources,
  createResources,
  type Script,
  sendAllRequests,
  sendApiRequest,
} from './api-requests'
import { type Application, test } from './application'
import { askInANewChat, promptField } from './chat-steps'
import { type CountingProxy, openProxy } from './counting-proxy'
import { type DesktopClient, openDesktopClient } from './desktop-client'
import { openScriptedService, type ScriptedService } from './scripted-service'
import {
  findSecrets,
  listEncodings,
  readSearchedFiles,
  type SearchedText,
  toSearchedText,
} from './secret-search'
import { enterProxy, enterVendors, openSettings } from './settings-steps'

/** Contains characters that every encoding changes, in no format that a pattern would recognize. */
const secrets = {
  'the Gemini key': 'Plover+Dunlin/"Knot=%Curlew\\Godwit&Stint?20461357',
  'the OpenAI key': 'Sable/Marten"Lynx=%Genet\\Civet+Serval&Caracal_975310',
  'the proxy’s password': 'Sorrel:Tansy/"Yarrow=%Burnet\\Clary+Lovage&Rue?8642',
}
const geminiKey = secrets['the Gemini key']
const openAiKey = secrets['the OpenAI key']
const credentials = { name: 'ada', password: secrets['the proxy’s password'] }
const login = `Basic ${Buffer.from(`${credentials.name}:${credentials.password}`).toString('base64')}`

/** Put everywhere on purpose: a search that does not find it would find nothing. */
const decoy = { 'the decoy': 'Magpie-Jackdaw-Rook-Raven-Chough-Jay-135792468' }
const decoyText = decoy['the decoy']
const listWithDecoy = `/v1beta/files?pageToken=${decoyText}`

/** A silent vendor echoes nothing, and would need a timeout; a huge signature holds no key either. */
const harmless: readonly Fault[] = ['slow-headers', 'silent-body', 'huge-signature']
const faults = faultNames.filter((fault) => !harmless.includes(fault))

const chatFaults: readonly Fault[] = [
  'key-in-error',
  'key-in-mid-stream',
  'key-in-header',
  'redirect-elsewhere',
  'truncated-json',
  'html',
  '401',
  '403',
  '429-with-retry-info',
]

interface Hosts {
  vendor: FakeVendor
  proxy: CountingProxy
  /** A proxy that requires other credentials, and repeats those it received. */
  echo: ScriptedService
}

async function openHosts(): Promise<Hosts> {
  const vendor = await openFakeVendor({ geminiKey, openAiKey })
  const proxy = await openProxy()
  proxy.credentials = `${credentials.name}:${credentials.password}`
  const echo = await openScriptedService()
  echo.answer = ({ headers }, outgoing) => {
    const login = headers['proxy-authorization'] ?? ''
    const plain = Buffer.from(login.slice('Basic '.length), 'base64').toString()
    outgoing.writeHead(407, `No ${plain}`, {
      'proxy-authenticate': `Basic realm=${JSON.stringify(plain)}`,
      'x-request-id': login,
      'content-type': 'text/html',
    })
    outgoing.end(`<title>${plain} ${login}</title>`)
  }
  return { vendor, proxy, echo }
}

async function closeHosts({ vendor, proxy, echo }: Hosts): Promise<void> {
  proxy.close()
  echo.close()
  await vendor.close()
}

async function pressTest(page: Page, text: RegExp): Promise<void> {
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
  const result = upstream.getByRole('region', { name: 'Test results' })
  await expect(result).toContainText(text)
  await expect(result).not.toContainText('Tested before the last change.')
}

async function openScript({ page, gatewayUrl }: Application): Promise<Script> {
  const gateway = await openSettings(page, 'Gateway')
  const localKey = await gateway.getByRole('textbox', { name: 'Local key' }).inputValue()
  return { gatewayUrl, localKey, responses: [] }
}

/** The vendor shows the fault for as long as the action runs. */
async function withFault(fault: Fault, { vendor }: Hosts, action: () => Promise<unknown>): Promise<void> {
  vendor.injectFault(fault, Number.POSITIVE_INFINITY)
  await action()
  vendor.clearFaults()
}

async function provokeAll(page: Page, script: Script, hosts: Hosts): Promise<CreatedResources> {
  const resources = await createResources(script)
  expect(new Set(await sendAllRequests(script, resources))).toEqual(new Set([200]))
  for (const fault of faults) await withFault(fault, hosts, () => sendAllRequests(script, resources))
  for (const fault of chatFaults)
    await withFault(fault, hosts, () => askInANewChat(page, `What of ${fault}?`))
  await withFault('key-in-error', hosts, () => pressTest(page, /Gemini API · .*OpenAI API · /s))
  return resources
}

/** Chromium's network stack has a cache, cookies and stored proxy logins of its own. */
async function provokeSystemStack(page: Page, action: () => Promise<unknown>, hosts: Hosts): Promise<void> {
  const network = await openSettings(page, 'Network')
  const systemStack = network.getByRole('switch', { name: 'Use the system network stack' })
  await systemStack.click()
  await expect(systemStack).toBeChecked()
  for (const fault of ['key-in-error', 'key-in-header', 'key-in-mid-stream', 'redirect-elsewhere'] as const)
    await withFault(fault, hosts, action)
}

/** Credentials go only to the proxy they were entered for, so they are entered for this one too. */
async function provokeProxy(page: Page, action: () => Promise<unknown>, { echo }: Hosts): Promise<void> {
  const earlier = echo.received.length
  await enterProxy(page, { url: echo.url })
  await pressTest(page, /proxy/i)
  expect(echo.received.slice(earlier).some(({ headers }) => 'proxy-authorization' in headers)).toBe(false)
  await enterProxy(page, { url: echo.url, credentials })
  await pressTest(page, /proxy/i)
  await askInANewChat(page, 'What of the proxy?')
  await action()
}

/** Calls everything in the desktop API that returns data, for every object. */
async function callDesktop({ desktop }: DesktopClient, hosts: Hosts): Promise<void> {
  const check = () => desktop.upstreams.check({ upstream: 'vendor' })
  for (const fault of ['key-in-error', 'key-in-header', '401', '429-per-day', 'redirect-elsewhere'] as const)
    await withFault(fault, hosts, check)
  await Promise.all([
    desktop.application.status(),
    desktop.settings.read(),
    ...(['gemini', 'openai', 'proxy'] as const).map((slot) => desktop.keys.status({ slot })),
    desktop.localKey.read(),
    desktop.models.list(),
    desktop.network.systemProxy({ url: hosts.vendor.geminiUrl }),
    desktop.drafts.read(),
    desktop.conversations.search({ query: 'key', limit: 200 }),
  ])
  const { rows: exchanges } = await desktop.exchanges.list({ limit: 500 })
  await Promise.all(exchanges.slice(0, 50).map(({ id }) => desktop.exchanges.read({ id })))
  for (const { id: conversationId, headTurnId } of await desktop.conversations.list()) {
    const events = await desktop.chat.watch({ conversationId })
    for await (const event of events) if (event.type === 'snapshot') break
    if (headTurnId) await desktop.chat.request({ conversationId, turnId: headTurnId })
  }
}

/** Everything that the page shows and stores. */
async function readPage(page: Page, when: string): Promise<SearchedText> {
  const shown = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')]
    return {
      html: document.documentElement.outerHTML,
      // Both kinds of fields have a value.
      typed: fields.map((field) => (field as HTMLInputElement).value),
      local: { ...localStorage },
      session: { ...sessionStorage },
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
      history: [location.href, document.title, history.state],
      resources: performance.getEntries().map(({ name }) => name),
    }
  })
  return toSearchedText(`the page (${when})`, shown)
}

/** All requests that the hosts received, except each host's own credential in its own header. */
function readHosts({ vendor, proxy, echo }: Hosts): SearchedText[] {
  const found = new Set<string>()
  const toLines = (headers: object) => Object.entries(headers).map(String)
  const isElsewhere = (ownHeaders: readonly string[]) => (header: string) => {
    if (!ownHeaders.includes(header)) return true
    found.add(header)
    return false
  }
  const ofGemini = `x-goog-api-key,${geminiKey}`
  const ofOpenAi = `authorization,Bearer ${openAiKey}`
  const ofProxy = `proxy-authorization,${login}`
  const ownHeaders = { gemini: [ofGemini], openai: [ofOpenAi], storage: [] }
  const vendors = vendor.requests.map(({ host, method, url, headers, body }) => {
    return [
      host,
      method,
      url,
      toLines(headers).filter(isElsewhere(ownHeaders[host])),
      body.toString('latin1'),
    ]
  })
  const echoed = echo.received.map(({ method, path, headers }) => {
    const vendorHeader = path.startsWith(vendor.geminiUrl) ? ofGemini : ofOpenAi
    return [method, path, toLines(headers).filter(isElsewhere([vendorHeader, ofProxy]))]
  })
  // Each credential was really sent to its own host.
  expect(found).toEqual(new Set([ofGemini, ofOpenAi, ofProxy]))
  return [
    toSearchedText('requests to the vendors', vendors),
    toSearchedText('requests to the proxy', proxy.requests),
    toSearchedText('requests to the echoing proxy', echoed),
  ]
}

async function readFiles({ userDataFolder }: Application, when: string): Promise<SearchedText[]> {
  const files = await readSearchedFiles(userDataFolder)
  return files.map(({ name, content }) => ({ name: `${name} (${when})`, content }))
}

/** Puts the decoy into every kind of output. */
async function plantDecoy({ page, electron }: Application, script: Script): Promise<void> {
  await askInANewChat(page, decoyText)
  await promptField(page).fill(decoyText)
  await sendApiRequest(script, `/v1beta/models/${decoyText}:generateContent`, { method: 'POST', body: '{}' })
  await sendApiRequest(script, listWithDecoy)
  await page.evaluate((text) => localStorage.setItem('decoy', text), decoyText)
  await electron.evaluate((_, text) => process.stdout.write(`${text}\n`), decoyText)
}

/** The decoy has to be found in each of these, or the search misses some output. */
const decoyNames = [
  /^the page \(in use\)/,
  /^workspace\.db(-wal)? \(in use\)/,
  /^workspace\.db \(closed\)/,
  /^Local Storage\/.+ \(closed\)/,
  /^requests to the vendors/,
  /^requests to the proxy/,
  /^requests to the echoing proxy/,
  /^responses of the desktop API/,
  /^responses to the script/,
  /^stdout and stderr/,
]

test('the search finds every encoding of a secret, and half of one', () => {
  for (const [name, text] of Object.entries(secrets)) {
    const forms = listEncodings(text)
    const halves = forms.map((form) => form.slice(form.length / 2))
    const base64 = ['a', 'ab', 'abc'].map((before) => Buffer.from(`${before}${text}d`).toString('base64'))
    for (const form of [...forms, ...halves, ...base64])
      for (const encoding of ['utf8', 'utf16le'] as const) {
        const content = Buffer.from(`some words ${form} and more`, encoding)
        expect([form, ...findSecrets([{ name: 'it', content }], secrets)]).toEqual([form, `it holds ${name}`])
      }
  }
  expect(findSecrets([toSearchedText('it', `some words and ${decoyText}`)], secrets)).toEqual([])
})

test('no key and no password is written, shown, returned or sent anywhere except to its own host', async ({
  application,
}) => {
  // Takes about twelve seconds unless the machine is busy.
  test.slow()
  const { page } = application
  const hosts = await openHosts()
  try {
    await enterVendors(page, { ...hosts.vendor, geminiKey, openAiKey })
    await enterProxy(page, { url: hosts.proxy.url, credentials })
    const script = await openScript(application)
    const resources = await provokeAll(page, script, hosts)
    const client = await openDesktopClient(page)
    await plantDecoy(application, script)
    await callDesktop(client, hosts)
    const outputs = [await readPage(page, 'in use'), ...(await readFiles(application, 'in use'))]

    await provokeProxy(page, () => sendAllRequests(script, resources), hosts)
    await sendApiRequest(script, listWithDecoy)
    await callDesktop(client, hosts)
    outputs.push(await readPage(page, 'with the echoing proxy'))

    await enterProxy(page, { url: hosts.proxy.url, credentials })
    await provokeSystemStack(page, () => sendAllRequests(script, resources), hosts)
    await provokeProxy(page, () => sendAllRequests(script, resources), hosts)
    outputs.push(await readPage(page, 'at the end'), ...(await readFiles(application, 'at the end')))

    await application.close()
    outputs.push(
      ...(await readFiles(application, 'closed')),
      ...readHosts(hosts),
      toSearchedText('responses of the desktop API', client.received),
      toSearchedText('responses to the script', script.responses),
      toSearchedText('stdout and stderr', await application.readOutput()),
    )
    expect(findSecrets(outputs, secrets)).toEqual([])
    expect(findSecrets(outputs, decoy)).toEqual(
      expect.arrayContaining(decoyNames.map((name) => expect.stringMatching(name))),
    )
  } finally {
    await closeHosts(hosts)
  }
})
