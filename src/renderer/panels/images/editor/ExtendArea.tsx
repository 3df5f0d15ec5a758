// Extends an image: its place on a larger canvas, whose new area the model fills.
import { Select } from '../../../components/Select'
import { parseRatio, toPixels } from '../../../media-viewer/describe-picture'
import type { Point } from '../../../media-viewer/picture-view'
import { useNextStep } from '../state/next-step'
import { extendCanvas } from './area-geometry'
import { EditorFooter, RatioSelect } from './EditorFooter'
import { type AreaProps, EditedImage, EditorStage } from './EditorStage'
import { borderColor, extendImage } from './edit-copy'
import { useEditor } from './editor-state'

const factors = ['1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}× canvas` }))

export function ExtendArea({ picture, size, onError }: AreaProps) {
  const extension = useEditor((state) => state.extension)
  const ratio = useEditor((state) => state.extendRatio)
  const { change } = useNextStep()
  const whole = { ...extension, ratio: parseRatio(ratio ?? undefined) ?? null }
  const { canvas, image } = extendCanvas(size, whole)
  const move = (by: Point) => {
    const [free, down] = [canvas.width - image.width, canvas.height - image.height]
    const toShare = (at: number, moved: number, space: number) =>
      space > 0 ? Math.min(1, Math.max(0, at + moved / space)) : at
    useEditor.setState({
      extension: {
        ...extension,
        x: toShare(extension.x, by.x, free),
        y: toShare(extension.y, by.y, down),
      },
    })
  }
  const isUnchanged = canvas.width === image.width && canvas.height === image.height
  return (
    <>
      <EditorStage
        label="Extended canvas"
        hint="Drag the image on the canvas · Arrow keys move it"
        size={canvas}
        onPress={() => undefined}
        onDrag={(_, by) => move(by)}
        onArrow={move}
      >
        {(scale) => (
          <div className="absolute inset-0 cursor-move" style={{ background: borderColor }}>
            <div
              className="absolute"
              style={{
                left: image.left * scale,
                top: image.top * scale,
                width: image.width * scale,
                height: image.height * scale,
              }}
            >
              <EditedImage picture={picture} />
            </div>
          </div>
        )}
      </EditorStage>
      <EditorFooter
        picture={picture}
        mode="extend"
        fileName={`${picture.title.slice(0, 60)} (extended).png`}
        blocker={isUnchanged ? 'Choose another ratio or a larger canvas first.' : undefined}
        note={`Sent as a reference: a PNG copy on a canvas of ${toPixels(canvas)} pixels with plain gray for the new area. Models have no field for it, so the prompt asks to fill the gray.`}
        render={() => extendImage(picture.media, whole)}
        onAdded={() => ratio && change({ aspectRatio: ratio })}
        onError={onError}
      >
        <RatioSelect
          label="Canvas ratio"
          automatic="Same ratio"
          value={ratio}
          onChange={(value) => useEditor.setState({ extendRatio: value })}
        />
        <Select
          label="Canvas size"
          value={String(extension.factor)}
          groups={[{ label: 'Canvas size', options: factors }]}
          onChange={(factor) => useEditor.setState({ extension: { ...extension, factor: Number(factor) } })}
          className="h-7"
        />
      </EditorFooter>
    </>
  )
}
