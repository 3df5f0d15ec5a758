// Crops an image: the area is drawn or moved, and a copy of it is sent or saved.
import { useRef } from 'react'
import { parseRatio, toPixels } from '../../../media-viewer/describe-picture'
import type { Point } from '../../../media-viewer/picture-view'
import { cropToRatio, fitRect, type Rect, spanRect, toWhole } from './area-geometry'
import { EditorFooter, RatioSelect } from './EditorFooter'
import { type AreaProps, EditedImage, EditorStage } from './EditorStage'
import { cropImage, saveCopy } from './edit-copy'
import { useEditor } from './editor-state'

export function CropArea({ picture, size, onError }: AreaProps) {
  const crop = useEditor((state) => state.crop) ?? toWhole(size)
  const ratio = useEditor((state) => state.cropRatio)
  const share = parseRatio(ratio ?? undefined)
  const from = useRef<Point | null>(null)
  const write = (rect: Rect) => useEditor.setState({ crop: fitRect(rect, size) })
  const isWhole = crop.width === size.width && crop.height === size.height
  const isInside = ({ x, y }: Point) =>
    !isWhole && x > crop.left && y > crop.top && x < crop.left + crop.width && y < crop.top + crop.height
  const resize = (by: Point) => {
    const width = crop.width + (by.x || (share ? by.y * share : 0))
    const height = share ? width / share : crop.height + by.y
    if (width >= 1 && height >= 1 && crop.left + width <= size.width && crop.top + height <= size.height)
      write({ ...crop, width, height })
  }
  const file = { name: `${picture.title.slice(0, 60)} (cropped).png`, title: `${picture.title} (cropped)` }
  return (
    <>
      <EditorStage
        label="Crop"
        hint="Drag to draw or move the area · Arrow keys move it · Shift + arrow keys resize it"
        size={size}
        onPress={(at) => {
          from.current = isInside(at) ? null : at
        }}
        onDrag={(at, by) =>
          from.current
            ? write(spanRect({ from: from.current, to: at, ratio: share }, size))
            : write({ ...crop, left: crop.left + by.x, top: crop.top + by.y })
        }
        onArrow={(by, { shiftKey }) =>
          shiftKey ? resize(by) : write({ ...crop, left: crop.left + by.x, top: crop.top + by.y })
        }
      >
        {(scale) => (
          <>
            <EditedImage picture={picture} />
            <div className="absolute inset-0 overflow-hidden">
              <div
                className="absolute cursor-move border border-white shadow-[0_0_0_9999px_rgb(0_0_0/0.55)] outline-1 outline-black"
                style={{
                  left: crop.left * scale,
                  top: crop.top * scale,
                  width: crop.width * scale,
                  height: crop.height * scale,
                }}
              />
            </div>
          </>
        )}
      </EditorStage>
      <EditorFooter
        picture={picture}
        mode="crop"
        fileName={file.name}
        blocker={isWhole ? 'Draw a smaller area first.' : undefined}
        note={`Sent as a reference: a PNG copy of this area, ${toPixels(crop)} pixels. The image itself stays unchanged.`}
        render={() => cropImage(picture.media, crop)}
        onSave={async () => saveCopy({ ...file, blob: await cropImage(picture.media, crop) })}
        onError={onError}
      >
        <RatioSelect
          label="Crop ratio"
          automatic="Any ratio"
          value={ratio}
          onChange={(value) => {
            const next = parseRatio(value ?? undefined)
            useEditor.setState({ cropRatio: value, ...(next && { crop: cropToRatio(crop, next, size) }) })
          }}
        />
      </EditorFooter>
    </>
  )
}
