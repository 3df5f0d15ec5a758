// The application's shell: every panel can be opened and has no axe violations; the gateway needs its key.
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from '@playwright/test'
import { expectNoViolations } from '../accessibility'
import { test } from '../page-test'
import { chooseService, useTheme } from '../settings-steps'
import { resize } from '../window-size'

const panels = ['Chat', 'Images', 'Video', 'Transcribe', 'Embeddings', 'Library', 'Gateway', 'Settings']

test.use({ launchEnvironment: { GEN_PLAYGROUND_DEMO_PACE: 'instant' } })

test('every panel opens by its name and has no axe violations', async ({ application }) => {
  const { page } = application
  for (const panel of panels) {
    await page.getByRole('button', { name: panel, exact: true }).first().click()
    await expect(page.locator('[aria-current="page"]')).toHaveText(panel)
    await expectNoViolations(page, panel)
  }
})

test('a chat with an answer has no axe violations', async ({ application }) => {
  const { page } = application
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Show me a table and some code.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('article[aria-label="Response"][aria-busy="false"]')).toBeVisible()
  await expectNoViolations(page, 'the chat')
})

test('the theme survives a restart, and the window’s background has its color', async ({ application }) => {
  await useTheme(application.page, 'dark')
  const isDark = () => application.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await application.relaunch()
  expect(await isDark()).toBe(true)
  const background = await application.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [red = 255, green = 255, blue = 255] = background.match(/[\d.]+/g)?.map(Number) ?? []
  expect(Math.max(red, green, blue)).toBeLessThan(64)
})

test('digits of numbers in columns have one width', async ({ application }) => {
  const widths = await application.page.evaluate(async () => {
    await document.fonts.load('13px "Inter Variable"')
    return ['1111', '0000'].map((text) => {
      const span = Object.assign(document.createElement('span'), {
        className: 'tabular-nums',
        textContent: text,
      })
      document.body.append(span)
      const { width } = span.getBoundingClientRect()
      span.remove()
      return width
    })
  })
  expect(widths[0]).toBe(widths[1])
})

test('WebRTC reveals no address of this machine, and reaches no server', async ({
  application: { page },
}) => {
  let contacts = 0
  const tcp = createServer((socket) => {
    contacts += 1
    socket.destroy()
  })
  const udp = createSocket('udp4').on('message', () => {
    contacts += 1
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  const candidates = await page.evaluate(
    async ([tcpPort, udpPort]) => {
      const login = { username: 'name', credential: 'password' }
      const connection = new RTCPeerConnection({
        iceServers: [
          { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, ...login },
          { urls: `turn:127.0.0.1:${udpPort}?transport=udp`, ...login },
          { urls: `stun:127.0.0.1:${udpPort}` },
        ],
      })
      const found: string[] = []
      const gathered = new Promise<void>((resolve) => {
        connection.onicecandidate = ({ candidate }) => {
          if (candidate?.candidate) found.push(candidate.candidate)
          if (!candidate) resolve()
        }
      })
      connection.createDataChannel('test')
      await connection.setLocalDescription(await connection.createOffer())
      await gathered
      return found
    },
    [(tcp.address() as AddressInfo).port, udp.address().port],
  )
  tcp.close()
  udp.close()
  expect([candidates, contacts]).toEqual([[], 0])
})

test.describe('with the URL of another page in the environment', () => {
  test.use({ launchEnvironment: { ELECTRON_RENDERER_URL: 'http://127.0.0.1:9/' } })

  test('the built application shows its own page', async ({ application: { page } }) => {
    expect(page.url()).toBe('app://playground/index.html')
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible()
  })
})

test('the application’s gateway accepts the local key from Settings, and rejects requests without it', async ({
  application,
}) => {
  const { page, gatewayUrl } = application
  expect((await fetch(`${gatewayUrl}/v1beta/models`)).status).toBe(401)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page
    .getByRole('button', { name: /Reveal|Show/ })
    .first()
    .click()
  const shown = await page.getByRole('textbox', { name: 'Local key' }).inputValue()
  const response = await fetch(`${gatewayUrl}/v1beta/models/gen-2.5-flash:generateContent?key=${shown}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'What is 6 times 7?' }] }] }),
  })
  expect(JSON.stringify(await response.json())).toContain('42')
})

test('the Gateway panel counts and lists rejected requests, and shows a request that is opened', async ({
  application,
}) => {
  const { page, gatewayUrl } = application
  for (let count = 0; count < 3; count += 1) await fetch(`${gatewayUrl}/v1beta/models?key=wrong`)
  await fetch(`${gatewayUrl}/v1beta/model/x&key=CANARY`)
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  const panel = page.getByRole('region', { name: 'Gateway' })
  await expect(panel).toContainText('3 missing or wrong key · 1 unknown path or method')
  await expect(panel).toContainText('GET /v1beta/model/x&key=…')
  await expect(panel.getByRole('row')).toHaveCount(5)
  await expect(panel).toContainText('401 rejected')
  await expect(panel).not.toContainText('CANARY')
  await expectNoViolations(page, 'the Gateway panel')
  await panel.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(panel.getByRole('region', { name: 'Provider' })).toContainText('Test passed')
  // The second row: the request with the wrong key.
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const request = panel.getByRole('region', { name: 'Request details' })
  await expect(request).toContainText('this is neither the gateway')
  await expect(request).not.toContainText('wrong')
  await expectNoViolations(page, 'an opened request')
  // The open request follows the cursor.
  await page.keyboard.press('k')
  await expect(request).toContainText('/v1beta/model/x&key=…')
  await page.keyboard.press('Escape')
  await expect(request).toBeHidden()
  // Listed as soon as it ends, without another visit of the panel.
  await fetch(`${gatewayUrl}/v1beta/zebra`)
  await expect(panel.getByRole('row')).toHaveCount(6)
  // A search, a filter, and a list without results.
  await page.keyboard.press('/')
  await page.keyboard.type('zebra')
  await expect(panel.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await panel.getByRole('checkbox', { name: '4xx Client error' }).check()
  await expect(panel.getByRole('row')).toHaveCount(6)
  await panel.getByRole('searchbox', { name: 'Search requests' }).fill('nothing has this text')
  await expect(panel.getByRole('heading', { name: 'No results' })).toBeVisible()
  await panel.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(panel.getByRole('row')).toHaveCount(6)
  await panel.getByRole('button', { name: 'Pause log' }).click()
  await fetch(`${gatewayUrl}/v1beta/paused`)
  await expect(panel).toContainText('Paused · 1 new')
  await panel.getByRole('button', { name: 'Resume log' }).click()
  await expect(panel.getByRole('row')).toHaveCount(7)
  await panel.getByRole('button', { name: 'Clear log…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click()
  await expect(panel.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
})

test('a request in progress is listed, and can be stopped', async ({ application }) => {
  const { page, gatewayUrl } = application
  await page.getByRole('button', { name: 'Settings' }).click()
  await page
    .getByRole('button', { name: /Reveal|Show/ })
    .first()
    .click()
  const localKey = await page.getByRole('textbox', { name: 'Local key' }).inputValue()
  await page.getByRole('button', { name: 'Gateway', exact: true }).first().click()
  const response = await fetch(`${gatewayUrl}/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goog-api-key': localKey, 'x-demo': 'stall-after=1' },
    body: JSON.stringify({ contents: [{ parts: [{ text: 'Count to ten.' }] }] }),
  })
  const text = response.text().catch(() => 'cut off')
  const panel = page.getByRole('region', { name: 'Gateway' })
  await expect(panel).toContainText('200 in progress')
  // In a small window, the end of the path is legible, and the request opens in a drawer.
  await resize(application, { width: 900, height: 600, zoom: 1 })
  await panel.getByRole('row', { name: /:streamGenerateContent/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Request' })
  await dialog.getByRole('button', { name: 'Stop request' }).click()
  await expect(dialog).toContainText('Stopped in the Gateway panel.')
  expect(await text).toBe('cut off')
  await expectNoViolations(page, 'an opened request in a drawer')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('200 canceled')
  const verb = panel.getByText(':streamGenerateContent', { exact: true })
  await expect(verb).toBeVisible()
  expect(
    await verb.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0)
  await page.keyboard.press('c')
  await expect(page.getByText('curl command copied')).toBeVisible()
  const copied = await application.electron.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toContain(
    `curl -N '${gatewayUrl}/v1beta/models/gen-2.5-flash:streamGenerateContent?alt=sse&key='"$GEN_PLAYGROUND_KEY"`,
  )
  expect(copied).not.toContain(localKey)
  await panel.getByRole('tab', { name: 'Usage' }).click()
  await panel.getByRole('radio', { name: 'Day', exact: true }).click()
  await expect(panel.getByRole('button', { name: /: [\d,]+\. .*Canceled 1/ })).toBeVisible()
  await panel.getByRole('radio', { name: 'Model', exact: true }).click()
  await expect(panel.getByRole('row', { name: /^gen-2.5-flash/ })).toBeVisible()
  await expectNoViolations(page, 'usage')
})

test.describe('with a microphone', () => {
  test.use({ launchArguments: ['--use-fake-device-for-media-stream'] })

  test('the page may record audio, but not video', async ({ application }) => {
    const requestMedia = (constraints: MediaStreamConstraints) =>
      application.page.evaluate(
        (requested) =>
          navigator.mediaDevices.getUserMedia(requested).then(
            (stream) => stream.getTracks().map(({ kind }) => kind),
            (error: DOMException) => error.name,
          ),
        constraints,
      )
    expect(await requestMedia({ audio: true })).toEqual(['audio'])
    expect(await requestMedia({ video: true })).toBe('NotAllowedError')
    expect(await requestMedia({ audio: true, video: true })).toBe('NotAllowedError')
  })
})

test('the status line says whether the provider responds, from real requests, and opens its settings', async ({
  application: { page },
}) => {
  const provider = page.getByRole('contentinfo').getByRole('button', { name: /^(Demo|Ours)/ })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  // Once in the whole view.
  await expect(page.getByText('Demo', { exact: true })).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(provider).toHaveAccessibleDescription(/Last response at/)
  // Nothing listens on this port.
  await chooseService(page, { name: 'Ours', url: 'http://127.0.0.1:9', key: 'a-key' })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  await page.getByRole('button', { name: 'Chat', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('Hello again')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(provider).toContainText('Failing')
  await expect(provider).toHaveAccessibleDescription(/Last request failed at .*refused the connection/)
  await provider.click()
  await expect(page.getByRole('radio', { name: /Custom service/ })).toBeChecked()
})
