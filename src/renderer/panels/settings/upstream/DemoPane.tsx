// The embedded demo: nothing to set, only to test.
import type { Settings } from '#shared/schemas/settings'
import { CheckBar } from './CheckBar'
import { CheckResult } from './CheckResult'

export function DemoPane({ settings }: { settings: Settings }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-soft">
          Every answer is made on this machine, and says “Demo”. Nothing is sent anywhere.
        </p>
        <CheckBar upstream="demo" name="the demo" settings={settings} />
      </div>
      <CheckResult upstream="demo" settings={settings} />
    </div>
  )
}
