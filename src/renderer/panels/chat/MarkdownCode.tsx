// A block of code in an answer.
import { isValidElement, type ReactNode } from 'react'
import { CodeBlock } from './CodeBlock'
import type { MarkdownProps } from './markdown-props'

export function MarkdownCode({ children }: MarkdownProps<'pre'>) {
  const { language, code } = readCode(children)
  return <CodeBlock title={language || 'Text'} code={code} />
}

/** Markdown gives `<pre><code class="language-js">…</code></pre>`. */
function readCode(children: ReactNode): { language: string; code: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) {
    return { language: '', code: String(children ?? '') }
  }
  const { className = '', children: text } = children.props
  const language = /language-(\S+)/.exec(className)?.[1] ?? ''
  return { language, code: String(text ?? '').replace(/\n$/, '') }
}
