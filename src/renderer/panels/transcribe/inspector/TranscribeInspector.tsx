// What can be set for the next files, and how all of them are sent, in sections that fold.
import { Accordion } from 'radix-ui'
import { FoldingSection } from '../../../components/FoldingSection'
import { Notice } from '../../../components/Notice'
import { Skeleton } from '../../../components/Skeleton'
import { transcriptionForm } from '../state/transcription-form'
import { BeyondFields } from './BeyondFields'
import { ModelPicker } from './ModelPicker'
import { setOpenSections, useOpenSections } from './open-sections'
import { Sending } from './Sending'
import { summariseForm } from './summarise-form'

const sections = [
  { id: 'model', title: 'Model', Content: ModelPicker },
  { id: 'beyond', title: 'Beyond the specification', Content: BeyondFields },
  { id: 'sending', title: 'Sending', Content: Sending },
] as const

export function TranscribeInspector() {
  const open = useOpenSections((state) => state.open)
  const { form, isLoaded, failure } = transcriptionForm.useForm()
  if (!isLoaded && failure === null) {
    return <Skeleton label="Reading the settings" widths={['60%', '84%', '72%']} className="p-4" />
  }
  return (
    <>
      {failure !== null && (
        <div className="p-3">
          <Notice tone="warn" title="These settings cannot be kept on the disk.">
            {`${failure} They hold as long as the window is open.`}
          </Notice>
        </div>
      )}
      <p className="px-4 pt-3 pb-1 text-faint text-sm">
        For the files you add from now on. Those in the list keep what they were added with.
      </p>
      <Accordion.Root type="multiple" value={[...open]} onValueChange={setOpenSections}>
        {sections.map(({ id, title, Content }) => {
          const summary = id === 'beyond' ? summariseForm(form) : ''
          return (
            <FoldingSection key={id} id={id} title={title} summary={summary}>
              <Content />
            </FoldingSection>
          )
        })}
      </Accordion.Root>
    </>
  )
}
