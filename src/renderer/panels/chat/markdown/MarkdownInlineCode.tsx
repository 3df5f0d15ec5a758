// Code within a line, or a formula: maths comes as code of the language `math`.
import { displayedMaths } from './finish-maths'
import { Maths } from './Maths'
import type { MarkdownProps } from './markdown-props'

export function MarkdownInlineCode({ className = '', children }: MarkdownProps<'code'>) {
  const classes = className.split(' ')
  if (!classes.includes('language-math')) return <code>{children}</code>
  return <Maths tex={String(children ?? '')} display={classes.includes(displayedMaths)} />
}
