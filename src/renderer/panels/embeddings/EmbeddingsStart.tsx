// Shown while no set is open: three ways to start.
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Orbit, TextCursorInput } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../api/desktop'
import { tellOutcome } from '../../api/tell-outcome'
import { StarterCard } from '../../components/StarterCard'
import { nameNewSet } from './describe-set'
import { runSample } from './sample'
import { createSet } from './state/embedding-actions'
import { useSets } from './state/use-sets'

export function EmbeddingsStart({ onAddFile }: { onAddFile: () => void }) {
  const { data: status } = useQuery(queries.application.status.queryOptions())
  const { sets } = useSets()
  const [starting, setStarting] = useState(false)
  const start = (work: () => Promise<unknown>) => () => {
    setStarting(true)
    tellOutcome(work().finally(() => setStarting(false)))
  }
  const starters = [
    {
      title: 'Try ten texts',
      text: 'About space, cooking and music: they run at once. Do the three themes find together?',
      icon: Orbit,
      run: start(runSample),
    },
    {
      title: 'Write texts',
      text: 'A new set: type or paste as many as you like, one a line, then run it.',
      icon: TextCursorInput,
      run: start(() => createSet(nameNewSet(sets))),
    },
    {
      title: 'Add a file',
      text: 'CSV, JSONL or TXT, up to 200,000 rows. You choose which column is the text.',
      icon: FolderOpen,
      run: onAddFile,
    },
  ]
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto my-auto flex w-full max-w-[832px] flex-col gap-6 px-6 py-8">
        <header className="flex flex-col gap-1">
          <h2 className="font-semibold text-xl tracking-tight">Look inside a vector</h2>
          <p className="text-soft">
            {status?.upstream.kind === 'demo'
              ? 'The built-in demo really embeds, by the words and letters of each text: alike texts are near, with no key and no network. Enter a service in Settings to reach real models.'
              : 'Texts become vectors: compare them, find their neighbours, draw them as a map. Nothing that was asked once is paid for twice.'}
          </p>
        </header>
        <ul className="grid grid-cols-1 gap-2 @min-[680px]:grid-cols-3">
          {starters.map(({ title, text, icon: Icon, run }) => (
            <li key={title}>
              <StarterCard title={title} text={text} disabled={starting} onRun={run}>
                <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="text-faint" />
              </StarterCard>
            </li>
          ))}
        </ul>
        <p className="text-faint text-sm">
          Drop a file anywhere in this panel. A set keeps its texts, its settings and its vectors on this
          disk; sets that were exported can be imported again.
        </p>
      </div>
    </div>
  )
}
