// The desktop's network as a gateway's thread is given it, over its two ports.
import { expect, test } from 'vitest'
import type { ResolveProxy } from './proxy-questions'
import { openSystemPorts, waysThroughPorts } from './system-network'

function open(resolveProxy: ResolveProxy) {
  const ports = openSystemPorts({
    configure: () => {},
    resolveProxy,
    stack: {
      sendTo:
        (origin) =>
        async ({ path }) => ({ status: 200, headers: { origin, path }, body: null }),
    },
  })
  const close = () => {
    ports.questions.close()
    ports.calls.close()
  }
  return { ways: waysThroughPorts(ports), close }
}

test('the system is asked for an address, and its words become a way with the entered credentials', async () => {
  const asked: string[] = []
  const { ways, close } = open(async (url) => {
    asked.push(url)
    return url.includes('inside') ? 'DIRECT' : 'PROXY proxy.test:3128; DIRECT'
  })
  const find = ways.systemProxy({ credentials: 'ada:pass:word', hosts: ['proxy.test:3128'] })
  expect([await find('https://upstream.test'), await find('http://inside.test:8080')]).toEqual([
    { kind: 'http', host: 'proxy.test', port: 3128, credentials: { name: 'ada', password: 'pass:word' } },
    { kind: 'direct' },
  ])
  expect(asked).toEqual(['https://upstream.test/', 'http://inside.test:8080/'])
  close()
})

test('a system that does not say is a failure with a sentence, not a call that goes past its proxy', async () => {
  const { ways, close } = open(() => Promise.reject(new Error('secret of the system')))
  const failure = { code: 'UNAVAILABLE', message: expect.stringContaining('did not say which proxy') }
  await expect(ways.systemProxy(null)('https://upstream.test')).rejects.toMatchObject(failure)
  close()
})

test('questions under way fail when the answering thread is gone', async () => {
  const { ways, close } = open(() => new Promise(() => {}))
  const answer = ways.systemProxy(null)('https://upstream.test')
  close()
  await expect(answer).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('calls go over the stack', async () => {
  const { ways, close } = open(async () => 'DIRECT')
  const call = { method: 'GET', path: '/x', headers: {}, body: null, signal: new AbortController().signal }
  const answer = await ways.systemStack?.sendTo('https://upstream.test')(call)
  expect(answer).toEqual({
    status: 200,
    headers: { origin: 'https://upstream.test', path: '/x' },
    body: null,
  })
  close()
})
