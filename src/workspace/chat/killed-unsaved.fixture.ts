// A program that a test kills while a response is not saved. Argument: the folder.
import { join } from 'node:path'
import { connect } from '../database/connection'
import { openWorkspace } from '../workspace'

const answer = {
  candidates: [
    { content: { role: 'model', parts: [{ text: 'The whole response.' }] }, finishReason: 'STOP' },
  ],
}

async function respond(folder: string): Promise<void> {
  const app = await openWorkspace({
    folder,
    async send() {
      const direct = connect(join(folder, 'workspace.db'))
      direct.exec("CREATE TRIGGER full BEFORE UPDATE ON turns BEGIN SELECT RAISE(ABORT, 'no room'); END")
      direct.close()
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(answer)),
      }
    },
  })
  const { conversationId } = app.chat.send({
    conversationId: null,
    parts: [{ text: 'Go.' }],
    parameters: { model: 'gen-2.5-pro' },
  })
  const waiting = setInterval(() => {
    if (!app.saves.list().pending.some(({ rescued }) => rescued)) return
    clearInterval(waiting)
    process.stdout.write(`${conversationId}\n`)
  }, 10)
  setInterval(() => {}, 1000)
}

void respond(process.argv[2] ?? '')
