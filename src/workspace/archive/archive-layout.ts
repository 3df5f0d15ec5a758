// The layout of an archive: paths of its entries, and the text that explains them.
import { migrations } from '../database/migrations'

export const manifestPath = 'manifest.json'
export const readmePath = 'README.md'
export const databasePath = 'data/workspace.db'

/** `name` is a file's name in the media folder: `<hash>.<extension>`. */
export function toMediaPath(name: string): string {
  return `media/${name.slice(0, 2)}/${name}`
}

/** Returns the name of a media file, or undefined for any other entry, such as a sidecar. */
export function parseMediaPath(path: string): string | undefined {
  const [, folder, name] = /^media\/([0-9a-f]{2})\/([0-9a-f]{64}\.[a-z0-9]+)$/.exec(path) ?? []
  return folder !== undefined && name?.startsWith(folder) && !name.endsWith('.json') ? name : undefined
}

export function writeReadme(appVersion: string, createdAt: number): string {
  return `# Gen Playground data

Exported by Gen Playground ${appVersion} on ${new Date(createdAt).toISOString()}.
To get everything back, choose **Settings > Data > Import…** in Gen Playground, and select this file.

| path | content |
| --- | --- |
| \`manifest.json\` | format version, data version, counts, and the size and SHA-256 of every other entry |
| \`data/workspace.db\` | everything but media: chats, image sessions, jobs, transcripts, embedding sets with vectors, presets, templates, drafts, boards, tags, saved searches, and settings (SQLite, data version ${migrations.length}: \`PRAGMA user_version\`) |
| \`media/ab/abcd….png\` | images, videos, audio, and other files, each named by its SHA-256 |
| \`media/ab/abcd….json\` | the sidecar of the file with the same name: prompt, model, parameters, and tags |
| \`chats/TITLE.md\` | the shown branch of each chat, as Markdown with links to its media |

API keys, gateway keys, and proxy credentials are not in this file. Neither are jobs in progress, the request log, and caches.
`
}

/** Beside the archive. An interrupted export leaves it, and the next one to the same path continues it. */
export function toPartialPath(path: string): string {
  return `${path}.partial`
}
