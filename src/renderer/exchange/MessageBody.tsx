// The body of a request or a response: indented, as a tree, as it was logged, or what it says.
import { useMemo, useState } from 'react'
import { maxLoggedChars } from '#shared/exchange/body-marks'
import { CodeEditor } from '../components/CodeEditor'
import { CopyButton } from '../components/CopyButton'
import { formatBytes } from '../components/format'
import { findJsonError } from '../components/json-error'
import { SegmentedControl } from '../components/SegmentedControl'
import { JsonTree } from '../json-editor/JsonTree'
import { BodyMedia } from './BodyMedia'
import { indentJson } from './indent-json'
import { type BodyContent, describeMarks, joinSections, parseDocuments, readContent } from './read-content'

interface MessageBodyProps {
  readonly name: 'Request' | 'Response'
  readonly body: string
  /** Size of the whole body on the wire. */
  readonly bytes: number
  /** False if the settings exclude bodies from the log. */
  readonly isLogged: boolean
}

/** Shorter bodies are expanded as a whole. */
const maxExpandedChars = 8_192

type View = 'formatted' | 'content' | 'tree' | 'raw'

const viewNames: Readonly<Record<View, string>> = {
  formatted: 'Formatted',
  content: 'Content',
  tree: 'Tree',
  raw: 'Raw',
}

export function MessageBody({ name, body, bytes, isLogged }: MessageBodyProps) {
  const [selected, setView] = useState<View | null>(null)
  const text = useMemo(() => indentJson(body), [body])
  const content = useMemo(() => readContent(body), [body])
  const documents = useMemo(() => parseDocuments(body), [body])
  const tree = useMemo(() => describeMarks(documents.length === 1 ? documents[0] : documents), [documents])
  const views = listViews({
    hasContent: content !== null,
    hasTree: documents.length > 0,
    isIndented: text !== body,
  })
  // Media without a text around them are shown at once.
  const first = content && documents.length === 0 ? 'content' : 'formatted'
  const view = views.find(({ value }) => value === selected)?.value ?? first
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-6 flex-wrap items-center justify-between gap-2 text-sm">
        <h4 className="font-medium text-soft">{name} body</h4>
        <span className="flex items-center gap-2 text-faint tabular-nums">
          {views.length > 1 && (
            <SegmentedControl label={`${name} body view`} value={view} options={views} onChange={setView} />
          )}
          {formatBytes(bytes)}
          {body !== '' && (
            <CopyButton
              label={`Copy ${name.toLowerCase()} body`}
              text={() => toCopied(view, { text, body, content })}
            />
          )}
        </span>
      </div>
      {body === '' && (
        <p className="text-faint text-sm">{isLogged || bytes === 0 ? 'Empty' : 'Not logged'}</p>
      )}
      {body !== '' && (view === 'formatted' || view === 'raw') && (
        <TextView key={view} name={name} text={view === 'raw' ? body : text} />
      )}
      {view === 'tree' && (
        <div className="max-h-108 overflow-auto rounded-md border border-line p-2 text-sm">
          <JsonTree
            label={`${name} tree`}
            value={tree as object}
            depth={body.length < maxExpandedChars ? 8 : 3}
          />
        </div>
      )}
      {view === 'content' && content && <ContentView name={name} content={content} />}
      {body.length >= maxLoggedChars && (
        <p className="text-faint text-sm">Only the first 256 KB of each body is logged.</p>
      )}
    </div>
  )
}

interface ViewOptions {
  readonly hasContent: boolean
  readonly hasTree: boolean
  readonly isIndented: boolean
}

function listViews({ hasContent, hasTree, isIndented }: ViewOptions) {
  const views: View[] = ['formatted']
  if (hasContent) views.push('content')
  if (hasTree) views.push('tree')
  if (isIndented) views.push('raw')
  return views.map((value) => ({ value, name: viewNames[value] }))
}

interface Copied {
  readonly text: string
  readonly body: string
  readonly content: BodyContent | null
}

/** Returns the shown text; a tree is copied as its text. */
function toCopied(view: View, { text, body, content }: Copied): string {
  if (view === 'raw') return body
  return (view === 'content' && content && joinSections(content)) || text
}

function TextView({ name, text }: { name: string; text: string }) {
  // In a stream or a truncated document, the editor would mark syntax errors.
  const isJson = useMemo(() => findJsonError(text) === null, [text])
  return (
    <CodeEditor
      label={`${name} body`}
      value={text}
      language={isJson ? 'json' : 'text'}
      readOnly
      rows={[1, 18]}
      className="font-mono"
    />
  )
}

function ContentView({
  name,
  content: { sections, media },
}: {
  name: MessageBodyProps['name']
  content: BodyContent
}) {
  return (
    <section
      aria-label={`${name} content`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="selectable flex max-h-108 flex-col gap-3 overflow-auto rounded-md border border-line p-3 focus-visible:outline-offset-[-2px]"
    >
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is identified by its position.
        <Section key={index} {...section} />
      ))}
      {media.length > 0 && <BodyMedia from={name} media={media} />}
    </section>
  )
}

function Section({ title, thoughts, text, calls }: BodyContent['sections'][number]) {
  return (
    <div className="flex flex-col gap-1">
      {title !== null && <h5 className="font-medium text-faint text-sm">{title}</h5>}
      {thoughts && (
        <div>
          <h5 className="font-medium text-faint text-sm">Thoughts</h5>
          <p className="whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">{thoughts}</p>
        </div>
      )}
      {text && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>}
      {calls.map(({ name: call, args }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a call is identified by its position.
        <div key={index}>
          <h5 className="font-medium text-faint text-sm">
            Function call: <span className="font-mono">{call}</span>
          </h5>
          <JsonTree label={`Arguments of ${call}`} value={args} />
        </div>
      ))}
    </div>
  )
}
