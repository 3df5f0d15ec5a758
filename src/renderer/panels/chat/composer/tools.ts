// What can be turned on for the next prompt, and how.
import { Link, ListPlus, type LucideIcon, Search } from 'lucide-react'
import { changeOpen, turnComparing } from './change-open-prompt'
import { type OpenPrompt, toShown } from './open-prompt'

interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  readonly hint: string
  readonly isOn: (prompt: OpenPrompt) => boolean
  readonly turn: (on: boolean) => void
}

export const tools: readonly Tool[] = [
  {
    name: 'Search',
    icon: Search,
    hint: 'Answers from web searches (Google Search)',
    isOn: (prompt) => toShown(prompt).googleSearch === true,
    turn: (on) => changeOpen({ googleSearch: on || undefined }),
  },
  {
    name: 'URL context',
    icon: Link,
    hint: 'Reads the addresses in the prompt',
    isOn: (prompt) => toShown(prompt).urlContext === true,
    turn: (on) => changeOpen({ urlContext: on || undefined }),
  },
  {
    name: 'Compare',
    icon: ListPlus,
    hint: 'Sends the prompt to two to four models at once',
    isOn: ({ columns }) => columns !== null,
    turn: turnComparing,
  },
]

/** Names of those that are off, one a line: the same text as long as they are the same. */
export function listOff(prompt: OpenPrompt): string {
  return tools
    .filter(({ isOn }) => !isOn(prompt))
    .map(({ name }) => name)
    .join('\n')
}
