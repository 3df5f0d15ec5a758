// Code with its title, and buttons to copy, wrap and save it.
import { Download, WrapText } from 'lucide-react'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import rehypeHighlight from 'rehype-highlight'
import { desktop } from '../../../api/desktop'
import { toastOutcome } from '../../../api/toast-outcome'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { useHasPainted } from '../state/render-queue'
import { CodePreview, findPreview } from './CodePreview'
import { DiagramPreview } from './DiagramPreview'
import { findGrammar, suggestFileName } from './languages'
import { StreamedText } from './StreamedText'
import { setRecent } from './use-diagram'
import { useIncremental } from './use-incremental'

type CodeView = 'code' | 'preview'
const codeViews = [
  { value: 'preview', name: 'Preview' },
  { value: 'code', name: 'Code' },
] as const

/** Blocks far from the viewport are removed, and rendered again when they come near it. */
const selectedViews = new Map<string, CodeView>()

interface CodeBlockProps {
  readonly title: string
  readonly code: string
  /** As specified in the answer, for highlighting and the name of a saved file. */
  readonly language?: string
  /** Its last line has been received. */
  readonly isClosed?: boolean
}

export function CodeBlock({ title, code, language = '', isClosed = false }: CodeBlockProps) {
  const [wraps, setWraps] = useState(false)
  const [selected, setSelected] = useState(() => selectedViews.get(code))
  const preview = findPreview(language, code)
  // A diagram is written to be seen; unfinished, it would only be an error.
  const view = selected ?? (preview?.name === 'Mermaid' && isClosed ? 'preview' : 'code')
  const shown = preview !== null && view === 'preview' ? preview : null
  const change = (next: CodeView) => {
    setSelected(next)
    setRecent(selectedViews, code, next)
  }
  const rendered = useRef(code)
  useLayoutEffect(() => {
    rendered.current = code
  }, [code])
  const text = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    <pre tabIndex={0} className={joinClasses('selectable', wraps && 'wraps')}>
      <CodeText code={code} language={language} />
    </pre>
  )
  return (
    <section
      aria-label={`Code: ${title}`}
      dir="ltr"
      className="overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <div className="flex h-8 items-center gap-0.5 border-line border-b pr-1 pl-4">
        <span className="min-w-0 flex-1 truncate text-faint text-xs">{title}</span>
        {preview && <SegmentedControl label="View" value={view} options={codeViews} onChange={change} />}
        <CodeActions language={language} code={rendered} wraps={wraps} onWraps={setWraps} />
      </div>
      {shown === null && text}
      {shown?.name === 'Mermaid' && <DiagramPreview code={code}>{text}</DiagramPreview>}
      {shown && shown.name !== 'Mermaid' && <CodePreview preview={shown} code={code} />}
    </section>
  )
}

interface CodeActionsProps {
  readonly language: string
  /** As last rendered. A ref, so that streamed code does not re-render the buttons. */
  readonly code: RefObject<string>
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
}

/** Rendered after the code itself. */
const CodeActions = memo(function CodeActions({ language, code, wraps, onWraps }: CodeActionsProps) {
  const hasPainted = useHasPainted()
  if (!hasPainted) return null
  const save = async () => {
    await desktop.application.saveText({
      suggestedName: suggestFileName(language),
      text: `${code.current}\n`,
    })
  }
  return (
    <>
      <IconButton
        size="small"
        label="Wrap lines"
        icon={WrapText}
        aria-pressed={wraps}
        className="aria-pressed:bg-hover aria-pressed:text-ink"
        onClick={() => onWraps(!wraps)}
      />
      <IconButton size="small" label="Save as…" icon={Download} onClick={() => toastOutcome(save())} />
      <CopyButton label="Copy code" text={() => code.current} />
    </>
  )
})

function CodeText({ code, language }: { code: string; language: string }) {
  const highlighted = useHighlight(code, language)
  const current = highlighted && code.startsWith(highlighted.code) ? highlighted : null
  return (
    <code>
      {current && <HighlightedRuns runs={current.runs} />}
      <StreamedText text={current ? code.slice(current.code.length) : code} />
    </code>
  )
}

/** Code that has not changed for this long is finished or delayed: then all of it is highlighted. */
const idleMs = 300

function useHighlight(code: string, language: string): Highlighted | null {
  const [idleCode, setIdleCode] = useState<string>()
  const highlighted = useIncremental(extendHighlight, null)({ code, language, isComplete: idleCode === code })
  const isPending = highlighted?.code !== code && canHighlight(code, language)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setIdleCode(code), idleMs)
    return () => clearTimeout(timer)
  }, [code, isPending])
  return highlighted
}

const HighlightedRuns = memo(function HighlightedRuns({ runs }: { runs: readonly Run[] }) {
  return runs.map(({ text, className }, index) =>
    className ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other key, and no state.
      <span key={index} className={className}>
        {text}
      </span>
    ) : (
      text
    ),
  )
})

interface Run {
  readonly text: string
  /** Class names of the theme; empty for plain text. */
  readonly className: string
}

export interface Highlighted {
  readonly language: string
  /** The code that is highlighted so far. */
  readonly code: string
  readonly runs: readonly Run[]
}

/** Longer code is highlighted only once it is complete. */
export const maxStreamingLength = 20_000
/** Longer code stays plain: highlighting it would block the page. */
export const maxHighlightLength = 100_000

interface HastNode {
  type: string
  tagName?: string
  value?: string
  properties?: { className?: string[] }
  children?: HastNode[]
}

// The plugin's types require a whole syntax tree and file; it reads only what is passed here.
let plugin: ((tree: HastNode, file: { message: () => void }) => void) | undefined

function canHighlight(code: string, language: string): boolean {
  return findGrammar(language) !== null && code.length <= maxHighlightLength
}

/** Returns null if the language is unknown or the code is too long. */
export function highlightCode(code: string, language: string): Highlighted | null {
  if (!canHighlight(code, language)) return null
  plugin ??= rehypeHighlight() as unknown as typeof plugin
  const element: HastNode = {
    type: 'element',
    tagName: 'code',
    properties: { className: [`language-${findGrammar(language)}`] },
    children: [{ type: 'text', value: code }],
  }
  plugin?.(
    { type: 'root', children: [{ type: 'element', tagName: 'pre', children: [element] }] },
    { message: () => {} },
  )
  return { language, code, runs: listRuns(element.children ?? [], '') }
}

interface HighlightInput {
  readonly code: string
  readonly language: string
  /** The code is complete. */
  readonly isComplete: boolean
}

/** Highlights again only if enough code was appended; until then the rest stays plain. */
export function extendHighlight(
  before: Highlighted | null,
  { code, language, isComplete }: HighlightInput,
): Highlighted | null {
  const isExtended = before?.language === language && before.code !== '' && code.startsWith(before.code)
  if (isExtended && before.code === code) return before
  if (isComplete) return highlightCode(code, language)
  const added = isExtended ? code.length - before.code.length : code.length
  if (isExtended && added < Math.max(120, before.code.length / 6)) return before
  if (code.length > maxStreamingLength) return isExtended ? before : null
  return highlightCode(code, language)
}

function listRuns(nodes: readonly HastNode[], className: string): Run[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [{ text: node.value ?? '', className }]
    return listRuns(node.children ?? [], node.properties?.className?.join(' ') ?? className)
  })
}
