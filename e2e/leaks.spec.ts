// No leak: secrets entered in the application, every failure provoked, then looked for in all that it wrote, showed and sent.
import { expect, type Page } from '@playwright/test'
import { type FakeVendor, openFakeVendor } from '../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import type { Fault } from '../src/gateway/testing/fake-vendor/fault.fixture'
import { faultNames } from '../src/gateway/testing/fake-vendor/faults.fixture'
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

/** Of signs that every encoding changes, and in no form that a pattern would know. */
const secrets = {
  'the Gemini key': 'Plover+Dunlin/"Knot=%Curlew\\Godwit&Stint?20461357',
  'the OpenAI key': 'Sable/Marten"Lynx=%Genet\\Civet+Serval&Caracal_975310',
  'the proxy’s password': 'Sorrel:Tansy/"Yarrow=%Burnet\\Clary+Lovage&Rue?8642',
}
const geminiKey = secrets['the Gemini key']
const openAiKey = secrets['the OpenAI key']
const credentials = { name: 'ada', password: secrets['the proxy’s password'] }
const login = `Basic ${Buffer.from(`${credentials.name}:${credentials.password}`).toString('base64')}`

/** Put everywhere on purpose: where the search does not find this, it finds nothing. */
const decoy = { 'the decoy': 'Magpie-Jackdaw-Rook-Raven-Chough-Jay-135792468' }
const decoyText = decoy['the decoy']
const listWithDecoy = `/v1beta/files?pageToken=${decoyText}`

/** Silence echoes nothing, and would have to be waited for; megabytes of a signature hold no key either. */
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
  double: FakeVendor
  proxy: CountingProxy
  /** A proxy that wants other credentials and repeats those that it got. */
  echo: ScriptedService
}

async function openHosts(): Promise<Hosts> {
  const double = await openFakeVendor({ geminiKey, openAiKey })
  const proxy = await openProxy()
  proxy.credentials = `${credentials.name}:${credentials.password}`
  const echo = await openScriptedService()
  echo.answer = ({ headers }, outgoing) => {
    const given = headers['proxy-authorization'] ?? ''
    const plain = Buffer.from(given.slice('Basic '.length), 'base64').toString()
    outgoing.writeHead(407, `No ${plain}`, {
      'proxy-authenticate': `Basic realm=${JSON.stringify(plain)}`,
      'x-request-id': given,
      'content-type': 'text/html',
    })
    outgoing.end(`<title>${plain} ${given}</title>`)
  }
  return { double, proxy, echo }
}

async function closeHosts({ double, proxy, echo }: Hosts): Promise<void> {
  proxy.close()
  echo.close()
  await double.close()
}

async function pressTest(page: Page, words: RegExp): Promise<void> {
  const upstream = await openSettings(page, 'Provider')
  await upstream.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
  const result = upstream.getByRole('region', { name: 'Test results' })
  await expect(result).toContainText(words)
  await expect(result).not.toContainText('Tested before the last change.')
}

async function openScript({ page, gatewayUrl }: Application): Promise<Script> {
  const gateway = await openSettings(page, 'Gateway')
  const localKey = await gateway.getByRole('textbox', { name: 'Local key' }).inputValue()
  return { gatewayUrl, localKey, told: [] }
}

/** The fault meets all that is done meanwhile. */
async function under(fault: Fault, { double }: Hosts, act: () => Promise<unknown>): Promise<void> {
  double.injectFault(fault, Number.POSITIVE_INFINITY)
  await act()
  double.clearFaults()
}

async function provokeAll(page: Page, script: Script, hosts: Hosts): Promise<CreatedResources> {
  const made = await createResources(script)
  expect(new Set(await sendAllRequests(script, made))).toEqual(new Set([200]))
  for (const fault of faults) await under(fault, hosts, () => sendAllRequests(script, made))
  for (const fault of chatFaults) await under(fault, hosts, () => askInANewChat(page, `What of ${fault}?`))
  await under('key-in-error', hosts, () => pressTest(page, /Gemini API · .*OpenAI API · /s))
  return made
}

/** The browser's own stack has a cache, a jar of cookies and a memory of proxies' logins. */
async function provokeSystemStack(page: Page, act: () => Promise<unknown>, hosts: Hosts): Promise<void> {
  const network = await openSettings(page, 'Network')
  const systemStack = network.getByRole('switch', { name: 'Use the system network stack' })
  await systemStack.click()
  await expect(systemStack).toBeChecked()
  for (const fault of ['key-in-error', 'key-in-header', 'key-in-mid-stream', 'redirect-elsewhere'] as const)
    await under(fault, hosts, act)
}

/** A name and password go only to the proxy they were entered for, so they are entered for this one too. */
async function provokeProxy(page: Page, act: () => Promise<unknown>, { echo }: Hosts): Promise<void> {
  const earlier = echo.seen.length
  await enterProxy(page, { url: echo.url })
  await pressTest(page, /proxy/i)
  expect(echo.seen.slice(earlier).some(({ headers }) => 'proxy-authorization' in headers)).toBe(false)
  await enterProxy(page, { url: echo.url, credentials })
  await pressTest(page, /proxy/i)
  await askInANewChat(page, 'What of the proxy?')
  await act()
}

/** Asks whatever tells something, of each thing that there is. */
async function askDesktop({ desktop }: DesktopClient, hosts: Hosts): Promise<void> {
  const check = () => desktop.upstreams.check({ upstream: 'vendor' })
  for (const fault of ['key-in-error', 'key-in-header', '401', '429-per-day', 'redirect-elsewhere'] as const)
    await under(fault, hosts, check)
  await Promise.all([
    desktop.application.status(),
    desktop.settings.read(),
    ...(['gemini', 'openai', 'proxy'] as const).map((slot) => desktop.keys.status({ slot })),
    desktop.localKey.read(),
    desktop.models.list(),
    desktop.network.systemProxy({ url: hosts.double.geminiUrl }),
    desktop.drafts.read(),
    desktop.conversations.search({ query: 'key', limit: 200 }),
  ])
  const exchanges = await desktop.exchanges.list({ limit: 500 })
  await Promise.all(exchanges.slice(0, 50).map(({ id }) => desktop.exchanges.read({ id })))
  for (const { id: conversationId, headTurnId } of await desktop.conversations.list()) {
    const events = await desktop.chat.watch({ conversationId })
    for await (const event of events) if (event.type === 'snapshot') break
    if (headTurnId) await desktop.chat.request({ conversationId, turnId: headTurnId })
  }
}

/** What the page shows and keeps. */
async function readPage(page: Page, when: string): Promise<SearchedText> {
  const shown = await page.evaluate(async () => {
    const fields = [...document.querySelectorAll('input, textarea')]
    return {
      html: document.documentElement.outerHTML,
      // Both kinds of fields have one.
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

/** What the hosts were asked, without each one's own credential in its own place. */
function readHosts({ double, proxy, echo }: Hosts): SearchedText[] {
  const own = new Set<string>()
  const toLines = (headers: object) => Object.entries(headers).map(String)
  const isElsewhere = (owner: readonly string[]) => (header: string) => {
    if (!owner.includes(header)) return true
    own.add(header)
    return false
  }
  const ofGemini = `x-goog-api-key,${geminiKey}`
  const ofOpenAi = `authorization,Bearer ${openAiKey}`
  const ofProxy = `proxy-authorization,${login}`
  const owners = { gemini: [ofGemini], openai: [ofOpenAi], storage: [] }
  const vendors = double.requests.map(({ host, method, url, headers, body }) => {
    return [host, method, url, toLines(headers).filter(isElsewhere(owners[host])), body.toString('latin1')]
  })
  const echoed = echo.seen.map(({ method, path, headers }) => {
    const vendor = path.startsWith(double.geminiUrl) ? ofGemini : ofOpenAi
    return [method, path, toLines(headers).filter(isElsewhere([vendor, ofProxy]))]
  })
  // Each was really at work in its own place.
  expect(own).toEqual(new Set([ofGemini, ofOpenAi, ofProxy]))
  return [
    toSearchedText('what the vendors saw', vendors),
    toSearchedText('what the proxy saw', proxy.seen),
    toSearchedText('what the echoing proxy saw', echoed),
  ]
}

async function readFiles({ userDataFolder }: Application, when: string): Promise<SearchedText[]> {
  const places = await readSearchedFiles(userDataFolder)
  return places.map(({ name, content }) => ({ name: `${name} (${when})`, content }))
}

/** One decoy for every kind of place. */
async function plantDecoy({ page, electron }: Application, script: Script): Promise<void> {
  await askInANewChat(page, decoyText)
  await promptField(page).fill(decoyText)
  await sendApiRequest(script, `/v1beta/models/${decoyText}:generateContent`, { method: 'POST', body: '{}' })
  await sendApiRequest(script, listWithDecoy)
  await page.evaluate((text) => localStorage.setItem('decoy', text), decoyText)
  await electron.evaluate((_, text) => process.stdout.write(`${text}\n`), decoyText)
}

/** Where the decoy has to be found, for a search of all places to be worth something. */
const placesOfDecoy = [
  /^the page \(in use\)/,
  /^workspace\.db(-wal)? \(in use\)/,
  /^workspace\.db \(closed\)/,
  /^Local Storage\/.+ \(closed\)/,
  /^what the vendors saw/,
  /^what the proxy saw/,
  /^what the echoing proxy saw/,
  /^the desktop contract’s answers/,
  /^the script’s answers/,
  /^stdout and stderr/,
]

test('the search finds every form of a secret, and half of one', () => {
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

test('no key and no password is written, shown, answered or sent anywhere but to its own host', async ({
  application,
}) => {
  // A dozen seconds, unless the machine has much else to do.
  test.setTimeout(150_000)
  const { page } = application
  const hosts = await openHosts()
  try {
    await enterVendors(page, { ...hosts.double, geminiKey, openAiKey })
    await enterProxy(page, { url: hosts.proxy.url, credentials })
    const script = await openScript(application)
    const made = await provokeAll(page, script, hosts)
    const client = await openDesktopClient(page)
    await plantDecoy(application, script)
    await askDesktop(client, hosts)
    const places = [await readPage(page, 'in use'), ...(await readFiles(application, 'in use'))]

    await provokeProxy(page, () => sendAllRequests(script, made), hosts)
    await sendApiRequest(script, listWithDecoy)
    await askDesktop(client, hosts)
    places.push(await readPage(page, 'with the echoing proxy'))

    await enterProxy(page, { url: hosts.proxy.url, credentials })
    await provokeSystemStack(page, () => sendAllRequests(script, made), hosts)
    await provokeProxy(page, () => sendAllRequests(script, made), hosts)
    places.push(await readPage(page, 'at the end'), ...(await readFiles(application, 'at the end')))

    await application.close()
    places.push(
      ...(await readFiles(application, 'closed')),
      ...readHosts(hosts),
      toSearchedText('the desktop contract’s answers', client.told),
      toSearchedText('the script’s answers', script.told),
      toSearchedText('stdout and stderr', await application.readOutput()),
    )
    expect(findSecrets(places, secrets)).toEqual([])
    expect(findSecrets(places, decoy)).toEqual(
      expect.arrayContaining(placesOfDecoy.map((place) => expect.stringMatching(place))),
    )
  } finally {
    await closeHosts(hosts)
  }
})
