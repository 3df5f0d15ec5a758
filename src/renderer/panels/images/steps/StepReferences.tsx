// The pictures that went with an instruction.
import type { Turn } from '#shared/schemas/chat'
import { Thumbnail } from '../../../media-viewer/Thumbnail'
import { readPartFile } from '../../../state/turn-parts'
import { viewPicture } from '../look'

export function StepReferences({ parts }: Pick<Turn, 'parts'>) {
  const files = parts.flatMap((part) => readPartFile(part) ?? [])
  if (files.length === 0) return null
  return (
    <ul aria-label="References" className="flex flex-wrap gap-1.5">
      {files.map(({ media, mimeType, name }, index) => (
        // The same picture may be there twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: a prompt never changes.
        <li key={index} className="flex">
          <button
            type="button"
            aria-label={`Reference ${name ?? index + 1}: show larger`}
            title={name ?? undefined}
            className="overflow-hidden rounded-md border border-line bg-sunken hover:border-faint"
            onClick={() => viewPicture({ media, mimeType, title: name ?? 'Reference' })}
          >
            <Thumbnail media={media} mimeType={mimeType} alt="" size={44} />
          </button>
        </li>
      ))}
    </ul>
  )
}
