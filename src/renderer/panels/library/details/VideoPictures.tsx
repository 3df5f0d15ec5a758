// What a video was given beside its words: the frames that it goes between, or what it shows.
import type { VideoForm } from '#shared/schemas/video-job'
import { Thumbnail } from '../../../media-viewer/Thumbnail'

export function VideoPictures({ form }: { form: VideoForm }) {
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
