// Tools of the model: URL context and Google Search.
import { toNeutralId } from '#shared/models/catalog'
import type { ChatParameters } from '#shared/schemas/chat-parameters'
import { Notice } from '../../../components/Notice'
import { Switch } from '../../../components/Switch'
import { useServer } from '../../../models/model-list'
import { describeMissingTools } from '../composer/prompt-problems'
import { useEditedParameters } from './use-edited-parameters'

export function ToolsSection() {
  const { parameters, change } = useEditedParameters()
  const { urlContext = false, googleSearch = false } = parameters
  const missing = describeMissingTools(useServer())
  return (
    <>
      {missing && (
        <p className="text-faint text-sm">
          {missing.googleSearch} or open URLs. Choose another provider to use these tools.
        </p>
      )}
      <Switch
        label="URL context"
        hint="The model reads the public URLs in your prompt, up to 20."
        checked={urlContext}
        disabled={missing !== null && !urlContext}
        onChange={(on) => change({ urlContext: on || undefined })}
      />
      <Switch
        label="Google Search"
        hint="The model searches the web when needed and cites its sources."
        checked={googleSearch}
        disabled={missing !== null && !googleSearch}
        onChange={(on) => change({ googleSearch: on || undefined })}
      />
      <MixedToolsNotice parameters={parameters} />
    </>
  )
}

/** Warns if the model would reject functions together with the other tools. */
export function MixedToolsNotice({ parameters }: { parameters: ChatParameters }) {
  if (!rejectsMixedTools(parameters)) return null
  return (
    <Notice tone="warn" title="Functions can’t be combined with these tools">
      Generation 2 models reject requests that combine functions with URL context or Google Search. Turn one
      off, or choose a newer model.
    </Notice>
  )
}

/** Whether functions are combined with tools, and the model rejects that (wire §2.3). */
export function rejectsMixedTools({ model, functions, urlContext, googleSearch }: ChatParameters): boolean {
  const hasFunctions = functions?.on === true && functions.declarations.length > 0
  return hasFunctions && (urlContext === true || googleSearch === true) && /^gen-2\./.test(toNeutralId(model))
}
