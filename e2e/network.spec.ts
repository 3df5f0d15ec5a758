// Outbound connections in the real Electron: the system proxy, and Chromium's network stack.
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { generate } from 'selfsigned'
import type { Application } from './application'
import { askInANewChat } from './chat-steps'
import { type CountingProxy, openProxy } from './counting-proxy'
import { test as base } from './journey-test'
import { openScriptedService, type ScriptedService, textResponse } from './scripted-service'
import { openService, type Service } from './service-process'
import { chooseService as enterService, openSettings } from './settings-steps'

const key = 'key-of-the-service'

/** The system proxy is a proxy of the test, for loopback too. */
const test = base.extend<{ systemProxy: CountingProxy; service: Service; scripted: ScriptedService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
  systemProxy: async ({}, use) => {
    const proxy = await openProxy()
    await use(proxy)
    proxy.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  service: async ({}, use) => {
    const service = await openService(key)
    await use(service)
    service.process.kill('SIGTERM')
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  scripted: async ({}, use) => {
    const scripted = await openScriptedService()
    await use(scripted)
    scripted.close()
  },
  launchArguments: async ({ systemProxy }, use) => {
    await use([`--proxy-server=${systemProxy.url}`, '--proxy-bypass-list=<-loopback>'])
  },
})

const chooseService = ({ page }: Application, url: string) => enterService(page, { name: 'Ours', url, key })

async function switchToSystemStack({ page }: Application): Promise<void> {
  const network = await openSettings(page, 'Network')
  await network.getByRole('switch', { name: 'Use the system network stack' }).click()
  await expect(network.getByRole('switch', { name: 'Use the system network stack' })).toBeChecked()
}

async function enterCredentials({ page }: Application, name: string, password: string): Promise<void> {
  const network = await openSettings(page, 'Network')
  const form = network.getByRole('form', { name: 'Proxy credentials' })
  if (!(await form.isVisible())) await network.getByText('Proxy username and password').click()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.locator('input[type=password]').fill(password)
  await form.getByRole('button', { name: 'Save credentials' }).click()
  await expect(form.locator('input[type=password]')).toHaveValue('')
}

/** Sends requests to the application's gateway as a script would. */
async function openGateway({ page, gatewayUrl }: Application) {
  const gateway = await openSettings(page, 'Gateway')
  const localKey = await gateway.getByRole('textbox', { name: 'Local key' }).inputValue()
  return {
    localKey,
    url: gatewayUrl,
    send: (action: string, signal = AbortSignal.timeout(30_000)) =>
      fetch(`${gatewayUrl}/v1beta/models/gen-2.5-flash:${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': localKey },
        body: JSON.stringify({ contents: [{ parts: [{ text: 'What is 6 times 7?' }] }] }),
        signal,
      }),
  }
}

const event = (text: string) => `data: ${JSON.stringify(textResponse(text))}\r\n\r\n`

for (const stack of ['the gateway’s', 'the system’s'] as const) {
  test(`with ${stack} network stack, requests and streams go through the system proxy`, async ({
    application,
    systemProxy,
    service,
  }) => {
    await chooseService(application, service.url)
    if (stack === 'the system’s') await switchToSystemStack(application)
    await expect(await askInANewChat(application.page)).toContainText('42')
    expect(systemProxy.requests).toEqual([
      expect.stringMatching(`^POST ${service.url}/v1beta/models/[^:]+:streamGenerateContent`),
    ])
  })
}

test('the system’s network stack logs in to a proxy with the entered credentials, and reports wrong ones', async ({
  application,
  systemProxy,
  service,
}) => {
  systemProxy.credentials = 'ada:pass:word'
  await chooseService(application, service.url)
  await switchToSystemStack(application)
  const credentialsRequired = 'The proxy requires a username and password.'
  await expect(await askInANewChat(application.page)).toContainText(credentialsRequired)
  await enterCredentials(application, 'ada', 'wrong')
  await expect(await askInANewChat(application.page)).toContainText(credentialsRequired)
  await enterCredentials(application, 'ada', 'pass:word')
  await expect(await askInANewChat(application.page)).toContainText('42')
  expect(systemProxy.requests).toHaveLength(1)
  expect(await application.readOutput()).not.toContain('pass:word')
})

test('the system’s network stack opens tunnels, and does not trust an unknown certificate', async ({
  application,
  systemProxy,
}) => {
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'localhost' }])
  const server = createServer({ cert, key: privateKey }, (_incoming, outgoing) => outgoing.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    systemProxy.credentials = 'ada:secret'
    await chooseService(application, `https://localhost:${port}`)
    await switchToSystemStack(application)
    await expect(await askInANewChat(application.page)).toContainText(
      'The proxy requires a username and password.',
    )
    await enterCredentials(application, 'ada', 'secret')
    await expect(await askInANewChat(application.page)).toContainText(
      "The provider's certificate isn't trusted.",
    )
    expect(new Set(systemProxy.requests)).toEqual(new Set([`CONNECT localhost:${port}`]))
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('with the system’s network stack, a client that disconnects ends the request, and a slow one applies back-pressure', async ({
  application,
  scripted,
}) => {
  await chooseService(application, scripted.url)
  await switchToSystemStack(application)
  const gateway = await openGateway(application)
  let closed = 0
  let written = 0
  scripted.answer = (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.on('close', () => {
      closed += 1
    })
    const chunk = event('x'.repeat(100_000))
    const write = () => {
      let canWrite = true
      while (canWrite && !outgoing.destroyed) {
        written += chunk.length
        canWrite = outgoing.write(chunk)
      }
    }
    outgoing.on('drain', write)
    write()
  }
  const abortController = new AbortController()
  const response = await gateway.send('streamGenerateContent?alt=sse', abortController.signal)
  const reader = response.body?.getReader()
  await reader?.read()
  // Only socket buffers of the system fill up. Without back-pressure this becomes gigabytes.
  let previous = -1
  await expect
    .poll(
      () => {
        const isStable = previous === written
        previous = written
        return isStable
      },
      { intervals: [1000] },
    )
    .toBe(true)
  expect(written).toBeLessThan(50_000_000)
  expect(closed).toBe(0)
  abortController.abort()
  await expect.poll(() => closed).toBe(1)
})

test('with the system’s network stack, a large upload arrives whole', async ({ application, scripted }) => {
  await chooseService(application, scripted.url)
  await switchToSystemStack(application)
  const gateway = await openGateway(application)
  const audio = randomBytes(20_000_000)
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  let received = Buffer.alloc(0)
  scripted.answer = async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const form = Buffer.concat(chunks)
    const start = form.indexOf(audio.subarray(0, 64))
    received = form.subarray(start, start + audio.length)
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end('{"text":"heard"}')
  }
  const form = new FormData()
  form.set('model', 'gen-4o-transcribe')
  form.set('file', new Blob([audio]), 'speech.wav')
  const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.localKey}` },
    body: form,
  })
  expect([response.status, await response.text()]).toEqual([200, '{"text":"heard"}'])
  expect(hash(received)).toBe(hash(audio))
})

test('with the system’s network stack, responses are unchanged: no redirect is followed, no cookie stored', async ({
  application,
  scripted,
}) => {
  await chooseService(application, scripted.url)
  await switchToSystemStack(application)
  const gateway = await openGateway(application)
  scripted.answer = (_incoming, outgoing) =>
    outgoing.writeHead(302, { location: '/elsewhere', 'set-cookie': 'a=b; Path=/' }).end('moved')
  const moved = await gateway.send('generateContent')
  expect([moved.status, await moved.text()]).toEqual([502, expect.stringContaining('redirect')])
  expect(scripted.received).toHaveLength(1)

  scripted.answer = (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json; charset=utf-8', etag: 'e' })
    outgoing.end(JSON.stringify(textResponse('unchanged')))
  }
  const plain = await gateway.send('generateContent')
  expect([plain.headers.get('content-type'), plain.headers.get('etag')]).toEqual([
    'application/json; charset=utf-8',
    'e',
  ])
  expect(await plain.json()).toEqual(textResponse('unchanged'))
  expect(scripted.received.map(({ headers }) => [headers.cookie, headers['accept-encoding']])).toEqual([
    [undefined, 'identity'],
    [undefined, 'identity'],
  ])
})

test('with the system’s network stack, an interrupted response returns what was received, then an error', async ({
  application,
  scripted,
}) => {
  await chooseService(application, scripted.url)
  await switchToSystemStack(application)
  const gateway = await openGateway(application)
  let cutOff = () => {}
  scripted.answer = (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(event('half'))
    cutOff = () => outgoing.destroy()
  }
  const response = await gateway.send('streamGenerateContent?alt=sse')
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (
    let step = await reader?.read();
    step && !step.done;
    step = await reader?.read().catch(() => undefined)
  ) {
    text += step.value
    if (text.includes('half')) cutOff()
  }
  expect(text).toMatch(/half.*closed before the response was complete/s)

  scripted.close()
  const afterClose = await gateway.send('generateContent')
  expect([afterClose.status, await afterClose.text()]).toEqual([502, expect.stringContaining('UNAVAILABLE')])
})

test('canceling a test in Settings aborts its requests, and a stream survives changed network settings and keys', async ({
  application,
  scripted,
}) => {
  await chooseService(application, scripted.url)
  let closed = 0
  scripted.answer = (_incoming, outgoing) => {
    outgoing.on('close', () => {
      closed += 1
    })
  }
  const { page } = application
  const upstream = page.getByRole('region', { name: 'Provider', exact: true })
  await upstream.getByRole('button', { name: 'Test Ours' }).click()
  await expect.poll(() => scripted.received.length).toBe(2)
  expect(closed).toBe(0)
  await upstream.getByRole('button', { name: 'Cancel testing Ours' }).click()
  await expect.poll(() => closed).toBe(2)

  const gateway = await openGateway(application)
  let end = () => {}
  scripted.answer = (_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    outgoing.write(event('one'))
    end = () => outgoing.end(event('two'))
  }
  const response = await gateway.send('streamGenerateContent?alt=sse')
  await switchToSystemStack(application)
  await enterCredentials(application, 'ada', 'secret')
  scripted.answer = (_incoming, outgoing) => {
    outgoing.setHeader('content-type', 'application/json')
    outgoing.end(JSON.stringify(textResponse('over the new connection')))
  }
  expect(await (await gateway.send('generateContent')).json()).toEqual(
    textResponse('over the new connection'),
  )
  end()
  expect(await response.text()).toMatch(/one.*two/s)
})
