// The kinds of work of users, and the promises that must hold after the application was killed.
import { setTimeout as pause } from 'node:timers/promises'
import { writeExportedChat } from './exported-chat.mjs'

/** @typedef {import('./read-state.mjs').State} State */

/**
 * @typedef {object} Work
 * @property {import('./running-program.mjs').Running} running
 * @property {import('./counting-service.mjs').CountingService} service
 * @property {import('./part.mjs').Random} random
 * @property {string} tag unique; the provider receives it with the work
 * @property {readonly string[]} audio hashes of stored audio files
 * @property {string} folder for exported files and media folders
 * @property {() => boolean} isKilled
 * @property {(milliseconds: number) => void} onDelay called with the time a word took from the provider to the page
 */

/** What the user was promised; `problems` compares it with the state after the restart. @typedef {{ isAcknowledged: () => boolean, problems: (state: State) => string[] }} Promised */

const chat = { model: 'gen-2.5-flash' }
const importedTurns = 300
const embeddedRows = 20

/** Calls fail when the application is killed. @param {() => Promise<unknown>} work */
const begin = (work) => void work().catch(() => {})

/** Work that creates something with IDs, each of which must be in a list of the state. @param {'turns' | 'videos' | 'transcriptions'} list @param {(acknowledge: (ids: readonly string[]) => void) => Promise<unknown>} work @returns {Promised} */
function create(list, work) {
  /** @type {readonly string[]} */
  let ids = []
  begin(() =>
    work((created) => {
      ids = created
    }),
  )
  return {
    isAcknowledged: () => ids.length > 0,
    problems: (state) => ids.filter((id) => !state[list].has(id)).map((id) => `${id} is missing in ${list}`),
  }
}

/** Repeats a change with a number until the application is killed. @param {Work} work @param {(number: number) => Promise<unknown>} change @param {(saved: number, state: State) => string[]} findProblems @returns {Promised} */
function repeat({ isKilled }, change, findProblems) {
  let saved = 0
  begin(async () => {
    for (let number = 1; !isKilled(); number += 1) {
      await change(number)
      saved = number
      await pause(20)
    }
  })
  return {
    isAcknowledged: () => saved > 0,
    problems: (state) => (saved > 0 ? findProblems(saved, state) : []),
  }
}

/** Work whose files are checked at the end. @param {() => Promise<AsyncIterable<unknown> | undefined>} start @returns {Promised} */
function transfer(start) {
  let isDone = false
  begin(async () => {
    for await (const _ of (await start()) ?? []) {
      // Its progress.
    }
    isDone = true
  })
  return { isAcknowledged: () => isDone, problems: () => [] }
}

/** @type {Record<string, (work: Work) => Promised>} */
export const kinds = {
  chat: ({ running: { desktop }, tag, service, onDelay }) =>
    create('turns', async (acknowledge) => {
      const parts = [{ text: `Count ${tag}` }]
      const { turnId, conversationId } = await desktop.chat.send({
        conversationId: null,
        parts,
        parameters: chat,
      })
      acknowledge([turnId])
      for await (const event of await desktop.chat.watch({ conversationId })) {
        const shown = event.type === 'delta' && event.deltas.at(-1)?.append
        const word = shown ? Number(shown.trim().split(' ').at(-1)) : -1
        const sentAt = service.words.get(tag)?.[word]
        if (sentAt !== undefined) onDelay(performance.now() - sentAt)
      }
    }),
  'image session': ({ running, tag }) =>
    create('turns', async (acknowledge) => {
      const prompt = { conversationId: null, after: null, parts: [{ text: `A fox ${tag}` }] }
      const parameters = { model: 'gen-2.5-flash-image' }
      acknowledge((await running.desktop.images.draw({ ...prompt, parameters, variations: 2 })).turnIds)
    }),
  video: ({ running: { desktop }, tag }) =>
    create('videos', async (acknowledge) => {
      const model = 'gen-video-3.1-fast-generate-preview'
      const { id } = await desktop.videos.create({ model, prompt: `A sea ${tag}` })
      acknowledge([id])
      await pause(200)
      // Otherwise the first poll comes after ten seconds.
      await desktop.videos.pollNow({ id })
    }),
  transcription: ({ running, tag, audio, random }) =>
    create('transcriptions', async (acknowledge) => {
      const source = { media: random.pick(audio), mimeType: 'audio/wav', name: `talk ${tag}.wav` }
      const settings = { model: 'gen-4o-transcribe' }
      acknowledge((await running.desktop.transcriptions.add({ sources: [source], settings })).ids)
    }),
  embeddings: ({ running: { desktop }, tag }) => {
    const rows = Array.from({ length: embeddedRows }, (_, at) => ({
      // Every text has a tag of its own, because several are sent in one request.
      text: `Text ${at} ${tag.replace(/-(\d+)#/, (_, number) => `-${1000 * Number(number) + at}#`)}`,
      title: null,
      cells: [],
    }))
    let id = ''
    let isInserted = false
    begin(async () => {
      const settings = { model: 'gen-embedding-001', taskType: null, outputDimensionality: null }
      id = (await desktop.embeddings.create({ name: `Set ${tag}`, settings, columns: [] })).id
      await desktop.embeddings.insertRows({ id, before: null, rows })
      isInserted = true
      await desktop.embeddings.run({ id })
    })
    return {
      isAcknowledged: () => isInserted,
      problems: ({ sets }) => {
        const counts = Object.values(sets.get(id)?.counts ?? {}).map(Number)
        const total = counts.reduce((sum, count) => sum + count, 0)
        if (id !== '' && !sets.has(id)) return [`set ${id} is missing`]
        return isInserted && total < embeddedRows ? [`set ${id} has ${total} of ${embeddedRows} rows`] : []
      },
    }
  },
  import: ({ running, tag }) => {
    const title = `Imported ${tag}`
    const texts = Array.from({ length: importedTurns }, (_, at) => `${title} ${at} ${'word '.repeat(100)}`)
    let isImported = false
    begin(async () => {
      await running.desktop.conversations.importText({ text: writeExportedChat(title, texts) })
      isImported = true
    })
    return {
      isAcknowledged: () => isImported,
      problems: ({ branches }) => {
        const found = branches.filter((branch) => branch.title === title)
        if (isImported && found.length === 0) return [`the chat imported as ${tag} is missing`]
        return found
          .filter(({ length }) => length !== importedTurns)
          .map(({ length }) => `of the imported chat ${tag}, ${length} of ${importedTurns} turns are left`)
      },
    }
  },
  draft: (work) => {
    const key = `new ${work.tag}`
    const empty = { attachments: [], parameters: null, columns: null }
    return repeat(
      work,
      (number) => work.running.desktop.drafts.write({ key, draft: { ...empty, text: `Draft ${number}` } }),
      (saved, { drafts }) => {
        const version = Number(drafts[key]?.text.split(' ').at(-1) ?? 0)
        return version >= saved ? [] : [`the draft has version ${version}, but ${saved} was saved`]
      },
    )
  },
  settings: (work) => {
    const { running, tag } = work
    const { forms, settings, keys, presets } = running.desktop
    return repeat(
      work,
      async (number) => {
        await forms.write({ name: 'video', form: { tag, number } })
        await settings.update({ theme: number % 2 ? 'dark' : 'light' })
        await keys.set({ slot: 'gemini', key: `key-${number}` })
        await presets.save({ name: `Preset ${tag} ${number}`, parameters: chat })
      },
      (saved, state) => {
        const { video } = state.forms
        const saves = state.presets.filter((/** @type {string} */ name) => name.includes(tag)).length
        return [
          ...(video?.tag === tag && video.number < saved ? ['a form is older'] : []),
          ...(state.keys.gemini === 'ready' ? [] : [`the key is ${state.keys.gemini}`]),
          ...(saves < saved ? [`${saves} of ${saved} presets are left`] : []),
        ]
      },
    )
  },
  recording: (work) => {
    const { running } = work
    const step = 4096
    let id = ''
    return repeat(
      work,
      async (number) => {
        id ||= (await running.desktop.recordings.start()).id
        await running.append(id, (number - 1) * step, step)
      },
      (saved, { recordings }) => {
        const bytes = recordings.get(id) ?? 0
        return bytes >= saved * step ? [] : [`of a recording, ${bytes} of ${saved * step} bytes are left`]
      },
    )
  },
  library: (work) => {
    const { running, tag, random } = work
    const { library } = running.desktop
    /** The last acknowledged state of each item. @type {Map<string, boolean>} */
    const trashed = new Map()
    /** @type {string[]} */
    let all = []
    let started = ''
    return repeat(
      work,
      async (number) => {
        if (number === 1) all = await library.ids({ kinds: ['image', 'transcript'] })
        if (all.length === 0) throw new Error('The Library is empty.')
        started = random.pick(all)
        const isTrashed = trashed.get(started) ?? false
        await (isTrashed ? library.restore({ ids: [started] }) : library.delete({ ids: [started] }))
        trashed.set(started, !isTrashed)
        await library.tag({ ids: [started], add: [tag] })
      },
      (_saved, { items }) =>
        [...trashed]
          .filter(([id, isTrashed]) => id !== started && items.get(id)?.isTrashed !== isTrashed)
          .map(([id]) => `item ${id} is ${items.has(id) ? 'in the other place' : 'missing'}`),
    )
  },
  export: ({ running, tag, folder }) =>
    transfer(async () => {
      await running.choose(`${folder}/export ${tag.replace(/#/g, '')}.zip`)
      const ids = await running.desktop.library.ids({ kinds: ['image', 'transcript', 'video'] })
      return ids.length > 0 ? await running.desktop.library.export({ ids: ids.slice(0, 60) }) : undefined
    }),
  move: ({ running, folder, random }) =>
    transfer(async () => {
      await running.choose(`${folder}/${random.pick(['media one', 'media two'])}`)
      return await running.desktop.mediaFolder.move(await running.desktop.mediaFolder.choose())
    }),
}
