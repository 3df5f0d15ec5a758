// Crops, extends or marks an image: a copy becomes a reference of the next step, which edits the image.
import { Undo2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { IconButton } from '../../../components/IconButton'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { parseRatio, toPixels } from '../../../media-viewer/describe-picture'
import type { Point, Size } from '../../../media-viewer/picture-view'
import { mediaBaseUrl } from '../../../state/media-files'
import { useNextStep } from '../state/next-step'
import { type AreaProps, EditedImage, EditorFooter, EditorStage, RatioSelect } from './EditorStage'
import { borderColor, cropImage, extendImage, markImage, paintStrokes, saveCopy } from './edit-copy'
import {
  brushSizes,
  changeBrush,
  clearStrokes,
  cropToRatio,
  dismissEditor,
  type EditedPicture,
  extendCanvas,
  extendStroke,
  fitRect,
  type Rect,
  spanRect,
  startStroke,
  toWhole,
  undoStroke,
  useEditor,
} from './editor-state'

/** Rendered once; shown while an image is edited. */
export function PictureEditor() {
  const picture = useEditor((state) => state.picture)
  const isOpen = useEditor((state) => state.isOpen)
  if (!isOpen || !picture) return null
  return (
    <Dialog open onClose={dismissEditor} title="Crop, extend, or mark image" untitled size="full">
      <EditorContent key={picture.media} picture={picture} />
    </Dialog>
  )
}

const modes = [
  { value: 'crop', name: 'Crop' },
  { value: 'extend', name: 'Extend' },
  { value: 'mark', name: 'Mark area' },
] as const

function EditorContent({ picture }: { picture: EditedPicture }) {
  const mode = useEditor((state) => state.mode)
  const isBusy = useEditor(({ busy }) => busy === picture)
  const [size, setSize] = useState<Size | null>(null)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    const image = new Image()
    image.src = `${mediaBaseUrl}${picture.media}`
    image.decode().then(
      () => setSize({ width: image.naturalWidth, height: image.naturalHeight }),
      () => setError('Couldn’t load this image. Its file is missing or damaged.'),
    )
  }, [picture.media])
  const Area = areas[mode]
  return (
    <div inert={isBusy} aria-busy={isBusy} className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-3 border-line border-b py-1 pr-2 pl-4">
        <div className="flex shrink-0">
          <SegmentedControl
            label="Tool"
            value={mode}
            options={modes}
            onChange={(value) => useEditor.setState({ mode: value })}
          />
        </div>
        <p aria-hidden="true" className="min-w-0 flex-1 truncate text-soft">
          {picture.title}
        </p>
        <IconButton label="Close" icon={X} keys="escape" onClick={dismissEditor} />
      </header>
      {error && (
        <p role="alert" className="px-4 py-2 text-danger">
          {error}
        </p>
      )}
      {size && <Area picture={picture} size={size} onError={setError} />}
    </div>
  )
}

const areas = { crop: CropArea, extend: ExtendArea, mark: MarkArea } as const

function CropArea({ picture, size, onError }: AreaProps) {
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

const factors = ['1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}× canvas` }))

function ExtendArea({ picture, size, onError }: AreaProps) {
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

const tools = [
  { value: 'brush', name: 'Brush' },
  { value: 'eraser', name: 'Eraser' },
] as const

function MarkArea({ picture, size, onError }: AreaProps) {
  const strokes = useEditor((state) => state.strokes)
  const tool = useEditor((state) => state.tool)
  const brush = useEditor((state) => state.brush)
  const [cursor, setCursor] = useState<Point>({ x: size.width / 2, y: size.height / 2 })
  const diameter = Math.max(1, (brush / 100) * Math.max(size.width, size.height))
  const press = (at: Point) => {
    setCursor(at)
    startStroke({ isEraser: tool === 'eraser', size: diameter, points: [at] })
  }
  const drag = (at: Point) => {
    setCursor(at)
    extendStroke(at)
  }
  const moveCursor = (by: Point, { shiftKey }: KeyboardEvent) => {
    const at = {
      x: Math.min(size.width, Math.max(0, cursor.x + by.x)),
      y: Math.min(size.height, Math.max(0, cursor.y + by.y)),
    }
    if (!shiftKey) return setCursor(at)
    startStroke({ isEraser: tool === 'eraser', size: diameter, points: [cursor, at] })
    setCursor(at)
  }
  const pressKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) undoStroke()
    else if (ctrlKey || metaKey) return false
    else if (key === ' ') press(cursor)
    else if (key === '[' || key === ']') changeBrush(key === ']' ? 1 : -1)
    else if (key === 'b' || key === 'e') useEditor.setState({ tool: key === 'b' ? 'brush' : 'eraser' })
    else return false
    return true
  }
  return (
    <>
      <EditorStage
        label="Marked area"
        hint="Drag to paint · Arrow keys move, with Shift they paint · Space paints a dot · B: brush · E: eraser · [ and ]: size"
        size={size}
        onPress={press}
        onDrag={drag}
        onArrow={moveCursor}
        onKey={pressKey}
      >
        {(scale) => (
          <>
            <EditedImage picture={picture} />
            <MarkLayer size={size} scale={scale} />
            <div
              aria-hidden="true"
              className="pointer-events-none absolute rounded-full border border-white outline-1 outline-black"
              style={{
                left: (cursor.x - diameter / 2) * scale,
                top: (cursor.y - diameter / 2) * scale,
                width: diameter * scale,
                height: diameter * scale,
              }}
            />
          </>
        )}
      </EditorStage>
      <EditorFooter
        picture={picture}
        mode="mark"
        fileName={`${picture.title.slice(0, 60)} (marked).png`}
        blocker={strokes.some(({ isEraser }) => !isEraser) ? undefined : 'Paint an area first.'}
        note="Sent as a reference: a PNG copy with this area painted magenta. Models have no field for a mask, so the prompt asks to change only that area. A model may still change more."
        render={() => markImage(picture.media, strokes)}
        onError={onError}
      >
        <SegmentedControl
          label="Paint with"
          value={tool}
          options={tools}
          onChange={(value) => useEditor.setState({ tool: value })}
        />
        <label className="flex items-center gap-2 text-soft text-sm">
          Brush size
          <input
            type="range"
            {...brushSizes}
            value={brush}
            aria-valuetext={`${brush}% of the image`}
            onChange={({ target }) => useEditor.setState({ brush: Number(target.value) })}
            className="w-24 accent-(--accent-fill)"
          />
        </label>
        <IconButton
          label="Undo stroke"
          icon={Undo2}
          keys="mod+z"
          disabled={strokes.length === 0}
          onClick={undoStroke}
        />
        <Button size="small" variant="quiet" disabled={strokes.length === 0} onClick={clearStrokes}>
          Clear
        </Button>
      </EditorFooter>
    </>
  )
}

/** The strokes at the size they are shown. */
function MarkLayer({ size, scale }: { size: Size; scale: number }) {
  const strokes = useEditor((state) => state.strokes)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)]
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, width, height)
    paintStrokes(context, strokes, scale)
  }, [strokes, scale, width, height])
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      className="pointer-events-none absolute inset-0 size-full opacity-70"
    />
  )
}
