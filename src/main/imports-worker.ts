// Reads chats of other applications in its own thread, so that the window stays responsive.
import { parentPort } from 'node:worker_threads'
import { openPortCalls, Transferred } from '#gateway/port-calls'
import {
  createImportReader,
  type ImportReaderFunctions,
} from '#workspace/conversations/imports/import-reader'

if (!parentPort) throw new Error('This program runs as a worker thread.')

const reader = createImportReader()
openPortCalls(parentPort, {
  ...reader,
  readMedia: async (input: Parameters<ImportReaderFunctions['readMedia']>[0]) => {
    // A copy of its own: small buffers share their memory, which cannot be transferred.
    const bytes = new Uint8Array(await reader.readMedia(input))
    return new Transferred(bytes, [bytes.buffer])
  },
} satisfies Record<keyof ImportReaderFunctions, unknown>)
