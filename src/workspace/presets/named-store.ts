// Stores presets and templates by name, with a trash and file sharing.
import type { z } from 'zod'
import type { ChangeTopic } from '#shared/desktop/contract'
import { ApiError } from '#shared/schemas/api-error'
import { type ChatParameters, Preset, PromptTemplate } from '#shared/schemas/chat-parameters'
import { writeExactJson } from '#shared/wire/exact-json'
import type { Changes } from '../changes'
import type { Connection } from '../database/connection'
import { repairRow } from '../database/rows'
import { parseStored } from '../parse-json'
import { parseExportedJson, toFileName } from '../user-data/exported-files'

export interface NamedStorePorts {
  readonly connection: Connection
  readonly changes: Changes
  readonly now: () => number
  readonly newId: () => string
}

/** `Content` is what an entry holds besides its name. */
interface NamedStoreKind<Content> {
  readonly kind: 'preset' | 'template'
  readonly topic: ChangeTopic
  readonly nameWithArticle: string
  readonly content: z.ZodType<Content>
  /** The value of `kind` in an exported file. */
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
  /** Sorted by name. */
  list(): (Named & Content)[]
  /** Replaces the entry of that id. Without an id, adds one. */
  save(input: { id?: string | undefined; name: string } & Content): Named & Content
  delete(input: ById): void
  restore(input: ById): Named & Content
  toFile(input: ById): { suggestedName: string; text: string }
  /** Throws with the path of the invalid value. A name that already exists gets a number. */
  importFile(text: string): Named & Content
}

interface NamedRow {
  readonly id: string
  readonly name: string
  readonly content: string
  readonly updated_at: number
}

const fileVersion = 1
const maxNameLength = 80

export function createNamedStore<Content extends object>(
  ports: NamedStorePorts,
  definition: NamedStoreKind<Content>,
): NamedStore<Content> {
  const { connection, changes } = ports
  const { kind, topic } = definition

  const list = () =>
    connection
      .all<NamedRow>(
        'SELECT id, name, content, updated_at FROM shelf WHERE kind = ? AND deleted_at IS NULL',
        [kind],
      )
      .flatMap((row) => readRow(row, definition) ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))

  const find = (id: string) => {
    const found = list().find((thing) => thing.id === id)
    if (!found) throw new ApiError('NOT_FOUND', `This ${kind} no longer exists.`, { param: 'id' })
    return found
  }

  const save: NamedStore<Content>['save'] = ({ id, name, ...content }) => {
    const savedId = id ?? ports.newId()
    if (id !== undefined) find(id)
    connection.run(
      `INSERT INTO shelf (id, kind, name, content, updated_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, content = excluded.content, updated_at = excluded.updated_at`,
      [savedId, kind, name, writeExactJson(content), ports.now()],
    )
    changes.emit(topic)
    return find(savedId)
  }

  const setDeletedAt = (id: string, deletedAt: number | null) => {
    connection.run('UPDATE shelf SET deleted_at = ? WHERE id = ? AND kind = ?', [deletedAt, id, kind])
    changes.emit(topic)
  }

  return {
    list,
    save,
    delete({ id }) {
      find(id)
      setDeletedAt(id, ports.now())
    },
    restore({ id }) {
      setDeletedAt(id, null)
      return find(id)
    },
    toFile({ id }) {
      const { id: _, updatedAt: __, ...thing } = find(id)
      const text = writeExactJson({ kind: definition.fileKind, version: fileVersion, ...thing }, 2)
      return { suggestedName: `${toFileName(thing.name)}.${kind}.json`, text: `${text}\n` }
    },
    importFile(text) {
      const file = parseExportedJson(text, {
        kind: definition.fileKind,
        version: fileVersion,
        name: definition.nameWithArticle,
        schema: definition.file,
      })
      const content = definition.content.parse(file)
      return save({ ...content, name: freeName(file.name.trim(), new Set(list().map(({ name }) => name))) })
    },
  }
}

function readRow<Content>(
  stored: NamedRow,
  { content }: NamedStoreKind<Content>,
): (Named & Content) | undefined {
  const row = repairRow(stored, { id: 'text', name: 'text', updated_at: 'number' })
  const read = parseStored(content, row.content)
  // The page rejects an empty name, which only damage can cause.
  const name = row.name.trim() === '' ? 'Unnamed' : row.name
  return read && { ...read, id: row.id, name, updatedAt: row.updated_at }
}

/** `Brief` becomes `Brief (2)` if it already exists. */
function freeName(name: string, usedNames: ReadonlySet<string>): string {
  let candidate = name
  for (let number = 2; usedNames.has(candidate); number += 1) {
    const suffix = ` (${number})`
    candidate = `${[...name].slice(0, maxNameLength - suffix.length).join('')}${suffix}`
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
  nameWithArticle: 'a preset',
  content: Preset.pick({ parameters: true }),
  fileKind: 'gen-playground-preset',
  file: Preset.pick({ name: true, parameters: true }),
}

export const templateKind: NamedStoreKind<TemplateContent> = {
  kind: 'template',
  topic: 'templates',
  nameWithArticle: 'a prompt template',
  content: PromptTemplate.pick({ text: true }),
  fileKind: 'gen-playground-prompt-template',
  file: PromptTemplate.pick({ name: true, text: true }),
}
