// Finds OpenAI-compatible servers on this computer, such as Ollama, by requesting their lists of models.
import { z } from 'zod'
import type { DetectedServer } from '#shared/desktop/models-contract'
import { serverPresets } from '#shared/models/openai-servers'
import { type ServerName, serverNames } from '#shared/schemas/upstream'
import { readBody } from '#shared/wire/read-body'
import { withSignals } from '#workspace/concurrency/timing'

/** Milliseconds. A server that loads a model still lists its models at once. */
const timeoutMs = 2_000
const maxBytes = 4 * 1024 * 1024

const ModelList = z.union([
  z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })) }),
  // Ollama without models has null in place of the array.
  z.object({ object: z.literal('list'), data: z.null() }),
])
/** Servers that require a key say so in JSON; a web page that asks for a password is not one of them. */
const Rejection = z.object({ error: z.unknown() })

interface LocalServer {
  readonly server: ServerName
  readonly baseUrl: string
}

const usualServers: readonly LocalServer[] = serverNames.flatMap((server) => {
  const { baseUrl, isLocal } = serverPresets[server]
  return isLocal ? [{ server, baseUrl }] : []
})

/** Reads `ollama=http://127.0.0.1:5000/v1,…`, with which tests replace the usual URLs. */
export function readLocalServers(text = ''): readonly LocalServer[] {
  const servers = text.split(',').flatMap((pair) => {
    const [name, baseUrl] = pair.split('=')
    const server = serverNames.find((each) => each === name)
    return server && baseUrl ? [{ server, baseUrl }] : []
  })
  return servers.length === 0 ? usualServers : servers
}

/** In the order of `servers`. Resolves within two seconds, and to an empty list if the signal aborts. */
export async function detectServers(
  servers: readonly LocalServer[],
  signal?: AbortSignal,
): Promise<DetectedServer[]> {
  const detected = await Promise.all(servers.map((server) => detect(server, signal)))
  return detected.filter((server) => server !== null)
}

/** Null if nothing listens there, or not such a server. */
async function detect(
  { server, baseUrl }: LocalServer,
  callSignal: AbortSignal | undefined,
): Promise<DetectedServer | null> {
  try {
    return await withSignals([AbortSignal.timeout(timeoutMs), callSignal], async (signal) => {
      const response = await fetch(`${baseUrl}/models`, { signal, redirect: 'error' })
      // Node's stream of a response can be iterated, which its type does not say.
      const bytes = await readBody(response.body as unknown as AsyncIterable<Uint8Array> | null, maxBytes)
      const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (response.status === 401 || response.status === 403)
        return Rejection.safeParse(body).success ? { server, baseUrl, models: [], needsKey: true } : null
      const list = response.ok ? ModelList.safeParse(body).data : undefined
      if (!list) return null
      const models = list.data ?? []
      const ids = models.map(({ id }) => id)
      return { server: identify(models[0]?.owned_by) ?? server, baseUrl, models: ids, needsKey: false }
    })
  } catch {
    return null
  }
}

/** These two say in every model what they are, and may have each other's port. */
function identify(owner: string | null | undefined): ServerName | undefined {
  if (owner === 'vllm') return 'vllm'
  return owner === 'llamacpp' ? 'llama-cpp' : undefined
}
