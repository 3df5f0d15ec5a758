// What the model may look up by itself.
import { Switch } from '../../../components/Switch'
import { MixedToolsNotice } from './MixedToolsNotice'
import { useEditedParameters } from './use-edited-parameters'

export function ToolsSection() {
  const { parameters, change } = useEditedParameters()
  return (
    <>
      <Switch
        label="URL context"
        hint="The model reads the pages whose addresses stand in the prompt: 20 at the most, public ones only."
        checked={parameters.urlContext ?? false}
        onChange={(on) => change({ urlContext: on || undefined })}
      />
      <Switch
        label="Google Search"
        hint="The model searches the web where it needs to, and names its sources."
        checked={parameters.googleSearch ?? false}
        onChange={(on) => change({ googleSearch: on || undefined })}
      />
      <MixedToolsNotice parameters={parameters} />
    </>
  )
}
