// Presets and templates: stored by name, with trash and file sharing.
import type { z } from 'zod'
import type { ChangeTopic } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Preset, PromptTemplate } from '#shared/schemas/presets'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { parseStored } from '../parse-json'
import { parseExportedJson, toFileName } from '../user-data/exported-files'

export interface NamedStorePorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
}

/** One kind of thing: `Content` is what it holds beside its name. */
interface NamedStoreKind<Content> {
  readonly kind: 'preset' | 'template'
  readonly topic: ChangeTopic
  /** In a sentence: `a preset`. */
  readonly called: string
  readonly content: z.ZodType<Content>
  /** What a shared file says of itself, and holds. */
  readonly fileKind: string
  readonly file: z.ZodType<{ name: string } & Content>
}

interface Named {
  readonly id: string
  readonly name: string
  readonly updatedAt: number
}

interface ById {
  readonly id: string
}

export interface NamedStore<Content> {
  /** By name. */
  list(): (Named & Content)[]
  /** Replaces the one of that id; without an id it is a new one. */
  save(input: { id?: string | undefined; name: string } & Content): Named & Content
  delete(input: ById): void
  restore(input: ById): Named & Content
  /** As a JSON file. */
  toFile(input: ById): { suggestedName: string; text: string }
  /** Refused with the place of what is wrong. A name that is taken gets a number. */
  importFile(text: string): Named & Content
}

interface ShelfRow {
  readonly id: string
  readonly name: string
  readonly content: string
  readonly updated_at: number
}

const fileVersion = 1
const maxNameLength = 80

export function createNamedStore<Content extends object>(
  ports: NamedStorePorts,
  shelf: NamedStoreKind<Content>,
): NamedStore<Content> {
  const { connection, changes } = ports
  const { kind, topic } = shelf

  const list = () =>
    connection
      .all<ShelfRow>(
        'SELECT id, name, content, updated_at FROM shelf WHERE kind = ? AND deleted_at IS NULL',
        [kind],
      )
      .flatMap((row) => readRow(row, shelf) ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))

  const find = (id: string) => {
    const found = list().find((thing) => thing.id === id)
    if (!found) throw new ApiError('NOT_FOUND', `This ${kind} no longer exists.`, { param: 'id' })
    return found
  }

  const save: NamedStore<Content>['save'] = ({ id, name, ...content }) => {
    const kept = id ?? ports.newId()
    if (id !== undefined) find(id)
    connection.run(
      `INSERT INTO shelf (id, kind, name, content, updated_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, content = excluded.content, updated_at = excluded.updated_at`,
      [kept, kind, name, JSON.stringify(content), ports.now()],
    )
    changes.tell(topic)
    return find(kept)
  }

  const mark = (id: string, deletedAt: number | null) => {
    connection.run('UPDATE shelf SET deleted_at = ? WHERE id = ? AND kind = ?', [deletedAt, id, kind])
    changes.tell(topic)
  }

  return {
    list,
    save,
    delete({ id }) {
      find(id)
      mark(id, ports.now())
    },
    restore({ id }) {
      mark(id, null)
      return find(id)
    },
    toFile({ id }) {
      const { id: _, updatedAt: __, ...thing } = find(id)
      const text = JSON.stringify({ kind: shelf.fileKind, version: fileVersion, ...thing }, null, 2)
      return { suggestedName: `${toFileName(thing.name)}.${kind}.json`, text: `${text}\n` }
    },
    importFile(text) {
      const file = parseExportedJson(text, {
        kind: shelf.fileKind,
        version: fileVersion,
        name: shelf.called,
        schema: shelf.file,
      })
      const content = shelf.content.parse(file)
      return save({ ...content, name: freeName(file.name.trim(), new Set(list().map(({ name }) => name))) })
    },
  }
}

function readRow<Content>(
  row: ShelfRow,
  { content }: NamedStoreKind<Content>,
): (Named & Content) | undefined {
  const read = parseStored(content, row.content)
  return read && { ...read, id: row.id, name: row.name, updatedAt: row.updated_at }
}

/** `Brief` becomes `Brief (2)` where there is one already. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let candidate = name
  for (let number = 2; taken.has(candidate); number += 1) {
    const mark = ` (${number})`
    candidate = `${[...name].slice(0, maxNameLength - mark.length).join('')}${mark}`
  }
  return candidate
}

export interface PresetContent {
  readonly parameters: ChatParameters
}

export interface TemplateContent {
  readonly text: string
}

export const presetKind: NamedStoreKind<PresetContent> = {
  kind: 'preset',
  topic: 'presets',
  called: 'a preset',
  content: Preset.pick({ parameters: true }),
  fileKind: 'gen-playground-preset',
  file: Preset.pick({ name: true, parameters: true }),
}

export const templateKind: NamedStoreKind<TemplateContent> = {
  kind: 'template',
  topic: 'templates',
  called: 'a prompt template',
  content: PromptTemplate.pick({ text: true }),
  fileKind: 'gen-playground-prompt-template',
  file: PromptTemplate.pick({ name: true, text: true }),
}
