// The application's shell: what the page may do, and the status line.
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { expect } from '@playwright/test'
import { answers, ask, finished } from '../chat-steps'
import { openPalette } from '../keyboard-steps'
import { test } from '../page-test'
import { selectService } from '../settings-steps'

test.use({
  launchEnvironment: {
    GEN_PLAYGROUND_DEMO_PACE: 'instant',
    // The address of another page, which the built application ignores.
    ELECTRON_RENDERER_URL: 'http://127.0.0.1:9/',
  },
})

test('WebRTC reveals no address, and reaches no server', async ({ application: { page } }) => {
  expect(page.url()).toBe('app://playground/index.html')
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
  const { port } = tcp.address() as AddressInfo
  const login = { username: 'name', credential: 'password' }
  const iceServers = [
    { urls: `turn:127.0.0.1:${port}?transport=tcp`, ...login },
    { urls: `turn:127.0.0.1:${udp.address().port}?transport=udp`, ...login },
    { urls: `stun:127.0.0.1:${udp.address().port}` },
  ]
  const candidates = await page.evaluate(async (servers) => {
    const connection = new RTCPeerConnection({ iceServers: servers })
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
  }, iceServers)
  tcp.close()
  udp.close()
  expect([candidates, contacts]).toEqual([[], 0])
})

test('the status line says whether the provider responds', async ({ application }) => {
  const { page } = application
  const provider = page.getByRole('contentinfo').getByRole('button', { name: /^(Demo|Ours)/ })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  // Once in the whole view.
  await expect(page.getByText('Demo', { exact: true })).toHaveCount(1)
  await ask(page, 'Hello')
  await expect(finished(page)).toContainText('Demo')
  await expect(provider).toHaveAccessibleDescription(/Last response at/)
  // Nothing listens on this port.
  await selectService(application, { name: 'Ours', url: 'http://127.0.0.1:9', key: 'a-key' })
  await expect(provider).toHaveAccessibleDescription(/No request sent yet/)
  await ask(page, 'Hello again')
  await expect(answers(page)).toHaveCount(2)
  await expect(provider).toContainText('Failing')
  await expect(provider).toHaveAccessibleDescription(/Last request failed at .*refused the connection/)
  await provider.click()
  await expect(page.getByRole('radio', { name: /Custom service/ })).toBeChecked()
  for (const command of ['use demo', 'test provider']) {
    await openPalette(page, command)
    await page.keyboard.press('Enter')
  }
  await expect(page.getByRole('region', { name: 'Test results' })).toContainText('Demo · Working')
})
