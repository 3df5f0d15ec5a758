// Code with its title, and ways to copy, wrap and save it.
import { Download, WrapText } from 'lucide-react'
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { describeError } from '../../../api/describe-error'
import { desktop } from '../../../api/desktop'
import { CopyButton } from '../../../components/CopyButton'
import { IconButton } from '../../../components/IconButton'
import { joinClasses } from '../../../components/join-classes'
import { useHasPainted } from '../state/render-queue'
import { CodeText } from './CodeText'
import { suggestFileName } from './languages'

interface CodeBlockProps {
  readonly title: string
  readonly code: string
  /** As the answer names it, for colours and the name of a saved file. */
  readonly language?: string
}

export function CodeBlock({ title, code, language = '' }: CodeBlockProps) {
  const [wraps, setWraps] = useState(false)
  const written = useRef(code)
  useLayoutEffect(() => {
    written.current = code
  }, [code])
  return (
    <section
      aria-label={`Code: ${title}`}
      className="overflow-hidden rounded-lg border border-line bg-sunken"
    >
      <div className="flex h-8 items-center gap-0.5 border-line border-b pr-1 pl-4">
        <span className="min-w-0 flex-1 truncate text-faint text-xs">{title}</span>
        <CodeActions language={language} written={written} wraps={wraps} onWraps={setWraps} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className={joinClasses('selectable', wraps && 'wraps')}>
        <CodeText code={code} language={language} />
      </pre>
    </section>
  )
}

interface CodeActionsProps {
  readonly language: string
  /** The code as it was drawn last. */
  readonly written: RefObject<string>
  readonly wraps: boolean
  readonly onWraps: (wraps: boolean) => void
}

/** They come once the code is drawn, and stay as they are while it is written. */
const CodeActions = memo(function CodeActions({ language, written, wraps, onWraps }: CodeActionsProps) {
  const isTime = useHasPainted()
  const save = async () => {
    try {
      const text = `${written.current}\n`
      await desktop.application.saveText({ suggestedName: suggestFileName(language), text })
    } catch (error) {
      toast.error(describeError(error))
    }
  }
  if (!isTime) return null
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
      <IconButton size="small" label="Save…" icon={Download} onClick={() => void save()} />
      <CopyButton label="Copy code" text={() => written.current} />
    </>
  )
})
