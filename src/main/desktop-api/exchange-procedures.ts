// Procedures of the request log: reads it, sends its requests again, and exports them.
import { basename } from 'node:path'
import { createSecretRedactor } from '#gateway/redaction/stream'
import { type ReplayRequest, toReplay } from '#shared/exchange/replay-request'
import { ApiError } from '#shared/schemas/api-error'
import type { ExchangeSelection, HarProgress } from '#shared/schemas/request-log'
import type { HttpBody } from '#shared/wire/http'
import { streamProgress } from '#workspace/concurrency/feed'
import { withSignals } from '#workspace/concurrency/timing'
import { readFileChunks } from '#workspace/media/media-file'
import type { Application } from '../application'
import type { Functions } from './bind'
import type { DesktopHost } from './desktop-host'
import { writeFileAtomically } from './user-files'

type Host = Pick<DesktopHost, 'saveFile' | 'build'>

export function createExchangeProcedures(application: Application, host: Host): Functions['exchanges'] {
  const { workspace, stopRequest } = application
  const { exchanges } = workspace

  /** Resolves once the response has started. It is read to its end, or until it is stopped. */
  async function send(request: ReplayRequest, callSignal?: AbortSignal) {
    const body = request.body === '' ? null : await exchanges.restoreBody(request.body)
    if (request.body !== '' && body === null)
      throw new ApiError('NOT_FOUND', 'The log no longer has a media file of this request.')
    // Canceled while the log was read: nothing may be sent, because it may be billed.
    callSignal?.throwIfAborted()
    return await withSignals([callSignal], async (signal) => {
      const response = await application.send({ ...request, body, signal })
      // Its outcome is in the log.
      void drain(response.body).catch(() => undefined)
      return { id: response.headers['x-exchange-id'] ?? '', status: response.status }
    })
  }

  return {
    list: exchanges.list,
    counts: exchanges.counts,
    read: exchanges.read,
    clear: exchanges.clear,
    watch: (_, signal) => exchanges.watch(signal),
    stop: async ({ id }) => ({ stopped: await stopRequest(id) }),
    async replay({ id }, signal) {
      const exchange = await exchanges.read({ id })
      if (!exchange) throw new ApiError('NOT_FOUND', 'This request is no longer in the log.')
      const { request, problem } = toReplay(exchange)
      if (!request) throw new ApiError('FAILED_PRECONDITION', `Can’t send this request again. ${problem}`)
      return await send(request, signal)
    },
    send,
    async copyFiles({ hashes }) {
      const stored = []
      for (const hash of hashes) {
        const { path, length: size } = await exchanges.openFile(hash)
        const file = { chunks: readFileChunks(path), name: basename(path), length: size }
        const { hash: media, mimeType, length: bytes } = await workspace.media.storeStream(file)
        stored.push({ media, mimeType, bytes })
      }
      return stored
    },
    async *exportHar(selection, signal) {
      const day = new Date().toISOString().slice(0, 10)
      const path = await host.saveFile(`requests-${day}.har`, ['har'])
      if (path === null) yield { requests: 0, total: 0, done: { path } }
      else yield* exportHar(selection, path, { application, version: host.build().version, signal })
    },
  }
}

async function drain(body: HttpBody): Promise<void> {
  if (body === null || body instanceof Uint8Array) return
  for await (const _ of body);
}

interface ExportContext {
  readonly application: Application
  readonly version: string
  readonly signal: AbortSignal | undefined
}

function exportHar(
  selection: ExchangeSelection,
  path: string,
  { application, version, signal: callSignal }: ExportContext,
): AsyncIterable<HarProgress> {
  const { workspace, secrets, listening } = application
  return streamProgress<HarProgress>(
    async ({ signal, report }) => {
      const origin = await listening().then(
        ({ url }) => url,
        () => 'http://127.0.0.1',
      )
      // The log was redacted with the keys of its time; a key that was entered later may be in it, too.
      const { redact } = createSecretRedactor(secrets())
      let last = { requests: 0, total: 0 }
      async function* write() {
        for await (const { text, isMedia = false, ...progress } of workspace.exchanges.writeHar({
          selection,
          origin,
          version,
        })) {
          signal.throwIfAborted()
          last = progress
          report(progress)
          yield isMedia ? text : redact(text)
        }
      }
      try {
        await writeFileAtomically(path, write(), workspace.unfinishedFiles)
      } catch (error) {
        if (signal.aborted) return
        throw error
      }
      report({ ...last, done: { path } })
    },
    [callSignal],
  )
}
