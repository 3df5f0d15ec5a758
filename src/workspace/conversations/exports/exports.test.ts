// Export and import of conversations, with hostile and invalid content.
import { expect, test } from 'vitest'
import type { Turn } from '#shared/schemas/chat'
import type { Part } from '#shared/schemas/content'
import { parseExactJson } from '#shared/wire/exact-json'
import { hashOf } from '../../library/library.fixture'
import type { Workspace } from '../../workspace'
import {
  onDisk,
  openTestWorkspace,
  parameters,
  read,
  respondNext,
  startAnswer,
  waitUntilIdle,
} from '../../workspace.fixture'
import type { ExportFormat } from './exports'

const png = Buffer.from('\x89PNG\r\n\x1a\npixels', 'latin1')
const pngHash = hashOf(png)

const extensions = { markdown: 'md', json: 'json', html: 'html' }

async function exportFiles(app: Workspace, conversationId: string, format: ExportFormat) {
  const fileName = `My chat (1).${extensions[format]}`
  const files: Record<string, string> = {}
  for await (const { path, content } of app.exports.write({ conversationId, format, fileName })) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(Buffer.from(chunk))
    files[path] = Buffer.concat(chunks).toString(path.endsWith('.png') ? 'base64' : 'utf8')
  }
  return files
}

/** A tree with two answers to its first prompt, media, functions, and unknown fields. */
async function makeTree() {
  const { app, service, folder, workspace } = await openTestWorkspace()
  await app.media.store(png)
  const prompt: Part[] = [
    { text: 'What is *this*? <script>alert(1)</script>' },
    { inlineData: { mimeType: 'image/png', media: pngHash }, novel: { nested: true } },
    { fileData: { fileUri: 'https://example.com/film (1)', mimeType: 'video/mp4' } },
  ]
  const sent = app.chat.send({
    conversationId: null,
    parts: prompt,
    parameters: { ...parameters, systemInstruction: 'Be brief.' },
  })
  const { conversationId } = sent
  await respondNext(
    service,
    { text: 'Let me see.', thought: true },
    { text: '## A picture\n\n```js\nlet a = "``"', thoughtSignature: 'signed' },
    { functionCall: { id: '1', name: 'look', args: { at: '</pre>```' } }, unheardOf: [1, 2] },
  )
  await waitUntilIdle(app, conversationId)
  const again = app.chat.regenerate({ conversationId, turnId: sent.turnId })
  await respondNext(service, { text: 'Another [answer](javascript:alert(1)).' })
  await waitUntilIdle(app, conversationId)
  onDisk(folder, ({ run }) =>
    run('UPDATE turns SET metadata = ? WHERE id = ?', [
      JSON.stringify({
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: 'https://example.com/a?b=1&c="2', title: 'A [page] <b>' } },
            { web: { uri: 'https://example.com/one', title: 'One [page] <b>' } },
            { web: { uri: 'javascript:alert(2)', title: 'Bad' } },
          ],
        },
        urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://example.com/two' }] },
      }),
      again.turnId,
    ]),
  )
  return { ...workspace, conversationId, first: sent.turnId, second: again.turnId }
}

/** The turns of a tree without the ids, which an import replaces. */
function withoutIds(turns: readonly Turn[]) {
  const order = new Map(turns.map(({ id }, index) => [id, index]))
  return turns.map(({ id: _, conversationId: __, parentId, ...turn }) => ({
    ...turn,
    parent: parentId === null ? null : order.get(parentId),
  }))
}

async function readTree(app: Workspace, conversationId: string) {
  const { conversation, branch, alternates } = await read(app, conversationId)
  const ids = [...new Set([...branch, ...Object.values(alternates).flat()])]
  return { conversation, turns: app.chat.turns({ conversationId, turnIds: ids }) }
}

test('an exported JSON file is imported as the same tree, also in another workspace', async () => {
  const { app, conversationId } = await makeTree()
  const [text = ''] = Object.values(await exportFiles(app, conversationId, 'json'))
  expect(text.split(png.toString('base64'))).toHaveLength(2)
  const before = await readTree(app, conversationId)
  const elsewhere = (await openTestWorkspace()).app
  for (const workspace of [app, elsewhere]) {
    const imported = await workspace.exports.import(text)
    const after = await readTree(workspace, imported.id)
    expect(imported.id).not.toBe(conversationId)
    expect(withoutIds(after.turns)).toEqual(withoutIds(before.turns))
    expect(JSON.stringify(after.turns.map(({ parts }) => parts))).toBe(
      JSON.stringify(before.turns.map(({ parts }) => parts)),
    )
    expect(imported).toEqual({
      ...before.conversation,
      id: imported.id,
      headTurnId: after.turns[before.turns.findIndex(({ id }) => id === before.conversation.headTurnId)]?.id,
      updatedAt: expect.any(Number),
    })
    expect(Buffer.from(await workspace.media.read(pngHash))).toEqual(png)
    expect(workspace.conversations.search({ query: 'picture', kind: 'chat', limit: 9 })).toContainEqual(
      expect.objectContaining({ conversationId: imported.id }),
    )
  }
  expect(app.conversations.list()).toHaveLength(2)
})

test('attached files keep their names in every format', async () => {
  const { app } = await openTestWorkspace()
  await app.media.store(png)
  const fileName = 'Plan <1>: a/b.png'
  const inlineData = { mimeType: 'image/png', media: pngHash, fileName }
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Look' }, { inlineData }],
    parameters,
  })
  app.chat.stop({ conversationId })
  const markdown = await exportFiles(app, conversationId, 'markdown')
  expect(Object.keys(markdown)).toEqual(['My chat (1) media/b.png', 'My chat (1).md'])
  expect(markdown['My chat (1).md']).toContain('![Plan \\<1\\>: a/b.png](My%20chat%20%281%29%20media/b.png)')
  const html = (await exportFiles(app, conversationId, 'html'))['My chat (1).html'] ?? ''
  expect(html).toContain('<figcaption>Plan &lt;1&gt;: a/b.png</figcaption>')
  const json = await exportFiles(app, conversationId, 'json')
  expect(Object.values(json).join('')).toContain(JSON.stringify(fileName))
})

test('Markdown contains the shown branch, with its pictures in a folder beside it', async () => {
  const { app, conversationId, first } = await makeTree()
  app.chat.switch({ conversationId, turnId: first })
  const files = await exportFiles(app, conversationId, 'markdown')
  expect(Object.keys(files)).toEqual(['My chat (1) media/1.png', 'My chat (1).md'])
  expect(files['My chat (1) media/1.png']).toBe(png.toString('base64'))
  expect(files['My chat (1).md']).toBe(`# What is \\*this\\*? \\<script\\>alert(1)\\</script\\>

<details>
<summary>System instruction</summary>

Be brief.

</details>

## User

What is *this*? <script>alert(1)</script>

![image/png](My%20chat%20%281%29%20media/1.png)

[https://example.com/film (1)](<https://example.com/film%20(1)>)

## Model · gen-2.5-pro

<details>
<summary>Thoughts</summary>

Let me see.

</details>

## A picture

\`\`\`js
let a = "\`\`"
\`\`\`

**Function call: look**

\`\`\`\`json
{
  "at": "</pre>\`\`\`"
}
\`\`\`\`
`)
})

test('Markdown and HTML list the web sources of an answer below it', async () => {
  const { app, conversationId } = await makeTree()
  const markdown = (await exportFiles(app, conversationId, 'markdown'))['My chat (1).md'] ?? ''
  expect(markdown).toContain(
    '**Sources**\n\n1. [One \\[page\\] \\<b\\>](<https://example.com/one>)\n2. [https://example.com/two](<https://example.com/two>)\n',
  )
  const html = (await exportFiles(app, conversationId, 'html'))['My chat (1).html'] ?? ''
  expect(html).toContain(
    '<li><a href="https://example.com/one" rel="noopener noreferrer">One [page] &lt;b&gt;</a></li>\n<li><a href="https://example.com/two"',
  )
  expect(html).not.toMatch(/javascript:/i)
})

test('HTML is one file that runs nothing and fetches nothing', async () => {
  const { app, conversationId, first } = await makeTree()
  app.chat.switch({ conversationId, turnId: first })
  const files = await exportFiles(app, conversationId, 'html')
  expect(Object.keys(files)).toEqual(['My chat (1).html'])
  const html = files['My chat (1).html'] ?? ''
  expect(html).not.toMatch(/<script|src="(?!data:)|<link|@import|url\(/i)
  expect(html).toContain(
    "content=\"default-src 'none'; img-src data:; media-src data:; style-src 'unsafe-inline'\"",
  )
  expect(html).toContain('<title>What is *this*? &lt;script&gt;alert(1)&lt;/script&gt;</title>')
  expect(html).toContain('<p>What is <em>this</em>? &lt;script&gt;alert(1)&lt;/script&gt;</p>')
  expect(html).toContain(`<img src="data:image/png;base64,${png.toString('base64')}" alt="image/png">`)
  expect(html).toContain('<summary>Thoughts</summary>\n<p>Let me see.</p>')
  expect(html).toContain(
    '<figcaption>Function call: look</figcaption>\n<pre><code>{\n  &quot;at&quot;: &quot;&lt;/pre&gt;```&quot;\n}</code></pre>',
  )
  expect(html.match(/<section class="turn/g)).toHaveLength(2)
})

test('a missing picture is replaced by a note, and the rest is exported', async () => {
  const { app, conversationId } = await makeTree()
  const missing = 'f'.repeat(64)
  app.chat.edit({
    conversationId,
    turnId: (await read(app, conversationId)).branch[0] ?? '',
    parts: [{ text: 'Look' }, { inlineData: { mimeType: 'image/png', media: missing } }],
    parameters,
  })
  await waitUntilIdle(app, conversationId)
  const markdown = await exportFiles(app, conversationId, 'markdown')
  expect(markdown['My chat (1).md']).toContain('*Missing file (image/png)*')
  const html = await exportFiles(app, conversationId, 'html')
  expect(html['My chat (1).html']).toContain('Missing file (image/png)')
  const json = await exportJson(app, conversationId)
  expect([Object.keys(json.media), json.turns.length]).toEqual([[pngHash], 5])
})

test('a deleted turn is not exported, and a conversation without turns is', async () => {
  const { app, conversationId, second } = await makeTree()
  await app.chat.deleteTurn({ conversationId, turnId: second })
  const json = await exportJson(app, conversationId)
  expect(json.turns.map(({ role }: Turn) => role)).toEqual(['user', 'model'])
  const empty = { ...json, turns: [], media: {}, conversation: { ...json.conversation, headTurnId: null } }
  const imported = await app.exports.import(JSON.stringify(empty))
  expect(await exportFiles(app, imported.id, 'markdown')).toMatchObject({
    'My chat (1).md': expect.stringMatching(/^# What is/),
  })
})

test('inline media of an imported file are stored as files', async () => {
  const { app, conversationId } = await makeTree()
  const [text = ''] = Object.values(await exportFiles(app, conversationId, 'json'))
  const json = JSON.parse(text)
  const data = png.toString('base64')
  json.turns[0].parts = [{ inlineData: { mimeType: 'image/png', data } }]
  const elsewhere = (await openTestWorkspace()).app
  const { id } = await elsewhere.exports.import(JSON.stringify({ ...json, media: {} }))
  const { turns } = await read(elsewhere, id)
  expect(turns[0]?.parts).toEqual([{ inlineData: { mimeType: 'image/png', media: pngHash } }])
  expect(Buffer.from(await elsewhere.media.read(pngHash))).toEqual(png)
})

interface ExportedFile {
  turns: [Turn, Turn, Turn]
  conversation: Record<string, unknown>
  media: Record<string, object>
  [key: string]: unknown
}

async function exportJson(app: Workspace, conversationId: string): Promise<ExportedFile> {
  return JSON.parse((await exportFiles(app, conversationId, 'json'))['My chat (1).json'] ?? '')
}

type Change = (file: ExportedFile) => unknown

test('rejects an invalid file with the path of what is wrong, and stores nothing', async () => {
  const { app, conversationId } = await makeTree()
  const media =
    (hash: string, data: string): Change =>
    (file) => {
      file.media = { [hash]: { mimeType: 'image/png', data } }
    }
  const rejected: [string, Change][] = [
    ['its "kind" is "notes"', (file) => Object.assign(file, { kind: 'notes' })],
    [
      'newer version of Gen Playground (format 2; this version supports up to 1)',
      (file) => Object.assign(file, { version: 2 }),
    ],
    ['turns: ', (file) => Reflect.deleteProperty(file, 'turns')],
    ['turns[1].role: ', ({ turns }) => Object.assign(turns[1], { role: 'god' })],
    ['turns[0].parts[0].text: ', ({ turns }) => Object.assign(turns[0], { parts: [{ text: 5 }] })],
    ['turns[0].parentId: must refer to an earlier message', ({ turns }) => turns.reverse()],
    ['turns[3].id: duplicates an earlier message ID', ({ turns }) => (turns as Turn[]).push(...turns)],
    [
      'conversation.headTurnId: refers to a message that isn’t in this file',
      ({ conversation }) => Object.assign(conversation, { headTurnId: 'x' }),
    ],
    [
      'turns[1].parentId: must not refer to a deleted message',
      ({ turns }) => Object.assign(turns[0], { deleted: true }),
    ],
    [
      'turns[1].continues: must refer to an earlier response',
      ({ turns }) => Object.assign(turns[1], { continues: turns[0].id }),
    ],
    ['turns[0].createdAt: ', ({ turns }) => Object.assign(turns[0], { createdAt: 1e300 })],
    [
      'nested more than 500 levels deep',
      (file) => Object.assign(file, { nested: Array.from({ length: 3000 }).reduce((inner) => [inner], 0) }),
    ],
    ['.data: must be Base64', media(pngHash, '%')],
    ['doesn’t match its hash', media(pngHash, 'AAAA')],
    ['media["../../x"]: must be a SHA-256', media('../../x', 'AAAA')],
  ]
  const text = JSON.stringify(await exportJson(app, conversationId))
  for (const [message, change] of rejected) {
    const file = JSON.parse(text)
    change(file)
    await expect(app.exports.import(JSON.stringify(file))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message),
    })
  }
  await expect(app.exports.import('{"kind": "gen')).rejects.toThrow(
    'This file isn’t a chat file. Not valid JSON at line 1',
  )
  expect(app.conversations.list()).toHaveLength(1)
})

test('rounds fractional times and cuts a very long title', async () => {
  const { app, conversationId } = await makeTree()
  const json = await exportJson(app, conversationId)
  json.conversation.createdAt = 1.5
  json.conversation.title = ` ${'😀'.repeat(5000)}`
  json.turns[1] = {
    ...json.turns[1],
    createdAt: 2.4,
    times: { firstToken: 0.6, firstAnswer: null, total: 7_777_777 },
  }
  const { id, title, createdAt } = await app.exports.import(JSON.stringify(json))
  expect([title, createdAt]).toEqual(['😀'.repeat(200), 2])
  const { turns } = await readTree(app, id)
  const imported = turns.find(({ role, times }) => role === 'model' && times.total === 7_777_777)
  expect(imported).toMatchObject({ createdAt: 2, times: { firstToken: 1, firstAnswer: null } })
})

test('a conversation opens even if the sum of its tokens overflows integers', async () => {
  const { app, conversationId } = await makeTree()
  const json = await exportJson(app, conversationId)
  for (const turn of json.turns) turn.usage = { totalTokenCount: 9e18 }
  const { id } = await app.exports.import(JSON.stringify(json))
  expect((await read(app, id)).totals?.totalTokens).toBe(27e18)
})

test('Markdown links only to web URLs, and a lone surrogate does not break it', async () => {
  const { app, conversationId } = await makeTree()
  const json = await exportJson(app, conversationId)
  const link = (fileUri: string) => ({ fileData: { fileUri } })
  json.turns[0].parts = [
    link('https://a.example/b%20c d>'),
    link('javascript:alert(1)'),
    link('https://\ud800.example'),
  ]
  const { id } = await app.exports.import(JSON.stringify(json))
  const files = await exportFiles(app, id, 'markdown')
  const lines = (files['My chat (1).md'] ?? '')
    .split('\n')
    .filter((line) => /a\.example|^javascript|\uFFFD/.test(line))
  expect(lines).toEqual([
    '[https://a.example/b%20c d\\>](<https://a.example/b%20c%20d%3E>)',
    'javascript:alert(1)',
    '[https://\uFFFD.example](<https://\uFFFD.example>)',
  ])
})

test('large integers of calls and results stay exact: sent back, described, exported, and imported again', async () => {
  const { app, service, workspace } = await openTestWorkspace()
  const { conversationId, request } = await startAnswer(workspace)
  const count = '9223372036854775807'
  const [id, balance] = ['9007199254740993', '-123456789012345678901']
  const call = `{"functionCall":{"name":"find","args":{"id":${id}}}}`
  await request.send(
    `data: {"candidates":[{"content":{"role":"model","parts":[${call}]}}],"usageMetadata":{"totalTokenCount":${count}}}\n\n`,
  )
  request.end()
  await waitUntilIdle(app, conversationId)
  const result = `{"functionResponse":{"name":"find","response":{"balance":${balance}}}}`
  const parts = [parseExactJson(result)] as Part[]
  const { turnId } = app.chat.send({ conversationId, parts, parameters })
  const sent = await respondNext(service, { text: 'Done.' })
  await waitUntilIdle(app, conversationId)
  const { body } = await app.chat.request({ conversationId, turnId })
  const [json = ''] = Object.values(await exportFiles(app, conversationId, 'json'))
  const [markdown] = Object.values(await exportFiles(app, conversationId, 'markdown'))
  const imported = await app.exports.import(json)
  const [again = ''] = Object.values(await exportFiles(app, imported.id, 'json'))
  for (const text of [String(Buffer.from(sent.request.body as Uint8Array)), body, json, again]) {
    expect(text).toContain(call)
    expect(text).toContain(result)
  }
  expect(markdown).toContain(`"id": ${id}`)
  expect(markdown).toContain(`"balance": ${balance}`)
})

test('Markdown and HTML say which prompts have no response, and are not sent', async () => {
  const { app, service } = await openTestWorkspace()
  const { conversationId } = app.chat.send({ conversationId: null, parts: [{ text: 'One?' }], parameters })
  await respondNext(service, { text: 'One.' })
  await waitUntilIdle(app, conversationId)
  app.chat.send({ conversationId, parts: [{ text: 'Two?' }], parameters })
  app.chat.stop({ conversationId })
  const [markdown] = Object.values(await exportFiles(app, conversationId, 'markdown'))
  expect(markdown).toMatch(/## User\n\nOne\?[\s\S]*## User · no response\n\nTwo\?/)
  const [html] = Object.values(await exportFiles(app, conversationId, 'html'))
  expect(html).toMatch(/>User<[\s\S]*>User · no response</)
})
