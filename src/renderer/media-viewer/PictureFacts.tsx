// The line under a picture: its pixels beside what was asked for, its file, and what it cost.
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, GripVertical, TriangleAlert } from 'lucide-react'
import { queries } from '../api/desktop'
import { joinClasses } from '../components/join-classes'
import { Tooltip } from '../components/Tooltip'
import { statMediaFile } from '../state/media-files'
import { compareWithAsked, listFacts, toPixels } from './describe-picture'
import { dragPicture } from './picture-actions'
import type { LoadedPicture } from './use-loaded-picture'
import type { ViewedPicture } from './viewed-picture'

interface PictureFactsProps {
  readonly picture: ViewedPicture
  readonly loaded: LoadedPicture
}

/** It has its height from the start, so that nothing moves when the figures come. */
export function PictureFacts({ picture, loaded: { size, trouble } }: PictureFactsProps) {
  const { media } = picture
  // A kept file never changes; one that is missing may come back.
  const enabled = size !== undefined || trouble === 'undecodable'
  const { data: file } = useQuery({
    queryKey: ['file of', media],
    queryFn: () => statMediaFile(media),
    enabled,
  })
  const { data: provenance } = useQuery(
    queries.images.readProvenance.queryOptions({ input: { media }, enabled }),
  )
  const asked = size && compareWithAsked(picture.asked ?? picture.turn?.parameters ?? undefined, size)
  return (
    <footer className="flex min-h-10 shrink-0 items-center gap-3 border-line border-t px-4 py-1.5 text-faint text-sm">
      <div className="flex min-h-5 min-w-0 flex-1 flex-wrap items-center gap-x-3">
        {size && <span className="selectable whitespace-nowrap text-soft">{toPixels(size)} pixels</span>}
        {asked && <Asked {...asked} />}
        {listFacts(picture, file).map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
        {provenance?.hasC2pa && <Credentials />}
      </div>
      {size && (
        <Tooltip label="Drag the file to the desktop or into another application" side="top">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: what it does has its keys in Save as and Copy. */}
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

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <span className="whitespace-nowrap">
      {name} <span className="selectable text-soft tabular-nums">{value}</span>
    </span>
  )
}

function Asked({ asAsked, words }: { asAsked: boolean | undefined; words: string }) {
  const differs = asAsked === false
  return (
    <span className={joinClasses('flex items-center gap-1', differs ? 'text-warn' : 'text-soft')}>
      {differs && <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />}
      <span className="selectable">{words}</span>
    </span>
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
