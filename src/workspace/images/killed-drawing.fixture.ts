// A program for tests to kill while it receives images; its only argument is the folder.
import { openWorkspace } from '../workspace'

const megabytes = 4

function toBody(number: number): Buffer {
  const picture = Buffer.alloc(megabytes * 1_048_576, `picture ${number} `)
  picture.set(Buffer.from('89504e470d0a1a0a', 'hex'))
  const parts = [{ inlineData: { mimeType: 'image/png', data: picture.toString('base64') } }]
  return Buffer.from(
    JSON.stringify({ candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }),
  )
}

/** Every second image stops after half of its bytes. */
async function* streamBody(number: number): AsyncGenerator<Uint8Array> {
  const body = toBody(number)
  const length = number % 2 === 0 ? body.length : body.length / 2
  for (let at = 0; at < length; at += 65_536) yield body.subarray(at, Math.min(length, at + 65_536))
  if (number % 2 === 1) await new Promise(() => {})
}

async function draw(folder: string): Promise<void> {
  let calls = 0
  const app = await openWorkspace({
    folder,
    send: async () => {
      calls += 1
      return { status: 200, headers: { 'content-type': 'application/json' }, body: streamBody(calls - 1) }
    },
  })
  const started = app.images.draw({
    conversationId: null,
    after: null,
    parts: [{ text: 'A tree.' }],
    parameters: { model: 'gen-2.5-flash-image' },
    variations: 8,
  })
  process.stdout.write(`${JSON.stringify(started)}\n`)
  // A pending promise alone does not keep the process running.
  setInterval(() => {}, 1000)
}

void draw(process.argv[2] ?? '')
