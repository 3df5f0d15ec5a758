// Whether functions stand beside tools that the model refuses to mix with them (wire §2.3).
import { toNeutralId } from '#shared/models/catalogue'
import type { ChatParameters } from '#shared/schemas/chat-parameters'

export function refusesMixedTools({ model, functions, urlContext, googleSearch }: ChatParameters): boolean {
  const hasFunctions = functions?.on === true && functions.declarations.length > 0
  return hasFunctions && (urlContext === true || googleSearch === true) && /^gen-2\./.test(toNeutralId(model))
}
