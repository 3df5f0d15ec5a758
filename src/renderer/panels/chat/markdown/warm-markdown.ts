// Reads and draws a little of each kind of Markdown while nothing else is to be done, for the first time takes longest.
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { TooltipProvider } from '../../../components/Tooltip'
import { MarkdownBlock } from './MarkdownBlock'

const samples = [
  'Words in *two* **ways**, `code` and [a link](https://example.org).\n\n- one\n- two',
  '```js\nconst angle = Math.sin(1)\n```',
  'So $x^2$ is\n\n$$\ny_1 = \\sin \\theta\n$$',
  '| one | two |\n| --- | --- |\n| 1   | 2   |',
]

/** Each of them has an idle moment of its own. Returns how to leave off. */
export function warmMarkdown(): () => void {
  let next = 0
  const step = () => {
    drawApart(samples[next] ?? '')
    next += 1
    if (next < samples.length) idle = requestIdleCallback(step)
  }
  let idle = requestIdleCallback(step)
  return () => cancelIdleCallback(idle)
}

/** Outside the page: nobody sees it, and nothing is laid out. */
function drawApart(text: string) {
  const root = createRoot(document.createElement('div'))
  const block = createElement(MarkdownBlock, { text, footnotes: '', links: '', citations: '' })
  // biome-ignore lint/correctness/noChildrenProp: its type asks for the child among the properties.
  flushSync(() => root.render(createElement(TooltipProvider, { children: block })))
  root.unmount()
}
