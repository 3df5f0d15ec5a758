// What can be set for the next step of a drawing, in sections that fold.
import { Accordion } from 'radix-ui'
import { FoldingSection } from '../../../components/FoldingSection'
import { useNextStep } from '../use-drawing'
import { Instruction } from './Instruction'
import { ModelPicker } from './ModelPicker'
import { setOpenSections, useOpenSections } from './open-sections'
import { PictureSettings } from './PictureSettings'
import { Sampling } from './Sampling'
import { summarise } from './summarise'

const sections = [
  { id: 'model', title: 'Model', Content: ModelPicker },
  { id: 'picture', title: 'Picture', Content: PictureSettings },
  { id: 'instruction', title: 'System instruction', Content: Instruction },
  { id: 'sampling', title: 'Sampling', Content: Sampling },
] as const

export function ImagesInspector() {
  const open = useOpenSections((state) => state.open)
  const { parameters, variations } = useNextStep()
  const summaries = summarise(parameters, variations)
  return (
    <Accordion.Root type="multiple" value={[...open]} onValueChange={setOpenSections}>
      {sections.map(({ id, title, Content }) => (
        <FoldingSection key={id} id={id} title={title} summary={summaries[id]}>
          <Content />
        </FoldingSection>
      ))}
    </Accordion.Root>
  )
}
