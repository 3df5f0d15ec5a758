// Checks that requests to a diagram's frame end: with its response, its error, or a timeout; forged messages are ignored.
import { expect, test } from 'vitest'
import { connectDiagram, DiagramTimeout } from './diagram-client'

function openPorts(timeoutMs: number) {
  const { port1, port2 } = new MessageChannel()
  const client = connectDiagram(port1, timeoutMs)
  return { frame: port2, client, close: () => client.close() }
}

const drawing = { do: 'draw', code: 'pie', isDark: false } as const
const minute = 60_000

test('resolves with the response to the same request, and ignores anything else', async () => {
  const { frame, client, close } = openPorts(minute)
  frame.onmessage = ({ data: { id } }) => {
    for (const forged of [
      null,
      'x',
      { id },
      { id: id + 1, did: 'draw', size: { width: 9, height: 9 } },
      { id, did: 'draw', size: { width: 'calc(1px)', height: 1 } },
      { id, did: 'draw', size: { width: Number.POSITIVE_INFINITY, height: 1 } },
      { id, did: 'export', file: { html: '' } },
    ])
      frame.postMessage(forged)
    frame.postMessage({ id, did: 'draw', size: { width: 20, height: 10 } })
  }
  expect(await client.send(drawing)).toMatchObject({ size: { width: 20, height: 10 } })
  close()
})

test('rejects with Mermaid’s message, with a response of another kind, and without one', async () => {
  const { frame, client, close } = openPorts(minute)
  frame.onmessage = ({ data: { id } }) =>
    frame.postMessage({ id, did: 'fail', message: 'Parse error on line 2' })
  await expect(client.send(drawing)).rejects.toThrow('Parse error on line 2')
  frame.onmessage = ({ data: { id } }) => frame.postMessage({ id, did: 'export', file: '<svg/>' })
  await expect(client.send(drawing)).rejects.toThrow('Unexpected response.')
  close()
  const silent = openPorts(1)
  await expect(silent.client.send(drawing)).rejects.toThrow(DiagramTimeout)
  silent.close()
})
