// The vendor's settings beyond the specification: each is marked as such, and sent only if it is set.
import { Dices } from 'lucide-react'
import { useState } from 'react'
import {
  personGenerations,
  videoAspectRatios,
  videoDurations,
  videoResolutions,
} from '#shared/schemas/video-job'
import { Disclosure } from '../../../components/Disclosure'
import { Field } from '../../../components/Field'
import { IconButton } from '../../../components/IconButton'
import { RatioRadioGroup } from '../../../components/RatioRadioGroup'
import { SegmentedControl } from '../../../components/SegmentedControl'
import { Select } from '../../../components/Select'
import { TextArea, TextInput } from '../../../components/TextInput'
import { listRareSet, type VideoDraft, type VideoProblems, videoForm } from '../../../state/video-form'
import { FieldGroup, PictureField } from './PictureField'

interface VideoSettingsProps {
  readonly draft: VideoDraft
  readonly problems: VideoProblems
}

const auto = { value: 'auto', name: 'Auto' } as const
const durations = [auto, ...videoDurations.map((each) => ({ value: `${each}`, name: `${each} s` }))]
const resolutions = [auto, ...videoResolutions.map((each) => ({ value: each, name: each.replace('k', 'K') }))]
const personNames = { allow_all: 'Everyone', allow_adult: 'Adults only', dont_allow: 'No people' } as const
const persons = [
  { value: 'auto', label: 'Default' },
  ...personGenerations.map((each) => ({ value: each, label: personNames[each] })),
]

const pictureFields = [
  { slot: 'image', label: 'First frame', hint: 'The video starts with this image.' },
  { slot: 'lastFrame', label: 'Last frame', hint: 'The video ends with this image. Requires a first frame.' },
  {
    slot: 'references',
    label: 'Reference images',
    hint: 'Up to three images of the subject. Can’t be combined with a first frame.',
  },
] as const

/** Returns null for a choice that is not one of the values, such as `auto`. */
function find<Value extends string | number>(values: readonly Value[], option: string): Value | null {
  return values.find((value) => String(value) === option) ?? null
}

export function VideoSettings({ draft, problems }: VideoSettingsProps) {
  return (
    <>
      <Title>Images</Title>
      {pictureFields.map((field) => (
        <PictureField key={field.slot} {...field} error={problems[field.slot]} />
      ))}
      <Title>Format</Title>
      <FieldGroup label="Aspect ratio" error={problems.aspectRatio}>
        <RatioRadioGroup
          label="Aspect ratio"
          ratios={videoAspectRatios}
          value={draft.aspectRatio ?? undefined}
          automatic="Auto: the model decides"
          onChange={(ratio) => videoForm.change({ aspectRatio: find(videoAspectRatios, ratio ?? '') })}
        />
      </FieldGroup>
      <FieldGroup label="Duration" error={problems.durationSeconds}>
        <SegmentedControl
          label="Duration"
          value={String(draft.durationSeconds ?? 'auto')}
          options={durations}
          onChange={(option) => videoForm.change({ durationSeconds: find(videoDurations, option) })}
        />
      </FieldGroup>
      <FieldGroup
        label="Resolution"
        error={problems.resolution}
        hint="1080p and 4K require a duration of 8 s."
      >
        <SegmentedControl
          label="Resolution"
          value={draft.resolution ?? 'auto'}
          options={resolutions}
          onChange={(option) => videoForm.change({ resolution: find(videoResolutions, option) })}
        />
      </FieldGroup>
      <MoreOptions draft={draft} problems={problems} />
    </>
  )
}

function Title({ children }: { children: string }) {
  return <h3 className="-mb-2 font-medium text-faint text-xs">{children}</h3>
}

/** Collapsed unless something in it is set or wrong, until the user decides otherwise. */
function MoreOptions({ draft, problems }: VideoSettingsProps) {
  const [selected, setSelected] = useState<boolean | null>(null)
  const count = listRareSet(draft).length
  const hasProblem = Boolean(problems.negativePrompt ?? problems.personGeneration ?? problems.seed)
  const isOpen = hasProblem || (selected ?? count > 0)
  return (
    <Disclosure
      summary={count > 0 ? `More options: ${count} set` : 'More options'}
      open={isOpen}
      onOpenChange={setSelected}
    >
      <div className="flex flex-col gap-4 pt-2">
        <RareSettings draft={draft} problems={problems} />
      </div>
    </Disclosure>
  )
}

function RareSettings({ draft, problems }: VideoSettingsProps) {
  return (
    <>
      <Field label="Negative prompt" error={problems.negativePrompt} hint="What to leave out of the video.">
        {(attributes) => (
          <TextArea
            {...attributes}
            rows={1}
            maxHeight={120}
            value={draft.negativePrompt}
            onChange={({ target }) => videoForm.change({ negativePrompt: target.value })}
          />
        )}
      </Field>
      <FieldGroup label="Person generation" error={problems.personGeneration}>
        <Select
          label="Person generation"
          value={draft.personGeneration ?? 'auto'}
          groups={[{ label: '', options: persons }]}
          onChange={(option) => videoForm.change({ personGeneration: find(personGenerations, option) })}
        />
      </FieldGroup>
      <Field
        label="Seed"
        error={problems.seed}
        hint="Makes results reproducible, as far as the model supports it."
      >
        {(attributes) => (
          <div className="flex items-center gap-1">
            <TextInput
              {...attributes}
              inputMode="numeric"
              placeholder="Default"
              value={draft.seed}
              onChange={({ target }) => videoForm.change({ seed: target.value })}
            />
            <IconButton
              label="Randomize seed"
              icon={Dices}
              onClick={() => videoForm.change({ seed: String(Math.floor(Math.random() * 1_000_000)) })}
            />
          </div>
        )}
      </Field>
    </>
  )
}
