// A block of code in an answer; one that is named as maths is a formula.
import { isValidElement, type ReactNode } from 'react'
import { CodeBlock } from './CodeBlock'
import { nameLanguage } from './languages'
import { Maths } from './Maths'
import type { MarkdownProps } from './markdown-props'

export function MarkdownCode({ children }: MarkdownProps<'pre'>) {
  const { language, code } = readCode(children)
  if (language === 'math') return <Maths tex={code} display />
  return <CodeBlock title={nameLanguage(language)} code={code} language={language} />
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
