// The stage on which two pictures lie: over each other or side by side, in one view.
import type { ReactNode } from 'react'
import { CompareDivider } from './CompareDivider'
import type { CompareMode } from './compare-mode'
import { PictureStage } from './PictureStage'
import { PictureTroubleNotice } from './PictureTroubleNotice'
import { StagedPicture } from './StagedPicture'
import type { LoadedPicture } from './use-loaded-picture'
import type { Looking } from './use-looking'
import type { ViewedPicture } from './viewed-picture'

interface CompareStageProps {
  readonly pictures: readonly [ViewedPicture, ViewedPicture]
  readonly loads: readonly [LoadedPicture, LoadedPicture]
  readonly looking: Looking
  readonly mode: CompareMode
  /** Of the stage's width: what lies left of it is the first picture. */
  readonly divider: number
  readonly onDivider: (divider: number) => void
  /** Small differences are made to be seen. */
  readonly isStrong: boolean
}

export function CompareStage(props: CompareStageProps) {
  const { pictures, loads, looking, mode, divider, onDivider, isStrong } = props
  const troubled = loads.findIndex(({ trouble }) => trouble === 'missing' || trouble === 'undecodable')
  if (troubled !== -1) {
    const [picture, loaded] = [pictures[troubled], loads[troubled]]
    return (
      <div className="min-h-0 flex-1 bg-sunken">
        {picture && loaded && <PictureTroubleNotice picture={picture} loaded={loaded} />}
      </div>
    )
  }
  const [first, second] = pictures
  if (mode === 'beside') {
    return (
      <div className="flex min-h-0 flex-1 gap-px bg-line">
        <PictureStage label="Left picture" looking={looking}>
          {(place) => <StagedPicture media={first.media} alt={first.title} loaded={loads[0]} place={place} />}
        </PictureStage>
        <PictureStage label="Right picture" looking={looking} leads={false}>
          {(place) => (
            <StagedPicture media={second.media} alt={second.title} loaded={loads[1]} place={place} />
          )}
        </PictureStage>
      </div>
    )
  }
  const isSlider = mode === 'slider'
  return (
    <div className="relative flex min-h-0 flex-1">
      <PictureStage
        label={isSlider ? 'Pictures under a slider' : 'Difference of the pictures'}
        looking={looking}
      >
        {(place) => (
          <>
            <Layer filter={!isSlider && isStrong ? 'brightness(8)' : undefined}>
              <StagedPicture
                media={first.media}
                alt={first.title}
                loaded={loads[0]}
                place={place}
                checkered={isSlider}
              />
              {isSlider ? null : (
                <StagedPicture
                  media={second.media}
                  alt={second.title}
                  loaded={loads[1]}
                  place={place}
                  checkered={false}
                  style={{ mixBlendMode: 'difference' }}
                />
              )}
            </Layer>
            {isSlider && (
              <Layer clip={`inset(0 0 0 ${divider * 100}%)`}>
                <StagedPicture media={second.media} alt={second.title} loaded={loads[1]} place={place} />
              </Layer>
            )}
          </>
        )}
      </PictureStage>
      {isSlider && <CompareDivider value={divider} onChange={onDivider} />}
    </div>
  )
}

interface LayerProps {
  readonly clip?: string
  readonly filter?: string | undefined
  readonly children: ReactNode
}

/** Pictures blend with what lies in it, and are clipped by it: it covers the stage. */
function Layer({ clip, filter, children }: LayerProps) {
  return (
    <div className="absolute inset-0 isolate" style={{ clipPath: clip, filter }}>
      {children}
    </div>
  )
}
