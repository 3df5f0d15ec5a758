// The application's main process without Electron, as a program to kill. Its IPC channel carries the desktop API, and commands.
import { openDesktop } from '../desktop-api/desktop.fixture'

/** A command of the test, with what only a user, the page, or the system could do. */
type Command =
  | { readonly type: 'append'; readonly id: string; readonly offset: number; readonly length: number }
  /** Releases the folder and ends the program. */
  | { readonly type: 'close' }

interface NumberedCommand {
  readonly number: number
  readonly command: Command
}

type Listener = (event: { data: unknown }) => void

const [folder = '', demoPace = 'instant'] = process.argv.slice(2)
const listeners: Listener[] = []
process.on('unhandledRejection', (error) => {
  process.stderr.write(`Unhandled: ${error instanceof Error ? error.stack : String(error)}\n`)
})
// Otherwise it would outlive a test that was killed.
process.once('disconnect', () => process.exit())
void serve()

async function serve(): Promise<void> {
  const desktop = await openDesktop(folder, demoPace).catch((error: unknown) => {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
    return process.exit(1)
  })
  const { recordings } = desktop.application.workspace
  const port = {
    addEventListener: (type: string, listen: Listener) => {
      if (type === 'message') listeners.push(listen)
    },
    postMessage: (data: unknown) => void process.send?.(data),
  }
  // The handler needs only two functions of a port, but their types cover every event.
  desktop.serve(port as unknown as MessagePort)

  const run = async (command: Command): Promise<unknown> => {
    switch (command.type) {
      case 'append':
        await recordings.append(command.id, command.offset, new Uint8Array(command.length).fill(7))
        return null
      case 'close':
        await desktop.close()
        process.disconnect()
        return null
    }
  }
  process.on('message', (message: string | NumberedCommand) => {
    if (typeof message === 'string') for (const listen of listeners) listen({ data: message })
    else void answer(message, run)
  })
  const { url } = await desktop.application.listening()
  process.send?.({ url })
}

async function answer({ number, command }: NumberedCommand, run: (command: Command) => Promise<unknown>) {
  try {
    const result = await run(command)
    process.send?.({ number, result })
  } catch (error) {
    process.send?.({ number, error: error instanceof Error ? error.message : String(error) })
  }
}
