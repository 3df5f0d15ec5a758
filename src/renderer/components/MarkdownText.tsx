// A text that is shown as Markdown in any panel; the application provides what renders it.
import { type ComponentType, createContext, useContext } from 'react'

export const MarkdownRenderer = createContext<ComponentType<{ readonly text: string }> | null>(null)

export function MarkdownText({ text }: { readonly text: string }) {
  const Markdown = useContext(MarkdownRenderer)
  return Markdown ? <Markdown text={text} /> : text
}
