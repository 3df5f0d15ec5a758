// The kinds of work of users, and the promises that must hold after the application was killed.
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {import('./running-application.mjs').Running} Running */
/** @typedef {import('./read-state.mjs').State} State */
/** @typedef {import('./counting-service.mjs').CountingService} CountingService */
/** @typedef {import('./part.mjs').Random} Random */

/**
 * @typedef {object} Work
 * @property {Running} running
 * @property {CountingService} service
 * @property {Random} random
 * @property {string} tag unique; the provider receives it with the work
 * @property {readonly string[]} audio hashes of stored audio files
 * @property {readonly string[]} mediaFolders to move between
 * @property {string} exportFolder
 * @property {() => boolean} isKilled
 * @property {(milliseconds: number) => void} onDelay called with the time a word took from the provider to the page
 */

/**
 * A promise to the user, once it is acknowledged. `problems` compares it with the state after the restart.
 * @typedef {{ isAcknowledged: () => boolean, problems: (state: State) => string[] }} Promised
 */

const chat = { model: 'gen-2.5-flash' }
const image = { model: 'gen-2.5-flash-image' }

/** @type {Record<string, (work: Work) => Promised>} */
export const kinds = {
  chat: ask,
  'image session': ({ running, tag }) => {
    let turnIds = /** @type {string[]} */ ([])
    void running.desktop.images
      .draw({
        conversationId: null,
        after: null,
        parts: [{ text: `A fox ${tag}` }],
        parameters: image,
        variations: 2,
      })
      .then((/** @type {any} */ drawn) => {
        turnIds = drawn.turnIds
      }, ignore)
    return {
      isAcknowledged: () => turnIds.length > 0,
      problems: ({ turns }) => turnIds.filter((id) => !turns.has(id)).map((id) => `turn ${id} is missing`),
    }
  },
  video: ({ running, tag }) => {
    let id = ''
    void running.desktop.videos
      .create({ model: 'gen-video-3.1-fast-generate-preview', prompt: `A sea ${tag}` })
      .then(async (/** @type {any} */ created) => {
        id = created.id
        await pause(200)
        // Otherwise the first poll comes after ten seconds.
        await running.desktop.videos.pollNow({ id })
      })
      .catch(ignore)
    return {
      isAcknowledged: () => id !== '',
      problems: ({ videos }) => (id === '' || videos.has(id) ? [] : [`video job ${id} is missing`]),
    }
  },
  transcription: ({ running, tag, audio, random }) => {
    let ids = /** @type {string[]} */ ([])
    const source = { media: random.pick(audio), mimeType: 'audio/wav', name: `talk ${tag}.wav` }
    void running.desktop.transcriptions
      .add({ sources: [source], settings: { model: 'gen-4o-transcribe' } })
      .then((/** @type {any} */ added) => {
        ids = added.ids
      }, ignore)
    return {
      isAcknowledged: () => ids.length > 0,
      problems: ({ transcriptions }) =>
        ids.filter((id) => !transcriptions.has(id)).map((id) => `transcription ${id} is missing`),
    }
  },
  embeddings: ({ running, tag }) => {
    const rows = Array.from({ length: 20 }, (_, at) => ({
      // Every text has a tag of its own, because several are sent in one request.
      text: `Text ${at} ${tag.replace(/-(\d+)#/, (_, number) => `-${1000 * Number(number) + at}#`)}`,
      title: null,
      cells: [],
    }))
    let id = ''
    let isInserted = false
    const embed = async () => {
      const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
      const set = await running.desktop.embeddings.create({ name: `Set ${tag}`, settings, columns: [] })
      id = set.id
      await running.desktop.embeddings.insertRows({ id, before: null, rows })
      isInserted = true
      await running.desktop.embeddings.run({ id })
    }
    void embed().catch(ignore)
    return {
      isAcknowledged: () => isInserted,
      problems: ({ sets }) => {
        const set = sets.get(id)
        if (id === '') return []
        if (!set) return [`set ${id} is missing`]
        const total = Object.values(set.counts).reduce((sum, count) => sum + Number(count), 0)
        return isInserted && total < rows.length ? [`set ${id} has ${total} of ${rows.length} rows`] : []
      },
    }
  },
  import: ({ running, tag }) => {
    let isImported = false
    void running.desktop.conversations.importText({ text: makeImport(`Imported ${tag}`) }).then(() => {
      isImported = true
    }, ignore)
    return {
      isAcknowledged: () => isImported,
      problems: ({ branches }) => {
        const lengths = branches
          .filter(({ title }) => title === `Imported ${tag}`)
          .map(({ length }) => length)
        if (isImported && lengths.length === 0) return [`the chat imported as ${tag} is missing`]
        return lengths
          .filter((length) => length !== importedTurns)
          .map((length) => `of the imported chat ${tag}, ${length} turns of ${importedTurns} are left`)
      },
    }
  },
  draft: (work) => {
    const { running, tag, isKilled } = work
    let saved = 0
    const write = async () => {
      for (let version = 1; !isKilled(); version += 1) {
        const text = `Draft ${tag} ${version}`
        const draft = { text, attachments: [], parameters: null, columns: null }
        await running.desktop.drafts.write({ key: `new ${tag}`, draft })
        saved = version
        await pause(20)
      }
    }
    void write().catch(ignore)
    return {
      isAcknowledged: () => saved > 0,
      problems: ({ drafts }) => {
        const version = Number(drafts[`new ${tag}`]?.text.split(' ').at(-1) ?? 0)
        return version >= saved ? [] : [`draft ${tag} has version ${version}, but ${saved} was saved`]
      },
    }
  },
  settings: ({ running, tag, isKilled }) => {
    let saved = 0
    const write = async () => {
      for (let number = 1; !isKilled(); number += 1) {
        await running.desktop.forms.write({ name: 'video', form: { tag, number } })
        await running.desktop.settings.update({ theme: number % 2 ? 'dark' : 'light' })
        saved = number
        await running.desktop.keys.set({ slot: 'gemini', key: `key-${number}` })
        await running.desktop.presets.save({ name: `Preset ${tag} ${number}`, parameters: chat })
        await pause(20)
      }
    }
    void write().catch(ignore)
    return {
      isAcknowledged: () => saved > 0,
      problems: ({ forms, keys, presets }) => [
        ...(saved > 0 && forms.video?.tag === tag && forms.video.number < saved ? ['a form is older'] : []),
        ...(saved > 1 && keys.gemini !== 'ready' ? [`the key is ${keys.gemini}`] : []),
        ...(saved > 1 && presets.filter((/** @type {string} */ name) => name.includes(tag)).length < saved - 1
          ? [`presets of ${tag} are missing`]
          : []),
      ],
    }
  },
  recording: ({ running, isKilled }) => {
    let id = ''
    let acknowledged = 0
    const record = async () => {
      id = (await running.desktop.recordings.start()).id
      for (; !isKilled(); acknowledged += 4096) {
        await running.append(id, acknowledged, 4096)
        await pause(30)
      }
    }
    void record().catch(ignore)
    return {
      isAcknowledged: () => acknowledged > 0,
      problems: ({ recordings }) => {
        const bytes = recordings.get(id) ?? 0
        return bytes >= acknowledged ? [] : [`of a recording, ${bytes} of ${acknowledged} bytes are left`]
      },
    }
  },
  library: ({ running, tag, isKilled, random }) => {
    /** The last acknowledged state of each item. @type {Map<string, boolean>} */
    const trashed = new Map()
    let started = ''
    const work = async () => {
      const { library } = running.desktop
      const all = await library.ids({ kinds: ['image', 'transcript'] })
      while (!isKilled() && all.length > 0) {
        const id = random.pick(/** @type {string[]} */ (all))
        const isTrashed = trashed.get(id) ?? false
        started = id
        await (isTrashed ? library.restore({ ids: [id] }) : library.delete({ ids: [id] }))
        trashed.set(id, !isTrashed)
        await library.tag({ ids: [id], add: [tag] })
        await pause(10)
      }
    }
    void work().catch(ignore)
    return {
      isAcknowledged: () => trashed.size > 0,
      problems: ({ items }) =>
        [...trashed]
          .filter(([id, isTrashed]) => id !== started && items.get(id)?.isTrashed !== isTrashed)
          .map(([id]) => `item ${id} is ${items.has(id) ? 'in the other place' : 'missing'}`),
    }
  },
  export: ({ running, tag, exportFolder }) => {
    const path = `${exportFolder}/export ${tag.replace(/#/g, '')}.zip`
    let isDone = false
    const work = async () => {
      await running.choose(path)
      const ids = await running.desktop.library.ids({ kinds: ['image', 'transcript', 'video'] })
      if (ids.length < 2) return
      for await (const _ of await running.desktop.library.export({ ids: ids.slice(0, 60) })) {
        // Its progress.
      }
      isDone = true
    }
    void work().catch(ignore)
    return { isAcknowledged: () => isDone, problems: () => [] }
  },
  move: ({ running, mediaFolders, random }) => {
    let isDone = false
    const work = async () => {
      await running.choose(random.pick(mediaFolders))
      const { path } = await running.desktop.mediaFolder.choose()
      for await (const _ of await running.desktop.mediaFolder.move({ path })) {
        // Its progress.
      }
      isDone = true
    }
    void work().catch(ignore)
    return { isAcknowledged: () => isDone, problems: () => [] }
  },
}

/** Calls fail when the application is killed. */
function ignore() {}

/** @param {Work} work @returns {Promised} */
function ask({ running, tag, service, onDelay }) {
  let turnId = ''
  const send = async () => {
    const sent = await running.desktop.chat.send({
      conversationId: null,
      parts: [{ text: `Count ${tag}` }],
      parameters: chat,
    })
    turnId = sent.turnId
    for await (const event of await running.desktop.chat.watch({ conversationId: sent.conversationId })) {
      const shown = event.type === 'delta' && event.deltas.at(-1)?.append
      const word = shown ? Number(shown.trim().split(' ').at(-1)) : -1
      const sentAt = service.words.get(tag)?.[word]
      if (sentAt !== undefined) onDelay(performance.now() - sentAt)
    }
  }
  void send().catch(ignore)
  return {
    isAcknowledged: () => turnId !== '',
    problems: ({ turns }) => (turnId === '' || turns.has(turnId) ? [] : [`turn ${turnId} is missing`]),
  }
}

const importedTurns = 300

/** @param {string} title */
function makeImport(title) {
  const turns = Array.from({ length: importedTurns }, (_, at) => ({
    id: `t${at}`,
    parentId: at === 0 ? null : `t${at - 1}`,
    role: at % 2 ? 'model' : 'user',
    state: 'complete',
    createdAt: at,
    model: null,
    parameters: null,
    modelVersion: null,
    finishReason: null,
    blockReason: null,
    error: null,
    usage: null,
    times: { firstToken: null, firstAnswer: null, total: null },
    exchangeId: null,
    upstream: null,
    metadata: null,
    comparison: null,
    edited: false,
    parts: [{ text: `${title} ${at} ${'word '.repeat(100)}` }],
  }))
  const conversation = { title, createdAt: 0, updatedAt: 0, headTurnId: turns.at(-1)?.id, parameters: chat }
  const file = { kind: 'gen-playground-conversation', version: 1, exportedAt: 0, conversation, turns }
  return JSON.stringify({ ...file, media: {} })
}
