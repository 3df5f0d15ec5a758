// Marks the area of an image to change, with a brush and an eraser.
import { Undo2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/Button'
import { IconButton } from '../../../components/IconButton'
import { SegmentedControl } from '../../../components/SegmentedControl'
import type { Point, Size } from '../../../media-viewer/picture-view'
import { type AreaProps, EditedImage, EditorFooter, EditorStage } from './EditorStage'
import { markImage, paintStrokes } from './edit-copy'
import {
  brushSizes,
  changeBrush,
  clearStrokes,
  extendStroke,
  startStroke,
  undoStroke,
  useEditor,
} from './editor-state'

const tools = [
  { value: 'brush', name: 'Brush' },
  { value: 'eraser', name: 'Eraser' },
] as const

export function MarkArea({ picture, size, onError }: AreaProps) {
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
