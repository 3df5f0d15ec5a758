// A program that draws images until a test kills it; its only argument is the folder.
import { randomBytes } from 'node:crypto'
import { openWorkspace } from '../workspace'
import { makePng } from './make-png.fixture'

/** Large enough that writing takes a while. */
const noiseBytes = 2_000_000

async function* answer(): AsyncGenerator<Uint8Array> {
  const data = Buffer.concat([makePng(64, 48), randomBytes(noiseBytes)]).toString('base64')
  const parts = [{ inlineData: { mimeType: 'image/png', data } }]
  yield Buffer.from(`data: ${JSON.stringify({ candidates: [{ content: { parts } }] })}\n\n`)
  yield Buffer.from(`data: ${JSON.stringify({ candidates: [{ finishReason: 'STOP' }] })}\n\n`)
}

async function drawEndlessly(folder: string): Promise<void> {
  const app = await openWorkspace({
    folder,
    send: async () => ({ status: 200, headers: {}, body: answer() }),
  })
  for (;;) {
    const { conversationId } = app.images.draw({
      conversationId: null,
      after: null,
      parts: [{ text: 'Noise' }],
      parameters: { model: 'gen-2.5-flash-image' },
      variations: 4,
    })
    for await (const event of app.chat.watch({ conversationId }))
      if (event.type === 'conversation' && !event.conversation.running) break
    process.stdout.write('drawn\n')
  }
}

void drawEndlessly(process.argv[2] ?? '')
