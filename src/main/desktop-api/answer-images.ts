// Answers what the page asks about drawings and their pictures, and takes pictures out of the application.
import { ApiError } from '#shared/schemas/api-error'
import type { Making } from '#shared/schemas/making'
import { toExtension, toStem } from '#workspace/library/export/entry-names'
import { embedPrompt } from '#workspace/media/image-metadata/embed-prompt'
import { hasC2pa } from '#workspace/media/image-metadata/has-c2pa'
import { measurePicture } from '#workspace/media/image-metadata/measure-picture'
import { readChunks } from '#workspace/media/read-chunks'
import type { Workspace } from '#workspace/workspace'
import { writeWholeFile } from '../write-file'
import type { DesktopHost } from './desktop-host'
import { desktop } from './implement-contract'

export function answerImages(workspace: Workspace, host: DesktopHost) {
  const { images } = desktop
  const { media, collection } = workspace
  return images.router({
    draw: images.draw.handler(({ input }) => workspace.images.draw(input)),
    readMaking: images.readMaking.handler(({ input }) => collection.makingOf(input)),
    readProvenance: images.readProvenance.handler(async ({ input }) => {
      const bytes = await media.read(input.media)
      const { width = null, height = null } = measurePicture(bytes) ?? {}
      return { hasC2pa: hasC2pa(bytes), width, height }
    }),
    reveal: images.reveal.handler(async ({ input }) => {
      host.revealFile((await media.open(input.media)).path)
    }),
    drag: images.drag.handler(async ({ input }) => {
      const { path, mimeType } = await media.open(input.media)
      await host.dragFile(path, toPlainName(input.name, mimeType))
    }),
    saveAs: images.saveAs.handler(({ input }) => savePicture(workspace, host, input)),
  })
}

interface PictureToSave {
  readonly media: string
  readonly name: string
  readonly withPrompt: boolean
}

async function savePicture(
  { media, collection }: Workspace,
  host: DesktopHost,
  { media: hash, name, withPrompt }: PictureToSave,
) {
  const file = await media.open(hash)
  const content = withPrompt && embedPrompt(await media.read(hash), await findMaking(collection, hash))
  const suggested = toPlainName(name, file.mimeType)
  const path = await host.saveFile(suggested, [suggested.slice(suggested.lastIndexOf('.') + 1)])
  if (path !== null) await writeWholeFile(path, content || readChunks(file.path))
  return { path }
}

async function findMaking(collection: Workspace['collection'], media: string): Promise<Making> {
  const making = await collection.makingOf({ media })
  if (making) return making
  const message =
    'Nothing tells how this picture was made, so a copy would hold no prompt. Save it as it is instead.'
  throw new ApiError('FAILED_PRECONDITION', message)
}

/** Names are made of prompts. */
function toPlainName(title: string, mimeType: string): string {
  const kind = mimeType.startsWith('video/') ? 'video' : 'image'
  return `${toStem({ kind, title })}.${toExtension({ kind, mimeType })}`
}
