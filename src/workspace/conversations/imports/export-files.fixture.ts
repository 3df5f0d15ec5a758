// Writes files in the forms of other applications' exports. Missing folders are created.
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { makePng } from '../../library/library.fixture'
import { generatedImage, makeBranches, makeEverything, uploadedImage } from './chatgpt.fixture'

export async function writeJsonFile(folder: string, name: string, value: unknown): Promise<string> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(path, JSON.stringify(value))
  return path
}

/** Compressed, by the names of the entries. */
export async function writeZip(
  folder: string,
  name: string,
  entries: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  const zip = new ZipFile()
  for (const [entry, content] of Object.entries(entries))
    zip.addBuffer(Buffer.from(content), entry, { mtime: new Date(2026, 0, 2) })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** With two lists of conversations, an uploaded and a generated image, a text file, and other files of an export. */
export function writeChatGptZip(folder: string, name = 'export.zip'): Promise<string> {
  return writeZip(folder, name, {
    'user.json': '{"id":"user-1"}',
    'message_feedback.json': '[]',
    'chat.html': '<html></html>',
    'conversations-000.json': JSON.stringify([makeBranches()]),
    'conversations-001.json': JSON.stringify([makeEverything(), { title: 'Broken', id: 'broken' }]),
    [`${uploadedImage}-otter.png`]: makePng(8, 8),
    [`user-1/${generatedImage}-0a1b.png`]: makePng(9, 9),
    'file-Notes1.dat': 'Notes of the user.',
    '__MACOSX/._conversations-000.json': 'junk',
  })
}
