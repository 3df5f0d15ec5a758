// An answer's JSON as a tree: only the rows in view exist, and places where the schema is violated are marked.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { formatJsonPath, type Steps } from '../inspector/json-locations'
import { TreeLine } from './TreeLine'
import { toTreeKeyMove } from './tree-keys'
import { listAncestors, toTreeRows } from './tree-rows'

interface AnswerTreeProps {
  readonly value: unknown
  /** What is wrong, by path. */
  readonly marks: ReadonlyMap<string, string>
  /** Unfolded and brought into sight; another object asks anew. */
  readonly shown: { readonly steps: Steps } | null
}

export function AnswerTree({ value, marks, shown }: AnswerTreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [active, setActive] = useState('$')
  const rows = useMemo(() => toTreeRows(value, turned), [value, turned])
  const activeIndex = Math.max(
    rows.findIndex(({ path }) => path === active),
    0,
  )
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.path ?? index,
    estimateSize: () => 20,
    overscan: 16,
  })
  const isShown = shown !== null && formatJsonPath(shown.steps) === active
  const turn = (path: string, open: boolean) => setTurned((before) => new Map(before).set(path, open))
  useEffect(() => {
    if (!shown) return
    const opened = listAncestors(shown.steps).map((path) => [path, true] as const)
    setTurned((before) => new Map([...before, ...opened]))
    setActive(formatJsonPath(shown.steps))
  }, [shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that come above it do not move the view.
  useEffect(() => list.scrollToIndex(activeIndex, { align: isShown ? 'center' : 'auto' }), [active, shown])
  const pressKey = (event: KeyboardEvent) => {
    const move = toTreeKeyMove(event.key, { rows, active: activeIndex })
    if (!move) return
    event.preventDefault()
    const row = rows[move.to]
    if (row && move.open !== undefined) turn(row.path, move.open)
    if (row) setActive(row.path)
  }
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Answer as a tree"
      tabIndex={0}
      aria-activedescendant={`${id}-${activeIndex}`}
      onKeyDown={pressKey}
      className="json-tree selectable font-mono max-h-[min(420px,50vh)] overflow-y-auto rounded-md px-1 py-2 focus-visible:outline-offset-[-2px]"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => {
          const row = rows[index]
          return (
            row && (
              <TreeLine
                key={key}
                ref={list.measureElement}
                id={`${id}-${index}`}
                index={index}
                row={row}
                active={index === activeIndex}
                mark={marks.get(row.path)}
                style={{ transform: `translateY(${start}px)` }}
                onTurn={() => {
                  setActive(row.path)
                  if (row.state !== 'leaf') turn(row.path, row.state === 'folded')
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}
