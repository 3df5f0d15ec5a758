// A program that sends forms and prints the memory it used. Arguments: a URL, a file, its length, a file of 1 MB.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { routes } from '#shared/endpoints/routes'
import { readBody } from '#shared/wire/read-body'
import { openLoopback } from '../../main/gateway-host/loopback'
import { writeForm } from './request-transcription'

const { send, close } = openLoopback({
  origin: async () => process.argv[2] ?? '',
  key: () => 'key',
})

async function sendOne(bytes: number, onSent: (sent: number) => void): Promise<void> {
  const file = {
    path: process.argv[bytes === megabyte ? 5 : 3] ?? '',
    name: 'a.wav',
    mimeType: 'audio/wav',
    bytes,
  }
  const form = writeForm({ fields: [['model', 'gen-4o-transcribe']], file, onSent })
  const { method, path } = routes.transcribe
  const answer = await send({ method, path, ...form, signal: new AbortController().signal })
  await readBody(answer.body)
}

setFlagsFromString('--expose-gc')
// The flag above has added it.
const collectGarbage = runInNewContext('gc') as () => void
const megabyte = 1_048_576

/** The memory after garbage collection, including buffers. */
function measureHeld(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Measures the peak memory while a form is sent. */
async function measure(): Promise<void> {
  // Warm up, so that one-time allocations do not count.
  for (let call = 0; call < 4; call += 1) await sendOne(megabyte, () => {})
  const before = measureHeld()
  let peak = before
  let next = megabyte
  await sendOne(Number(process.argv[4]), (sent) => {
    if (sent < next) return
    next += megabyte
    peak = Math.max(peak, measureHeld())
  })
  await close()
  process.stdout.write(JSON.stringify({ added: peak - before }))
}

void measure()
