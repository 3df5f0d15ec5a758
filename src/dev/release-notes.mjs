// `npm run release-notes -- [FROM] [TO]`: prints what changed between two revisions, from the subjects of commits.
// Without arguments: since the last version's tag (`v1.2.3`), or since the first commit.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readArguments, runCommand, UserError } from './command.mjs'
import { git } from './git.mjs'
import { root } from './paths.mjs'

/** Headings in the order of the panels, by the prefixes of subjects. */
const sections = new Map(
  Object.entries({
    Chat: ['Chat', 'Composer'],
    Images: ['Images', 'Media'],
    Video: ['Video', 'Videos', 'Jobs'],
    Transcribe: ['Transcribe', 'Transcript', 'Transcripts', 'Transcriptions', 'Audio'],
    Embeddings: ['Embeddings', 'Vectors'],
    Library: ['Library', 'Export'],
    Gateway: ['Gateway', 'Headless'],
    Settings: ['Settings', 'Vault', 'Updates'],
    Demo: ['Demo'],
  }).flatMap(([heading, prefixes]) => prefixes.map((prefix) => [prefix, heading])),
)
const general = 'General'

/** Changes that people who use the application do not notice. */
const hiddenPrefixes = ['Test', 'Tests', 'Bench', 'README', 'CI', 'Docs', 'Dev']

/** @param {readonly string[]} subjects newest first @returns {string} plain text, empty without a noticeable change */
export function formatReleaseNotes(subjects) {
  /** @type {Map<string, string[]>} */
  const changes = new Map([...sections.values(), general].map((heading) => [heading, []]))
  for (const subject of subjects) {
    const [, prefix = '', rest = subject] = /^([A-Z][A-Za-z-]*): (.+)$/.exec(subject) ?? []
    if (hiddenPrefixes.includes(prefix) || subject.startsWith('Merge ')) continue
    const heading = sections.get(prefix)
    const text = heading ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : subject
    const lines = changes.get(heading ?? general)
    if (!lines?.includes(text)) lines?.push(text)
  }
  return [...changes]
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => `${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`)
    .join('\n')
}

/** @param {string} [from] default: the last version's tag before `to` @param {string} [to] */
export function readReleaseNotes(from, to = 'HEAD') {
  const start = from ?? findLastTag(to)
  const range = start ? `${start}..${to}` : to
  const subjects = git('log', '--no-merges', '--format=%s', range).split('\n')
  return formatReleaseNotes(subjects.filter((subject) => subject !== ''))
}

/** For the feed. The first version, and a source tree without Git, have no notes. @returns {Promise<{ version: string, releaseNotes?: string }>} */
export async function readRelease() {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const from = findLastTag('HEAD')
  const releaseNotes = from && readReleaseNotes(from)
  return releaseNotes ? { version, releaseNotes } : { version }
}

/** A tag of `to` itself is not the last one: its own notes are being written. @param {string} to */
function findLastTag(to) {
  try {
    return git('describe', '--tags', '--match', 'v[0-9]*', '--abbrev=0', `${to}^`)
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runCommand(async () => {
    const [from, to] = readArguments()
    try {
      process.stdout.write(readReleaseNotes(from, to))
    } catch (error) {
      const { stderr = String(error) } = /** @type {{ stderr?: string }} */ (error)
      throw new UserError(`Couldn't read the commits: ${stderr.split('\n')[0]}`)
    }
    return 0
  })
