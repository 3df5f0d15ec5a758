// Reads all user data of a folder through the procedures that the renderer uses.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { itemKinds, LibraryQuery } from '#shared/schemas/library'
import { readBlock } from '#shared/vectors/vector-block'
import { openVectorReader } from '#workspace/embeddings/vector-reader'
import type { Desktop } from '../../desktop-api/desktop.fixture'
import { readVectors } from '../../page-port.fixture'
import { streamVectors } from '../../stream-vectors'

type Client = Desktop['client']

export type UserData = Awaited<ReturnType<typeof readUserData>>

/** Returns plain JSON, to compare it with what was read when the folder was saved. */
export async function readUserData(
  { client, application }: Desktop,
  folder: string,
  turnIds: Readonly<Record<string, string[]>>,
) {
  const { keys } = application
  const data = {
    settings: await client.settings.read(),
    keys: { service: keys.status('service').state, gemini: keys.status('gemini').state },
    localKey: (await client.localKey.read()).key,
    namedKeys: await client.namedKeys.list(),
    namingKey: await readFile(join(folder, 'naming.key'), 'utf8'),
    presets: await client.presets.list(),
    templates: await client.templates.list(),
    drafts: await client.drafts.read(),
    forms: await client.forms.read(),
    folders: await client.folders.list(),
    conversations: await readConversations(client, turnIds),
    library: await readLibrary(client),
    collections: await client.library.listCollections(),
    videos: await readFirst(await client.videos.watch()),
    transcriptions: await readFirst(await client.transcriptions.watch()),
    transcripts: await readTranscripts(client),
    recordings: await client.recordings.orphaned(),
    embeddings: await readEmbeddings(client, folder),
    exchanges: (await client.exchanges.list({ limit: 500 })).rows.map(({ id, path, status }) => ({
      id,
      path,
      status,
    })),
  }
  return JSON.parse(JSON.stringify(data)) as typeof data
}

async function readConversations(client: Client, turnIds: Readonly<Record<string, string[]>>) {
  const conversations = await client.conversations.list()
  return Promise.all(
    conversations.map(async (conversation) => {
      const { id: conversationId } = conversation
      const [snapshot] = (await readFirst(await client.chat.watch({ conversationId }))) ?? []
      const turns = await client.chat.turns({ conversationId, turnIds: turnIds[conversationId] ?? [] })
      return { conversation, branch: snapshot?.type === 'snapshot' ? snapshot.branch : [], turns }
    }),
  )
}

async function readLibrary(client: Client) {
  const read = async (inBin: boolean) => {
    const query = LibraryQuery.parse({ kinds: [...itemKinds], bin: inBin })
    const { items } = await client.library.list({ query, offset: 0, limit: 500 })
    return Promise.all(
      items.map(async (item) => ({
        item,
        metadata: await client.library.generationMetadata({ id: item.id }),
      })),
    )
  }
  return { listed: await read(false), inBin: await read(true) }
}

async function readTranscripts(client: Client) {
  const event = await readFirst(await client.transcriptions.watch())
  const jobs = event?.jobs ?? []
  return Promise.all(
    jobs.map(async ({ id }) => {
      const transcript = await client.transcriptions.read({ id })
      const versions = await Promise.all(
        (transcript?.versions ?? []).map((version) =>
          client.transcriptions.version({ id, versionId: version.id }),
        ),
      )
      return { id, transcript, versions }
    }),
  )
}

async function readEmbeddings(client: Client, folder: string) {
  const reader = openVectorReader(folder)
  const sets = await client.embeddings.list()
  const found = await Promise.all(
    sets.map(async (set) => {
      const { rows } = await client.embeddings.rows({ id: set.id, offset: 0, limit: 1000 })
      const vectors = await Promise.all(
        set.dimensions.map(async (dimensions) => {
          const { bytes } = await readVectors((port) => streamVectors(port, reader), {
            id: set.id,
            dimensions,
          })
          return [...readBlock(bytes).values]
        }),
      )
      return { set, rows, vectors }
    }),
  )
  reader.close()
  return found
}

async function readFirst<Event>(events: AsyncIterable<Event>): Promise<Event | undefined> {
  for await (const event of events) return event
  return undefined
}
