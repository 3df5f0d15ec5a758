// The line under a picture: its actual and requested size, its file, and what it cost.
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, GripVertical, TriangleAlert } from 'lucide-react'
import { queries } from '../api/desktop'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { statMediaFile } from '../state/media-files'
import { compareWithRequested, listFacts, toPixels } from './describe-picture'
import { dragPicture } from './picture-actions'
import type { LoadedPicture } from './use-loaded-picture'
import type { ViewedPicture } from './viewed-picture'

interface PictureFactsProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

/** Has its full height from the start, so that nothing moves when the facts arrive. */
export function PictureFacts({ picture, loaded: { size, error } }: PictureFactsProps) {
  const { media } = picture
  // A stored file never changes, but a missing one may come back.
  const enabled = size !== undefined || error === 'undecodable'
  const { data: file } = useQuery({
    queryKey: ['file of', media],
    queryFn: () => statMediaFile(media),
    enabled,
  })
  const { data: provenance } = useQuery(
    queries.images.readProvenance.queryOptions({ input: { media }, enabled }),
  )
  const requested = size && compareWithRequested(picture.asked ?? picture.turn?.parameters ?? undefined, size)
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-3 border-line border-t px-4 py-1.5 text-faint text-sm">
      <div className="flex min-h-5 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {size && <span className="selectable whitespace-nowrap text-soft">{toPixels(size)} pixels</span>}
        {requested && (
          <span
            className={joinClasses(
              'flex items-center gap-1',
              requested.matches === false ? 'text-warn' : 'text-soft',
            )}
          >
            {requested.matches === false && (
              <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
            )}
            <span className="selectable">{requested.text}</span>
          </span>
        )}
        {listFacts(picture, file).map(({ name, value }) => (
          <span key={name} className="whitespace-nowrap">
            {name} <span className="selectable text-soft tabular-nums">{value}</span>
          </span>
        ))}
        {provenance?.hasC2pa && <Credentials />}
      </div>
      {size && (
        <Tooltip label="Drag the file to the desktop or into another application" side="top">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Save as and Copy do the same by keyboard. */}
          <span
            draggable
            onDragStart={(event) => dragPicture(event, picture)}
            className="flex shrink-0 cursor-grab items-center gap-1 rounded-md border border-line px-1.5 text-soft leading-6 hover:bg-hover"
          >
            <GripVertical size={14} aria-hidden="true" className="text-faint" />
            Drag out
          </span>
        </Tooltip>
      )}
    </footer>
  )
}

function Credentials() {
  return (
    <Tooltip label="The file carries a signed record of where it comes from (C2PA). It stays valid while its bytes stay unchanged: saving as and dragging out keep them, copying to the clipboard does not.">
      <button type="button" className="flex items-center gap-1 rounded-sm text-soft">
        <BadgeCheck size={14} aria-hidden="true" className="text-ok" />
        Content Credentials
      </button>
    </Tooltip>
  )
}
