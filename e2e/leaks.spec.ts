// Enters secrets, provokes failures that quote them, then searches everything written, shown and sent for the secrets,
// and the log also for a prompt. An error of the main process is shown with the log.
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type FakeVendor, openFakeVendor } from '../src/gateway/testing/fake-vendor/fake-vendor.fixture'
import type { Fault } from '../src/gateway/testing/fake-vendor/faults.fixture'
import { type ForwardProxy, openForwardProxy } from '../src/gateway/testing/forward-proxy.fixture'
import type { Application } from './application'
import { answers, createChat, openChat, promptField } from './chat-steps'
import { openDesktopClient } from './desktop-client'
import { generate, openGateway, toPrompt } from './gateway-client'
import { test } from './journey-test'
import { openSettings } from './settings-steps'

/** Contains characters that every encoding changes, in no format that a pattern would recognize. */
const secrets = {
  'the Gemini key': 'Plover+Dunlin/"Knot=%Curlew\\Godwit&Stint?20461357',
  'the OpenAI key': 'Sable/Marten"Lynx=%Genet\\Civet+Serval&Caracal_975310',
  'the proxy’s password': 'Sorrel:Tansy/"Yarrow=%Burnet\\Clary+Lovage&Rue?8642',
}
const geminiKey = secrets['the Gemini key']
const openAiKey = secrets['the OpenAI key']
const credentials = `ada:${secrets['the proxy’s password']}`

/** Put everywhere on purpose: a search that does not find it would find nothing. */
const decoy = { 'the decoy': 'Magpie-Jackdaw-Rook-Raven-Chough-Jay-135792468' }
const decoyText = decoy['the decoy']

/** In these, the vendor quotes the key that it received. */
const faults: readonly Fault[] = ['key-in-error', 'key-in-mid-stream', 'key-in-header', 'redirect-elsewhere']

interface SearchedText {
  name: string
  content: Buffer
}

/** Secrets by name. */
type Secrets = Readonly<Record<string, string>>

/** Pieces of this length are searched, so that half of a secret is found, too. */
const pieceLength = 12

/** All pieces of all encodings of a secret, as UTF-8 and as UTF-16. */
function toNeedles(secret: string): Buffer[] {
  const percent = encodeURIComponent(secret)
  const json = JSON.stringify(secret).slice(1, -1)
  const form = new URLSearchParams({ a: secret }).toString().slice(2)
  const hex = Buffer.from(secret).toString('hex')
  const base64 = [0, 1, 2].map((before) => toInnerBase64(secret, before))
  const encodings = [
    secret,
    percent,
    encodeURIComponent(percent),
    form,
    json,
    JSON.stringify(json),
    hex,
    ...base64,
  ]
  const pieces = new Set(encodings.flatMap((text) => text.match(new RegExp(`.{${pieceLength}}`, 'gs')) ?? []))
  const variants = [...pieces].flatMap((piece) => [piece, piece.replaceAll('+', '-').replaceAll('/', '_')])
  return variants.flatMap((piece) => [Buffer.from(piece), Buffer.from(piece, 'utf16le')])
}

/** The Base64 text of the secret without what depends on its surroundings; `before` is its offset modulo 3. */
function toInnerBase64(secret: string, before: number): string {
  const text = Buffer.from('\0'.repeat(before) + secret).toString('base64')
  return text.slice(before === 0 ? 0 : 4, Math.floor((before + secret.length) / 3) * 4)
}

/** Returns `NAME holds SECRET` for each match. */
function findSecrets(outputs: readonly SearchedText[], secrets: Secrets): string[] {
  return Object.entries(secrets).flatMap(([secret, text]) => {
    const needles = toNeedles(text)
    return outputs
      .filter(({ content }) => needles.some((needle) => content.includes(needle)))
      .map(({ name }) => `${name} holds ${secret}`)
  })
}

function toSearchedText(name: string, content: unknown): SearchedText {
  return { name, content: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) }
}

/** Throws in the main process, in the ways in which a text can get into an error. */
async function throwInMain({ electron }: Application, text: string): Promise<void> {
  await electron.evaluate((_, secret) => {
    setTimeout(() => {
      const cause = Object.assign(new Error(secret), { code: secret, path: secret })
      throw new Error(`Failed: ${secret}\n    at ${secret} (node:internal:1:1)`, { cause })
    })
    setTimeout(() => JSON.parse(secret))
    void Promise.reject(secret)
  }, text)
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
function readHosts(vendor: FakeVendor, proxy: ForwardProxy): SearchedText[] {
  const ownHeaders = {
    gemini: `x-goog-api-key,${geminiKey}`,
    openai: `authorization,Bearer ${openAiKey}`,
    storage: '',
  }
  const sent = vendor.requests.map(({ host, method, url, headers, body }) => {
    const others = Object.entries(headers)
      .map(String)
      .filter((header) => header !== ownHeaders[host])
    return [host, method, url, others, body.toString('latin1')]
  })
  return [
    toSearchedText('requests to the vendors', sent),
    toSearchedText('requests to the proxy', proxy.requests),
  ]
}

/** Every file of the data folder. */
async function readFiles({ userDataFolder }: Application, when: string): Promise<SearchedText[]> {
  const entries = await readdir(userDataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(
    files.map(async (file) => ({
      name: `${relative(userDataFolder, file)} (${when})`,
      // Temporary files of Chromium may have been deleted meanwhile.
      content: await readFile(file).catch(() => Buffer.alloc(0)),
    })),
  )
}

/** The decoy has to be found in each of these, or the search misses some output. */
const decoyNames = [
  /^the page/,
  /^workspace\.db(-wal)? \(in use\)/,
  /^workspace\.db \(closed\)/,
  /^Local Storage\/.+ \(closed\)/,
  /^requests to the vendors/,
  /^responses of the desktop API/,
  /^stdout and stderr/,
]

test('no key and no password is written, shown or sent anywhere except to its own host, and no prompt to the log', async ({
  application,
}) => {
  const { page, electron } = application
  const vendor = await openFakeVendor({ geminiKey, openAiKey })
  const proxy = await openForwardProxy({ credentials })
  try {
    const { desktop, received } = await openDesktopClient(page)
    const { geminiUrl, openAiUrl } = vendor
    const { network } = await desktop.settings.read()
    const custom = {
      ...network,
      proxyMode: 'custom' as const,
      proxyUrl: `http://127.0.0.1:${proxy.port}`,
      bypass: ['<-loopback>'],
    }
    await desktop.settings.update({
      upstream: { kind: 'vendor' },
      vendor: { geminiUrl, openAiUrl },
      network: custom,
    })
    await desktop.keys.set({ slot: 'gemini', key: geminiKey })
    await desktop.keys.set({ slot: 'openai', key: openAiKey })
    await desktop.keys.set({ slot: 'proxy', key: credentials })
    const { send } = await openGateway(application)
    await createChat(page, decoyText)
    await openChat(page, decoyText)
    const [chat] = await desktop.conversations.list()
    for (const systemStack of [false, true]) {
      await desktop.settings.update({ network: { ...custom, systemStack } })
      for (const fault of faults) {
        vendor.injectFault(fault, Number.POSITIVE_INFINITY)
        const parts = [{ text: `What of ${fault}?` }]
        await desktop.chat.send({
          conversationId: chat?.id ?? '',
          parts,
          parameters: { model: 'gen-2.5-flash' },
        })
        await send(generate, toPrompt(decoyText))
        await expect.poll(async () => (await desktop.application.status()).running).toBe(0)
        vendor.clearFaults()
      }
    }
    expect(proxy.requests.length).toBeGreaterThan(faults.length)
    expect(vendor.requests.some(({ headers }) => headers['x-goog-api-key'] === geminiKey)).toBe(true)

    await throwInMain(application, `${decoyText} ${Object.values(secrets).join(' ')}`)
    const notice = page.getByRole('listitem').filter({ hasText: 'An unexpected error occurred.' })
    await expect(notice).toHaveCount(1)
    const opened = electron.evaluate(
      ({ shell }) => new Promise((resolve) => Object.assign(shell, { openPath: resolve })),
    )
    await notice.getByRole('button', { name: 'Open log folder' }).click()
    expect(await opened).toBe(join(application.userDataFolder, 'logs'))

    await page.evaluate((text) => localStorage.setItem('decoy', text), decoyText)
    await electron.evaluate((_, text) => process.stdout.write(`${text}\n`), decoyText)
    await openSettings(page, 'Network')
    const outputs = [await readPage(page, 'Network')]
    const provider = await openSettings(page, 'Provider')
    await provider.getByRole('button', { name: 'Test Gemini and OpenAI' }).click()
    await expect(provider.getByRole('region', { name: 'Test results' })).toContainText('Gemini API')
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    // The last response is about the last fault.
    await expect(answers(page).last()).toContainText('redirected this request')
    await promptField(page).fill(decoyText)
    const { rows } = await desktop.exchanges.list({ limit: 500 })
    for (const { id } of rows) await desktop.exchanges.read({ id })
    for (const slot of ['gemini', 'openai', 'proxy'] as const) await desktop.keys.status({ slot })
    outputs.push(await readPage(page, 'Chat'), ...(await readFiles(application, 'in use')))

    await application.close()
    const closed = await readFiles(application, 'closed')
    const log = closed.find(({ name }) => name.startsWith('logs/gen-playground.log'))
    const text = log?.content.toString() ?? ''
    expect(text.match(/Uncaught exception|Unhandled rejection/g)).toHaveLength(3)
    expect(text).toMatch(/ Started: version .* Electron .*\n(.*\n)*.* Stopped\n$/)
    expect(findSecrets(log ? [log] : [], { ...secrets, ...decoy })).toEqual([])
    outputs.push(
      ...closed,
      ...readHosts(vendor, proxy),
      toSearchedText('responses of the desktop API', received),
      toSearchedText('stdout and stderr', await application.readOutput()),
    )
    expect(findSecrets(outputs, secrets)).toEqual([])
    expect(findSecrets(outputs, decoy)).toEqual(
      expect.arrayContaining(decoyNames.map((name) => expect.stringMatching(name))),
    )
  } finally {
    await proxy.close()
    await vendor.close()
  }
})
