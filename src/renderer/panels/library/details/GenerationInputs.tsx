// What an item was generated from: the references and earlier steps of an image, the frames of a video.
import type { GenerationMetadata } from '#shared/schemas/generation-metadata'
import type { VideoForm } from '#shared/schemas/video-job'
import { Thumbnail } from '../../../media-viewer/Thumbnail'

export function GenerationSteps({ making }: { making: GenerationMetadata }) {
  const { references, chain } = making
  return (
    <>
      {references.length > 0 && (
        <section aria-label="References" className="flex flex-col gap-2">
          <h3 className="font-medium text-soft text-sm">References</h3>
          <ul className="flex flex-wrap gap-2">
            {references.map(({ media, mimeType }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may stand in it twice, and nothing moves.
              <li key={`${media} ${index}`}>
                <Thumbnail
                  media={media}
                  mimeType={mimeType}
                  alt={`Reference ${index + 1}`}
                  size={64}
                  className="rounded-md"
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {chain.length > 0 && (
        <section aria-label="Steps before" className="flex flex-col gap-2">
          <h3 className="font-medium text-soft text-sm">Steps before</h3>
          <ol className="flex flex-col gap-2">
            {chain.map(({ prompt, media }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name of their own, and nothing moves.
              <li key={index} className="flex items-start gap-2">
                {media ? (
                  <Thumbnail
                    media={media}
                    mimeType="image/png"
                    alt={`Step ${index + 1}`}
                    size={40}
                    className="shrink-0 rounded-md"
                  />
                ) : (
                  <span aria-hidden="true" className="size-10 shrink-0 rounded-md bg-sunken" />
                )}
                <span className="selectable line-clamp-3 min-w-0 text-soft text-sm [overflow-wrap:anywhere]">
                  {prompt || 'Without words'}
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  )
}

export function VideoInputs({ form }: { form: VideoForm }) {
  const pictures = listPictures(form)
  if (pictures.length === 0) return null
  return (
    <section aria-label="Given pictures" className="flex flex-col gap-2">
      <h3 className="font-medium text-soft text-sm">Given pictures</h3>
      <ul className="flex flex-wrap gap-3">
        {pictures.map(({ name, media, mimeType }) => (
          <li key={name} className="flex flex-col items-center gap-1">
            <Thumbnail media={media} mimeType={mimeType} alt={name} size={64} className="rounded-md" />
            <span aria-hidden="true" className="text-faint text-xs">
              {name}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function listPictures({ image, lastFrame, references = [] }: VideoForm) {
  return [
    ...(image ? [{ name: 'First frame', ...image }] : []),
    ...(lastFrame ? [{ name: 'Last frame', ...lastFrame }] : []),
    ...references.map((reference, index) => ({ name: `Reference ${index + 1}`, ...reference })),
  ]
}
