// Hostile content from models, files and services neither scripts, nor loads anything, nor navigates, wherever it appears.
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, type Locator } from '@playwright/test'
import { embedPrompt } from '../../src/workspace/media/image-metadata/embedded-metadata'
import { readAudioFile } from '../audio-files'
import { ask, finished, importConversation, prompts } from '../chat-steps'
import { type ContentGuard, openContentGuard } from '../content-guard'
import { composer, instruction, openImages, paint } from '../drawing-steps'
import { openEmbeddings, rows } from '../embeddings-steps'
import { type HostileContent, toHostileContent } from '../hostile-content'
import { writeLongConversation } from '../long-conversation'
import { test as base } from '../page-test'
import { dropFiles } from '../provide-files'
import { openScriptedService, type ScriptedService } from '../scripted-service'
import { chooseService, openSettings } from '../settings-steps'
import { drop, openTranscribe, openTranscript, row } from '../transcribe-steps'
import { answerDialogs } from '../video-steps'

interface Fixtures {
  /** A server that nothing may reach; every payload names it. */
  canary: ScriptedService
  content: HostileContent
  guard: ContentGuard
  provider: Provider
}

interface Provider {
  /** Responds to the next request. */
  respond: (body: object, status?: number) => void
  /** Responds to the next request with these parts of a stream. */
  stream: (bodies: readonly object[]) => void
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  canary: async ({}, use) => {
    const canary = await openScriptedService()
    await use(canary)
    canary.close()
  },
  content: async ({ canary }, use) => use(toHostileContent(canary.url)),
  guard: async ({ application, canary }, use) => use(await openContentGuard(application, canary)),
  provider: async ({ application }, use) => {
    const service = await openScriptedService()
    const script: Response[] = []
    service.answer = async (incoming, outgoing) => respond(incoming, outgoing, script.shift())
    await chooseService(application.page, { name: 'Scripted', url: service.url, key: 'key-of-the-provider' })
    await application.page.getByRole('button', { name: 'Chat', exact: true }).click()
    await use({
      respond: (body, status = 200) => void script.push({ bodies: [body], status }),
      stream: (bodies) => void script.push({ bodies, status: 200 }),
    })
    service.close()
  },
})

interface Response {
  readonly bodies: readonly object[]
  readonly status: number
}

async function respond(incoming: IncomingMessage, outgoing: ServerResponse, response?: Response) {
  await text(incoming.setEncoding('latin1'))
  const { bodies, status } = response ?? { bodies: [{}], status: 500 }
  const isStream = status === 200 && incoming.url?.includes('stream')
  outgoing.writeHead(status, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
  for (const body of bodies) {
    outgoing.write(isStream ? `data: ${JSON.stringify(body)}\r\n\r\n` : JSON.stringify(body))
    // The page shows an answer in frames: this makes it show unfinished content.
    if (bodies.length > 1) await nextTurn()
  }
  outgoing.end()
}

const answerOf = (parts: object[], fields: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', ...fields }],
})

test('the corpus is large, and the guard notices what it has to notice', async ({
  application: { page, electron },
  canary,
  content,
  guard,
}) => {
  const { markdown, deep, suggestions, drawings, urls, texts } = content
  const names = [markdown, deep, suggestions, drawings, urls].flat().map(({ name }) => name)
  expect(new Set([...names, ...Object.keys(texts)]).size).toBeGreaterThan(100)
  await guard.expectHarmless('an empty chat')

  await page.evaluate((url) => {
    const host = document.createElement('div')
    host.id = 'control'
    host.innerHTML = `<img src="${url}/control" onerror="1"><a href="javascript:1">x</a><iframe src="${url}"></iframe>`
    document.body.append(host)
    const { hostile } = window as unknown as { hostile: (name: string) => void }
    hostile('control')
    location.href = `${url}/away`
  }, canary.url)
  await fetch(`${canary.url}/control`)
  await expect
    .poll(() => guard.findHarm())
    .toEqual(
      expect.arrayContaining([
        'script: control',
        'request: /control',
        `navigation: ${canary.url}/away`,
        expect.stringMatching(/^element: <img .*onerror/),
        expect.stringMatching(/^element: <a .*javascript/),
        expect.stringMatching(/^element: <iframe/),
      ]),
    )
  expect(electron.windows()).toHaveLength(1)
})

test('Markdown of an answer is harmless, and its links open only after their address was shown', async ({
  application,
  content,
  guard,
  provider,
}) => {
  const { page } = application
  const { markdown } = content
  const source = markdown.map(({ name, text }) => `case:${name}\n\n${text}`).join('\n\n')
  const pieces = source.match(/.{1,12}/gsu) ?? []
  provider.stream(pieces.map((piece) => answerOf([{ text: piece }], { finishReason: undefined })))
  await ask(page, 'Everything')
  await expect(finished(page)).toBeVisible()

  const { shown, links } = await guard.scrollThroughAnswer()
  const missing = markdown.map(({ name }) => name).filter((name) => !shown.includes(name))
  expect(missing, 'cases that were not shown').toEqual([])
  for (const { href, dialog } of links)
    expect(dialog, `the address shown for ${href}`).toBe(new URL(href).href)
  expect(links.length).toBeGreaterThan(4)
  await guard.expectHarmless('Markdown')
})

test('Markdown that is nested too deeply is shown as text, and the page stays responsive', async ({
  application: { page },
  content: { deep },
  guard,
  provider,
}) => {
  for (const { name, text } of deep) {
    provider.respond(answerOf([{ text: `case:${name}\n\n${text}` }]))
    await ask(page, name)
    await expect(finished(page)).toContainText(`case:${name}`)
    await expect(finished(page).locator('p.markdown-block'), name).toContainText(text.trim().slice(-20))
  }
  await guard.expectHarmless('deeply nested Markdown')
})

test('previews of SVG and HTML code are harmless', async ({
  application: { page },
  content: { suggestions, drawings },
  guard,
  provider,
}) => {
  const blocks = [
    ...suggestions.map(({ text }) => ({ language: 'html', text })),
    ...drawings.map(({ text }) => ({ language: 'svg', text })),
  ]
  for (const [index, { language, text }] of blocks.entries()) {
    const source = `Block ${index}\n\n\`\`\`${language}\n${text}\n<p>shown</p>\n\`\`\``
    provider.stream([answerOf([{ text: source }])])
    await ask(page, `Block ${index}`)
    const answer = finished(page).filter({ hasText: `Block ${index}` })
    await answer.getByRole('radio', { name: 'Preview' }).click()
    const frame = answer.locator(`iframe[title="${language.toUpperCase()} preview"]`)
    await expect(frame.contentFrame().getByText('shown'), text).toBeAttached()
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
        return (
          name.startsWith('on') ||
          (/href|src|action/.test(name) && /^(javascript|data|vbscript):/i.test(plain))
        )
      }),
  )
  const ran = body.dataset.ran === undefined ? [] : ['script']
  return [...ran, ...elements.map((element) => element.outerHTML.slice(0, 200))]
}

test('Mermaid diagrams are harmless, and their frame has no network', async ({
  application: { page },
  canary,
  content: { diagrams },
  guard,
  provider,
}) => {
  const preview = (answer: Locator, index: number) =>
    answer.getByRole('region', { name: 'Code: Mermaid' }).nth(index)
  const askFor = async (name: string, texts: readonly string[]) => {
    const source = texts.map((text) => `\`\`\`mermaid\n${text}\n\`\`\``).join('\n\n')
    provider.stream([answerOf([{ text: `${name}\n\n${source}` }])])
    await ask(page, name)
    return finished(page).filter({ hasText: name })
  }
  const drawn: string[] = []
  // Only blocks near the viewport are rendered.
  for (let from = 0; from < diagrams.length; from += 3) {
    const cases = diagrams.slice(from, from + 3)
    const answer = await askFor(
      `Diagrams ${from}`,
      cases.map(({ text }) => text),
    )
    for (const [index, { name }] of cases.entries()) {
      const block = preview(answer, index)
      const error = block.getByText(/^(Line \d+ of this diagram|Couldn’t draw|The first line|Drawing this)/)
      await expect(block.getByRole('button', { name: 'View full size' }).or(error), name).toBeVisible()
      if (await error.isVisible()) continue
      drawn.push(name)
      const frame = block.locator('iframe').contentFrame().locator(':root')
      expect(await frame.evaluate(findHarmInFrame), name).toEqual([])
    }
  }
  await guard.expectHarmless('diagrams')
  // The others have syntax errors, and would show nothing about these.
  expect(drawn.length, drawn.join()).toBeGreaterThan(diagrams.length / 2)

  const frame = page.locator('iframe[title="Mermaid preview"]').last().contentFrame().locator(':root')
  const reached = await frame.evaluate(async (_root, url) => {
    const attempt = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .then(String, () => 'denied')
    document.body.insertAdjacentHTML(
      'beforeend',
      `<img src="${url}/image"><a href="javascript:1" onclick="1">x</a><iframe src="${url}/frame"></iframe>`,
    )
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
  expect(await frame.evaluate(findHarmInFrame)).toEqual(
    expect.arrayContaining([
      'script',
      expect.stringMatching(/^<a .*onclick/),
      expect.stringMatching(/^<iframe/),
    ]),
  )
  expect(await guard.findHarm()).toEqual([])
})

test('a diagram without end is stopped, and one that is too large is not drawn', async ({
  application: { page },
  guard,
  provider,
}) => {
  const edges = Array.from({ length: 600 }, (_, index) => `  n${index} --> n${index + 1}`).join('\n')
  const endless = 'block-beta\n  columns 3\n  space:999999999\n  a'
  for (const [code, message] of [
    [`flowchart LR\n${edges}`, 'This diagram is too large to preview.'],
    [endless, 'Drawing this diagram took too long.'],
  ] as const) {
    provider.stream([answerOf([{ text: `\`\`\`mermaid\n${code}\n\`\`\`` }])])
    await ask(page, message)
    await expect(finished(page)).toContainText(message)
    await expect(finished(page).locator('pre')).toBeVisible()
  }
  await expect(finished(page).locator('iframe')).toHaveCount(0)
  await expect(finished(page).getByRole('button', { name: 'Retry' })).toBeVisible()
  await guard.expectHarmless('diagrams that cannot be drawn')
})

test('HTML whose scripts run on request reaches nothing, and can be stopped while it hangs', async ({
  application,
  canary,
  guard,
  provider,
}) => {
  const { page, electron } = application
  const script = `
    const attempt = (name, work) => { try { work() } catch {} }
    attempt('top', () => top.hostile('run-top'))
    attempt('parent', () => parent.hostile('run-parent'))
    attempt('port', () => { parent.postMessage('desktop-port?', '*'); parent.postMessage('desktop-port', '*') })
    attempt('fetch', () => fetch('{url}/fetch'))
    attempt('beacon', () => navigator.sendBeacon('{url}/beacon'))
    attempt('image', () => { new Image().src = '{url}/image' })
    attempt('socket', () => new WebSocket('{url}/socket'.replace('http', 'ws')))
    attempt('worker', () => new Worker('{url}/worker.js'))
    attempt('module', () => import('{url}/module.js'))
    attempt('window', () => open('{url}/window'))
    attempt('top', () => { top.location = '{url}/top' })
    attempt('stored', () => { new Image().src = 'media://library/${'0'.repeat(64)}' })
    attempt('peer', () => new RTCPeerConnection({ iceServers: [{ urls: 'stun:{host}' }] }).createDataChannel('x'))
    for (const tag of ['iframe', 'embed', 'script', 'link'])
      document.head.append(Object.assign(document.createElement(tag), { src: '{url}/' + tag, href: '{url}/' + tag, rel: 'stylesheet' }))
    document.querySelector('h1').textContent = 'Scripts ran'
    document.querySelector('#hang').onclick = () => { for (;;); }
    document.querySelector('#leave').onclick = () => { location = '{url}/away' }
  `
  const html =
    `<h1>Static</h1><button id="leave">Leave</button><button id="hang">Hang</button><script>${script}</script>`
      .replaceAll('{url}', canary.url)
      .replaceAll('{host}', new URL(canary.url).host)
  provider.stream([answerOf([{ text: `\`\`\`html\n${html}\n\`\`\`` }])])
  await ask(page, 'A page')
  const block = finished(page).getByRole('region', { name: 'Code: HTML' })
  await block.getByRole('radio', { name: 'Preview' }).click()
  const heading = block.locator('iframe').contentFrame().getByRole('heading')
  await expect(heading).toHaveText('Static')
  await block.getByRole('button', { name: 'Run scripts' }).click()
  await expect(heading).toHaveText('Scripts ran')
  await expect(block.getByRole('status')).toHaveText(/Scripts are running/)
  await guard.expectHarmless('running scripts')

  const countProcesses = () =>
    electron.evaluate(({ app }) => app.getAppMetrics().filter(({ type }) => type === 'Tab').length)
  expect(await countProcesses()).toBe(2)
  const frame = block.locator('iframe').contentFrame()
  // Does not return, because the frame's script does not.
  frame
    .locator('#hang')
    .click({ timeout: 60_000 })
    .catch(() => undefined)
  await expect
    .poll(async () => {
      const answered = frame.locator('body').evaluate(() => true)
      return await Promise.race([answered.catch(() => false), page.waitForTimeout(500).then(() => false)])
    })
    .toBe(false)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('The page still works')
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('The page still works')
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
  }, Date.now() + 5_000)
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

test('SVG that would take all memory is not rendered, neither as a preview nor as an image', async ({
  application: { page },
  guard,
  provider,
}) => {
  // Each level shows the one before it ten times, by another kind of reference.
  const kinds = [
    (id: string) => `<use href="about:srcdoc#%6D${id.slice(1)}"/>`,
    (id: string) => `<rect width="9" height="9" mask="url(#${id})"/>`,
    (id: string) => `<rect width="9" height="9" style="mask:u\\72l(\\23 ${id})"/>`,
    // The reference exists only once the animation runs.
    (id: string) => `<use><set attributeName="xlink:href" to="#${id}"/></use>`,
  ]
  const bombs = kinds.map((refer) => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<mask id="m${level + 1}">${refer(`m${level}`).repeat(10)}</mask>`,
    )
    const groups = levels.join('').replaceAll('mask id', refer === kinds[0] ? 'g id' : 'mask id')
    const closed = refer === kinds[0] ? groups.replaceAll('</mask>', '</g>') : groups
    return `<svg xmlns="http://www.w3.org/2000/svg"><g id="m0"><rect width="1" height="1"/></g>${closed}${refer('m9')}</svg>`
  })
  for (const [index, bomb] of bombs.entries()) {
    provider.stream([answerOf([{ text: `Bomb ${index}\n\n\`\`\`svg\n${bomb}\n\`\`\`` }])])
    await ask(page, `Bomb ${index}`)
    const answer = finished(page).filter({ hasText: `Bomb ${index}` })
    await answer.getByRole('radio', { name: 'Preview' }).click()
    await expect(answer).toContainText('This code is too complex to preview.')
  }
  const image = `![inert](data:image/svg+xml;base64,${Buffer.from(bombs[0] ?? '').toString('base64')})`
  provider.stream([answerOf([{ text: `An image\n\n${image}` }])])
  await ask(page, 'An image')
  const answer = finished(page).filter({ hasText: 'An image' })
  await expect(answer).toContainText('inert')
  await expect(answer.locator('img')).toHaveCount(0)
  await guard.expectHarmless('SVG that refers to itself')
})

test('thoughts, code, calls, sources and search suggestions of an answer are harmless', async ({
  application: { page },
  content: { suggestions, urls, texts },
  guard,
  provider,
}) => {
  const parts = [
    { text: texts.thought, thought: true },
    { text: 'A claim.' },
    { executableCode: { language: 'PYTHON', code: texts['executed-code'] } },
    { codeExecutionResult: { outcome: 'OUTCOME_OK', output: texts['executed-code'] } },
    ...[texts['remote-file'], ...urls.map(({ text }) => text)].map((fileUri) => ({ fileData: { fileUri } })),
    {
      functionCall: {
        id: 'a',
        name: texts['function-name'],
        args: { [texts['function-argument']]: texts['function-argument'] },
      },
    },
  ]
  const fields = {
    finishMessage: texts['finish-message'],
    urlContextMetadata: {
      urlMetadata: urls.map(({ text }) => ({
        retrievedUrl: text,
        urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS',
      })),
    },
    groundingMetadata: {
      webSearchQueries: [texts['search-query']],
      searchEntryPoint: { renderedContent: suggestions.map(({ text }) => text).join('\n') },
      groundingChunks: urls.map(({ text }) => ({ web: { uri: text, title: texts['source-title'] } })),
      groundingSupports: [
        {
          segment: { startIndex: 0, endIndex: 8, text: 'A claim.' },
          groundingChunkIndices: urls.map((_url, index) => index),
        },
      ],
    },
  }
  provider.respond({ ...answerOf(parts, fields), modelVersion: texts['model-version'] })
  await ask(page, texts['chat-title'])
  const answer = finished(page)
  await answer
    .getByRole('button', { name: /Thought|thought/ })
    .first()
    .click()
  for (const name of ['executed-code', 'remote-file', 'model-version', 'search-query'] as const)
    await expect(answer, name).toContainText(texts[name].slice(0, 40))
  const frame = page.locator('iframe[title="Search suggestions"]')
  await frame.scrollIntoViewIfNeeded()
  await expect(frame.contentFrame().getByText('x').first()).toBeVisible()
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

test('errors, files, names and imported content are harmless in every panel', async ({
  application,
  content: { texts, markdown },
  guard,
  provider,
}, testInfo) => {
  const { page } = application

  provider.respond({ error: { code: 400, message: texts['error-message'], status: 'INVALID_ARGUMENT' } }, 400)
  await ask(page, 'Fail')
  await expect(finished(page)).toContainText('<img src=')
  await guard.expectHarmless('an error message')

  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="top.hostile('file-name')">${texts['file-name']}</svg>`
  const names = ['picture.svg', 'page.html', `${texts['file-name'].replaceAll('/', '∕').slice(0, 100)}.html`]
  await page
    .getByLabel('Files to attach')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'text/html', buffer: Buffer.from(svg) })))
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveCount(3)
  provider.respond(answerOf([{ text: 'Read.' }]))
  await ask(page, 'Read these')
  await expect(finished(page)).toContainText('Read.')
  await expect(prompts(page).last()).toContainText('<img src=')
  await guard.expectHarmless('attached SVG and HTML files')

  const imported = JSON.parse(
    writeLongConversation({
      title: texts['chat-title'],
      length: 2,
      texts: { 0: texts['imported-prompt'], 1: markdown.map(({ text }) => text).join('\n\n') },
    }),
  )
  imported.conversation.parameters.systemInstruction = texts['imported-instruction']
  const path = testInfo.outputPath('chat.json')
  await writeFile(path, JSON.stringify(imported))
  await importConversation(application, path)
  await expect(prompts(page).last()).toContainText(texts['imported-prompt'].slice(0, 40))
  await guard.expectHarmless('an imported chat')

  const models = await openSettings(page, 'Models')
  await models.getByRole('button', { name: 'Add model' }).click()
  const form = models.getByRole('form', { name: 'New model' })
  await form.getByRole('textbox', { name: 'Model ID' }).fill('hostile')
  await form.getByRole('textbox', { name: 'Name' }).fill(texts['model-name'].slice(0, 60))
  await form.getByRole('button', { name: 'Add model' }).click()
  await expect(models.getByRole('row').filter({ hasText: 'hostile' }).first()).toContainText('<img src=')
  await guard.expectHarmless('a model’s name')

  await openTranscribe(page)
  provider.respond({ text: texts.transcript })
  await drop(page, await readAudioFile('speech.mp3', '<img src=x onerror=top.hostile(1)>.mp3'))
  const name = '<img src=x onerror=top.hostile(1)>.mp3'
  await expect(row(page, name)).toContainText('Done')
  await expect(await openTranscript(page, name)).toContainText(texts.transcript.slice(0, 40))
  await guard.expectHarmless('a transcript')

  await openEmbeddings(page)
  const lines = [
    { text: texts['embedding-row'], title: texts['embedding-column'], town: texts['embedding-column'] },
  ]
  await dropFiles(page.getByRole('region', { name: 'Embeddings', exact: true }), {
    name: '<img src=x onerror=top.hostile(2)>.jsonl',
    mimeType: 'application/jsonl',
    buffer: Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n')),
  })
  await guard.expectHarmless('the preview of an import')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(rows(page)).toContainText(texts['embedding-row'].slice(0, 40))
  await guard.expectHarmless('embedding rows')

  await openImages(page)
  const image = embedPrompt(paint({ width: 8, height: 8 }, 0x00ff00), {
    version: 1,
    prompt: texts['image-prompt'],
    model: texts['model-name'],
    modelVersion: texts['model-version'],
    parameters: { model: 'gen-2.5-flash-image' },
    references: [],
    chain: [{ prompt: texts['image-prompt'], media: null }],
    createdAt: 0,
    took: null,
    usage: null,
    upstream: null,
    exchangeId: null,
    conversationId: 'a',
    turnId: 'b',
  })
  await dropFiles(page.getByRole('region', { name: 'Images', exact: true }), {
    name: 'image.png',
    mimeType: 'image/png',
    buffer: Buffer.from(image),
  })
  await expect(composer(page)).toContainText('Prompt and settings restored')
  await expect(instruction(page)).toHaveValue(texts['image-prompt'])
  await guard.expectHarmless('a prompt inside an image')

  for (const panel of ['Library', 'Gateway']) {
    await page.getByRole('button', { name: panel, exact: true }).first().click()
    await expect(page.getByRole('region', { name: panel, exact: true })).toContainText('<img src=')
    await guard.expectHarmless(panel)
  }
})
