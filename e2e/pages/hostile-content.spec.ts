// Hostile content from models, files and services neither scripts, nor loads anything, nor navigates, wherever it appears.
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, type Locator } from '@playwright/test'
import { sendEvent, sendJson } from '../../src/dev/scripted-upstream.mjs'
import { ask, finished, prompts } from '../chat-steps'
import { test as base, scrollThroughAnswer } from '../content-guard'
import { type HostileContent, toHostileContent } from '../hostile-content'
import { writeLongConversation } from '../long-conversation'
import type { Chunk } from '../scripted-model'
import { openProvider } from '../scripted-service'
import { answerDialogs } from '../video-steps'

interface Fixtures {
  content: HostileContent
  /** Asks with this prompt, and returns the answer, which starts with the prompt. */
  show: (prompt: string, text: string) => Promise<Locator>
}

const test = base.extend<Fixtures>({
  content: async ({ canary }, use) => use(toHostileContent(canary.url)),
  show: async ({ application: { page }, model }, use) =>
    use(async (prompt, text) => {
      model.answers(answerOf([{ text: `${prompt}\n\n${text}` }]))
      await ask(page, prompt)
      return finished(page).filter({ hasText: prompt })
    }),
})

const answerOf = (parts: object[], fields: object = {}): Chunk[] => [
  { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...fields }] },
]
const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``

test('Markdown of an answer is harmless, and the guard would notice if it was not', async ({
  application: { page, electron },
  canary,
  content: { markdown },
  guard,
  model,
}) => {
  const source = markdown.map(({ name, text }) => `case:${name}\n\n${text}`).join('\n\n')
  const answer = model.streams()
  await ask(page, 'Everything')
  await expect.poll(() => model.requests.length).toBe(1)
  // The page shows an answer in frames: this makes it show unfinished content.
  for (const piece of source.match(/.{1,40}/gsu) ?? []) {
    answer.add(piece)
    await nextTurn()
  }
  answer.end()
  await expect(finished(page)).toBeVisible()
  const shown = await page.evaluate(scrollThroughAnswer)
  expect(markdown.map(({ name }) => name).filter((name) => !shown.includes(name))).toEqual([])
  const links = await finished(page).getByRole('link').all()
  expect(links.length).toBeGreaterThan(8)
  // The others are addresses within tags that are shown as text, which are alike.
  for (const [index, link] of links.slice(-8).entries()) {
    const address = await link.evaluate(({ href }: HTMLAnchorElement) => new URL(href).href)
    await link.click({ button: index % 2 === 0 ? 'left' : 'middle' })
    await expect(page.getByRole('dialog').locator('p.font-mono')).toHaveText(address)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await guard.expectHarmless('Markdown')

  await page.evaluate((url) => {
    const host = document.createElement('div')
    host.innerHTML = `<img src="${url}/control" onerror="1"><a href="javascript:1">x</a><iframe src="${url}"></iframe>`
    document.body.append(host)
    const { hostile } = window as unknown as { hostile: (name: string) => void }
    hostile('control')
    location.href = `${url}/away`
  }, canary.url)
  await fetch(`${canary.url}/control`)
  const noticed = [
    'script: control',
    'request: /control',
    `navigation: ${canary.url}/away`,
    expect.stringMatching(/^element: <img .*onerror/),
    expect.stringMatching(/^element: <a .*javascript/),
    expect.stringMatching(/^element: <iframe/),
  ]
  await expect.poll(() => guard.findHarm()).toEqual(expect.arrayContaining(noticed))
  expect(electron.windows()).toHaveLength(1)
})

test('previews of code are harmless', async ({ content, guard, show }) => {
  const codes = [
    ...content.drawings.map(({ text }) => text),
    content.suggestions.map(({ text }) => text).join('\n'),
  ]
  const blocks = codes.map((code, at) =>
    fence(at < content.drawings.length ? 'svg' : 'html', `${code}\n<p>shown</p>`),
  )
  const previews = await show('Previews', blocks.join('\n\n'))
  for (const [at, code] of codes.entries()) {
    const block = previews.getByRole('region', { name: /^Code: (SVG|HTML)$/ }).nth(at)
    await block.getByRole('radio', { name: 'Preview' }).click()
    await expect(block.locator('iframe').contentFrame().getByText('shown'), code).toBeAttached()
  }

  // Each level shows the one before it ten times, by another kind of reference.
  const kinds = [
    (id: string) => `<use href="about:srcdoc#%6D${id.slice(1)}"/>`,
    (id: string) => `<rect width="9" height="9" style="mask:u\\72l(\\23 ${id})"/>`,
    // The reference exists only once the animation runs.
    (id: string) => `<use><set attributeName="xlink:href" to="#${id}"/></use>`,
  ]
  const bombs = kinds.map((refer, at) => {
    const tag = at === 0 ? 'g' : 'mask'
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<${tag} id="m${level + 1}">${refer(`m${level}`).repeat(10)}</${tag}>`,
    )
    return `<svg xmlns="http://www.w3.org/2000/svg"><g id="m0"><rect width="1" height="1"/></g>${levels.join('')}${refer('m9')}</svg>`
  })
  const image = `![inert](data:image/svg+xml;base64,${Buffer.from(bombs[0] ?? '').toString('base64')})`
  const answer = await show('Bombs', [...bombs.map((bomb) => fence('svg', bomb)), image].join('\n\n'))
  await expect(answer).toContainText('inert')
  await expect(answer.locator('img')).toHaveCount(0)
  for (const at of bombs.keys()) {
    const block = answer.getByRole('region', { name: 'Code: SVG' }).nth(at)
    await block.getByRole('radio', { name: 'Preview' }).click()
    await expect(block).toContainText('This code is too complex to preview.')
  }
  await guard.expectHarmless('previews')
})

/** Runs in the frame of a diagram: elements and attributes that could script, load or navigate. */
function findHarmInFrame(): string[] {
  const { body } = document
  const elements = [...body.querySelectorAll('*')].filter(
    (element) =>
      element.matches('iframe, object, embed, link, meta, base, form, video, audio, animate, set') ||
      (element.matches('script') && !element.getAttribute('src')?.startsWith('./assets/')) ||
      [...element.attributes].some(({ name, value }) => {
        const plain = value.replace(/[\p{Cc}\s]/gu, '')
        const isUrl = /href|src|action/.test(name)
        return name.startsWith('on') || (isUrl && /^(javascript|data|vbscript):/i.test(plain))
      }),
  )
  const ran = body.dataset.ran === undefined ? [] : ['script']
  return [...ran, ...elements.map((element) => element.outerHTML.slice(0, 200))]
}

test('diagrams are harmless, and their frame has no network', async ({
  application: { page },
  canary,
  content: { diagrams },
  guard,
  show,
}) => {
  const failed: string[] = []
  // Only blocks near the viewport are rendered.
  for (const cases of [diagrams.slice(0, 3), diagrams.slice(3)]) {
    const names = cases.map(({ name }) => name).join()
    const answer = await show(names, cases.map(({ text }) => fence('mermaid', text)).join('\n\n'))
    for (const [index, { name }] of cases.entries()) {
      const block = answer.getByRole('region', { name: 'Code: Mermaid' }).nth(index)
      const error = block.getByText('Couldn’t draw this diagram.')
      await expect(block.getByRole('button', { name: 'View full size' }).or(error), name).toBeVisible()
      const frame = block.locator('iframe').contentFrame().locator(':root')
      if (await error.isVisible()) failed.push(name)
      else expect(await frame.evaluate(findHarmInFrame), name).toEqual([])
    }
  }
  await guard.expectHarmless('diagrams')
  // Its image cannot be loaded. The others would show nothing if they were not drawn.
  expect(failed).toEqual(['diagram-image'])

  const frame = page.locator('iframe[title="Mermaid preview"]').last().contentFrame().locator(':root')
  const reached = await frame.evaluate(async (_root, url) => {
    const attempt = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .then(String, () => 'denied')
    const elements = `<img src="${url}/image"><a href="javascript:1" onclick="1">x</a><iframe src="${url}/frame"></iframe>`
    document.body.insertAdjacentHTML('beforeend', elements)
    document.body.dataset.ran = 'control'
    return [
      await attempt(() => fetch(url)),
      await attempt(() => new Worker(`${url}/worker.js`)),
      await attempt(() => localStorage.length),
      await attempt(() => parent.document.title),
      String(window.open(url)),
      origin,
    ]
  }, canary.url)
  expect(reached).toEqual(['denied', 'denied', 'denied', 'denied', 'null', 'null'])
  // It would have noticed them.
  const noticed = ['script', expect.stringMatching(/^<a .*onclick/), expect.stringMatching(/^<iframe/)]
  expect(await frame.evaluate(findHarmInFrame)).toEqual(expect.arrayContaining(noticed))

  // Drawing may take five seconds; here, less.
  await page.evaluate(() => {
    const { setTimeout } = window
    const shorten = (handler: TimerHandler, ms?: number) => setTimeout(handler, ms === 5_000 ? 500 : ms)
    Object.assign(window, { setTimeout: shorten })
  })
  const edges = Array.from({ length: 600 }, (_, index) => `  n${index} --> n${index + 1}`).join('\n')
  const large = await show('Large', fence('mermaid', `flowchart LR\n${edges}`))
  await expect(large).toContainText('This diagram is too large to preview.')
  const slow = await show('Endless', fence('mermaid', 'block-beta\n  columns 3\n  space:999999999\n  a'))
  await expect(slow).toContainText('Drawing this diagram took too long.')
  await expect(slow.locator('pre')).toBeVisible()
  await expect(slow.locator('iframe')).toHaveCount(0)
  await expect(slow.getByRole('button', { name: 'Retry' })).toBeVisible()
  await guard.expectHarmless('diagrams that cannot be drawn')
})

/** Tries to reach the page, the network, other pages and stored files. */
const script = `
  const attempts = [
    () => top.hostile('run-top'),
    () => parent.hostile('run-parent'),
    () => { parent.postMessage('desktop-port?', '*'); parent.postMessage('desktop-port', '*') },
    () => fetch('{url}/fetch'),
    () => navigator.sendBeacon('{url}/beacon'),
    () => { new Image().src = '{url}/image' },
    () => new WebSocket('{url}/socket'.replace('http', 'ws')),
    () => new Worker('{url}/worker.js'),
    () => import('{url}/module.js'),
    () => open('{url}/window'),
    () => { top.location = '{url}/top' },
    () => { new Image().src = 'media://library/${'0'.repeat(64)}' },
    () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:{host}' }] }).createDataChannel('x'),
  ]
  for (const attempt of attempts) try { attempt() } catch {}
  for (const tag of ['iframe', 'embed', 'script', 'link'])
    document.head.append(Object.assign(document.createElement(tag), { src: '{url}/' + tag, href: '{url}/' + tag, rel: 'stylesheet' }))
  document.querySelector('h1').textContent = 'Scripts ran'
  document.querySelector('#hang').onclick = () => { top.postMessage('hangs', '*'); setTimeout(() => { for (;;); }) }
  document.querySelector('#leave').onclick = () => { location = '{url}/away' }
`

test('HTML with scripts reaches nothing, and can be stopped', async ({
  application,
  canary,
  guard,
  show,
}) => {
  const { page, electron } = application
  const buttons = '<button id="leave">Leave</button><button id="hang">Hang</button>'
  const html = `<h1>Static</h1>${buttons}<script>${script}</script>`
    .replaceAll('{url}', canary.url)
    .replaceAll('{host}', new URL(canary.url).host)
  const block = (await show('A page', fence('html', html))).getByRole('region', {
    name: 'Code: HTML',
  })
  await block.getByRole('radio', { name: 'Preview' }).click()
  const frame = block.locator('iframe').contentFrame()
  const heading = frame.getByRole('heading')
  await expect(heading).toHaveText('Static')
  await block.getByRole('button', { name: 'Run scripts' }).click()
  await expect(heading).toHaveText('Scripts ran')
  await expect(block.getByRole('status')).toHaveText(/Scripts are running/)
  await guard.expectHarmless('running scripts')

  const countProcesses = () =>
    electron.evaluate(({ app }) => app.getAppMetrics().filter(({ type }) => type === 'Tab').length)
  expect(await countProcesses()).toBe(2)
  const hangs = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.onmessage = ({ data }) => data === 'hangs' && resolve(data)
      }),
  )
  // Does not return, because the frame's script does not.
  void frame
    .locator('#hang')
    .click({ timeout: 60_000 })
    .catch(() => undefined)
  await hangs
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The page still works')
  const dialogs = await answerDialogs(application, 'Wait')
  // Chromium reports the window, whichever of its processes hangs.
  const report = () =>
    electron.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows()[0]?.emit('unresponsive'))
  await report()
  await block.getByRole('button', { name: 'Stop scripts' }).click()
  await expect(heading).toHaveText('Static')
  await expect.poll(countProcesses).toBe(1)

  expect(await dialogs()).toEqual([])
  const hanging = page.evaluate((until) => {
    while (Date.now() < until);
  }, Date.now() + 3_000)
  await expect(async () => {
    await report()
    expect((await dialogs()).length).toBeGreaterThan(0)
  }).toPass()
  await hanging

  await block.getByRole('button', { name: 'Run scripts' }).click()
  await expect(heading).toHaveText('Scripts ran')
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      document.body.dataset.blocked = effectiveDirective
    }),
  )
  await frame.locator('#leave').click()
  await expect.poll(() => page.evaluate(() => document.body.dataset.blocked)).toBe('frame-src')
  await guard.expectHarmless('a page that leaves')
})

test('the metadata of an answer are harmless', async ({
  application: { page },
  content: { suggestions, urls, inText },
  guard,
  model,
}) => {
  const code = inText('executed-code')
  const files = [inText('remote-file'), ...urls.map(({ text }) => text)]
  const parts = [
    { text: inText('thought'), thought: true },
    { text: 'A claim.' },
    { executableCode: { language: 'PYTHON', code } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: code } },
    ...files.map((fileUri) => ({ fileData: { fileUri } })),
    { functionCall: { id: 'a', name: inText('function'), args: { [inText('name')]: inText('value') } } },
  ]
  const urlRetrievalStatus = 'URL_RETRIEVAL_STATUS_SUCCESS'
  const segment = { startIndex: 0, endIndex: 8, text: 'A claim.' }
  const fields = {
    finishMessage: inText('finish-message'),
    urlContextMetadata: { urlMetadata: urls.map(({ text }) => ({ retrievedUrl: text, urlRetrievalStatus })) },
    groundingMetadata: {
      webSearchQueries: [inText('search-query')],
      searchEntryPoint: { renderedContent: suggestions.map(({ text }) => text).join('\n') },
      groundingChunks: urls.map(({ text }) => ({ web: { uri: text, title: inText('source-title') } })),
      groundingSupports: [{ segment, groundingChunkIndices: urls.map((_url, index) => index) }],
    },
  }
  model.answers(answerOf(parts, fields).map((chunk) => ({ ...chunk, modelVersion: inText('model-version') })))
  await ask(page, inText('chat-title'))
  const answer = finished(page)
  await answer
    .getByRole('button', { name: /thought/i })
    .first()
    .click()
  for (const name of ['executed-code', 'remote-file', 'model-version', 'search-query'])
    await expect(answer, name).toContainText(inText(name).slice(0, 40))
  const frame = page.locator('iframe[title="Search suggestions"]')
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().getByText('hostile').first()).toBeAttached()
  await guard.expectHarmless('an answer with metadata')

  // Only one of these URLs can be opened, and it is shown as it is.
  const sources = page.getByRole('region', { name: 'Sources' })
  await expect(sources.getByRole('list', { name: 'Sources' }).getByRole('listitem')).toHaveCount(urls.length)
  await expect(sources.getByRole('button')).toHaveCount(2)
  // Text far from the viewport is not rendered.
  await answer.getByText('Executed code').scrollIntoViewIfNeeded()
  const marks = answer.locator('button.mark')
  await expect(marks).toHaveCount(urls.length)
  for (const mark of (await marks.all()).slice(0, -1)) await mark.click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const openable = urls.find(({ name }) => name === 'url-markup')
  for (const button of [marks.last(), ...(await sources.getByRole('button').all())]) {
    await button.click()
    await expect(page.getByRole('dialog')).toContainText(new URL(openable?.text ?? '').href)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  }
  await guard.expectHarmless('clicks on the sources')
})

test('errors, attached files, names and imported chats are harmless', async ({
  application,
  content: { markdown, inText },
  guard,
}) => {
  const { page } = application
  const { conversations } = await application.desktop()
  const service = await openProvider(application, 'Chat')
  const respond = (body: object, status = 200) => {
    service.answer = async (incoming, outgoing) => {
      await buffer(incoming)
      if (status !== 200 || !incoming.url?.includes('stream')) return sendJson(outgoing, body, status)
      sendEvent(outgoing, body)
      outgoing.end()
    }
  }
  respond({ error: { code: 400, message: inText('error-message'), status: 'INVALID_ARGUMENT' } }, 400)
  await ask(page, 'Fail')
  await expect(finished(page)).toContainText('<img src=')
  await guard.expectHarmless('an error message')

  const name = '<img src=x onerror=top.hostile(1)>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="top.hostile('file')">${inText('file-text')}</svg>`
  const files = ['picture.svg', 'page.html', `${name}.html`]
  await page
    .getByLabel('Files to attach')
    .setInputFiles(files.map((each) => ({ name: each, mimeType: 'text/html', buffer: Buffer.from(svg) })))
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(3)
  respond(answerOf([{ text: 'Read.' }])[0] ?? {})
  await ask(page, 'Read these')
  await expect(finished(page)).toContainText('Read.')
  await expect(prompts(page).last()).toContainText('<img src=')
  await guard.expectHarmless('attached SVG and HTML files')

  const texts = { 0: inText('imported-prompt'), 1: markdown.map((each) => each.text).join('\n\n') }
  const imported = JSON.parse(writeLongConversation({ title: inText('title'), length: 2, texts }))
  imported.conversation.parameters.systemInstruction = inText('imported-instruction')
  await conversations.importText({ text: JSON.stringify(imported) })
  const list = page.getByRole('list', { name: 'All chats' })
  await list.getByRole('button').filter({ hasText: '<img src=' }).first().click()
  await expect(prompts(page).last()).toContainText(texts[0].slice(0, 40))
  await guard.expectHarmless('an imported chat')

  for (const panel of ['Library', 'Gateway']) {
    await page.getByRole('button', { name: panel, exact: true }).first().click()
    await expect(page.getByRole('region', { name: panel, exact: true })).toContainText('<img src=')
    await guard.expectHarmless(panel)
  }
  service.close()
})
