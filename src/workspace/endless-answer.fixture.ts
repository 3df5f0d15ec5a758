// A program of its own that is in the midst of an answer until it is killed; its only argument is the folder.
import { setTimeout as pause } from 'node:timers/promises'
import { openWorkspace } from './workspace'

async function* count(): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number += 1) {
    const chunk = { candidates: [{ content: { parts: [{ text: `${number} ` }] } }] }
    yield Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)
    await pause(2)
  }
}

async function answerEndlessly(folder: string): Promise<void> {
  const app = await openWorkspace({
    folder,
    send: async () => ({ status: 200, headers: {}, body: count() }),
  })
  const sent = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Count.' }],
    parameters: { model: 'm' },
  })
  process.stdout.write(`${JSON.stringify(sent)}\n`)
}

void answerEndlessly(process.argv[2] ?? '')
