// A strict parser of the Prometheus text format 0.0.4, which rejects everything that Prometheus would, and more.

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly type: string
  readonly help: string
  readonly samples: readonly Sample[]
}

const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
}

/** Throws with the line that is invalid. */
export function parsePrometheusText(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line has no line feed.')
  const families = new Map<string, Family>()
  const lines = text.slice(0, -1).split('\n')
  for (let at = 0; at < lines.length; ) {
    const [, name = '', help = ''] = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(lines[at++] ?? '') ?? []
    const type = lines[at++]?.replace(`# TYPE ${name} `, '') ?? ''
    const names = suffixes[type]?.map((suffix) => name + suffix)
    if (name === '' || !names) throw new Error(`HELP and TYPE are expected: ${lines[at - 2]}`)
    if (families.has(name)) throw new Error(`The family is described twice: ${name}`)
    const samples: Sample[] = []
    for (; at < lines.length && !lines[at]?.startsWith('#'); at += 1)
      samples.push(parseSample(lines[at] ?? ''))
    const stranger = samples.find((sample) => !names.includes(sample.name))
    if (stranger) throw new Error(`A sample of another family than ${name}: ${stranger.name}`)
    families.set(name, { type, help, samples })
    checkFamily(name, { type, help, samples })
  }
  return families
}

/** The value of the only sample with these labels, and perhaps others; 0 without one. */
export function readSample(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const samples = families.get(name.replace(/_(?:bucket|sum|count)$/, '')) ?? families.get(name)
  const found = (samples?.samples ?? []).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  if (found.length > 1) throw new Error(`${found.length} samples of ${name} match.`)
  return found[0]?.value ?? 0
}

function parseSample(line: string): Sample {
  const match = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
  const [, name = '', text = '', number = ''] = match ?? []
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (!match || number === '' || Number.isNaN(value)) throw new Error(`Not a sample: ${line}`)
  return { name, labels: parseLabels(text, line), value }
}

function parseLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {}
  let rest = text
  while (rest !== '') {
    const match = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(,(?=.)|$)/.exec(rest)
    const [all = '', name = '', value = ''] = match ?? []
    if (!match || name in labels) throw new Error(`Invalid labels: ${line}`)
    labels[name] = value.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
    rest = rest.slice(all.length)
  }
  return labels
}

function checkFamily(name: string, { type, samples }: Family): void {
  const keys = samples.map((sample) => JSON.stringify([sample.name, Object.entries(sample.labels).sort()]))
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice.`)
  if (type === 'counter' && !name.endsWith('_total'))
    throw new Error(`The counter ${name} needs the suffix _total.`)
  if (type !== 'gauge' && samples.some(({ value }) => value < 0)) throw new Error(`${name} is negative.`)
  if (type === 'histogram') checkHistogram(name, samples)
}

/** For each set of labels: buckets in order and cumulative, up to +Inf, which is the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const groups = new Map<string, Sample[]>()
  for (const sample of samples) {
    const key = JSON.stringify(Object.entries({ ...sample.labels, le: '' }).sort())
    groups.set(key, [...(groups.get(key) ?? []), sample])
  }
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`)
    const read = (suffix: string) => group.find((sample) => sample.name === name + suffix)?.value
    const toLimit = (sample: Sample | undefined) => Number(sample?.labels.le?.replace('+Inf', 'Infinity'))
    const isOrdered = buckets
      .slice(1)
      .every(
        (bucket, index) =>
          toLimit(bucket) > toLimit(buckets[index]) && bucket.value >= Number(buckets[index]?.value),
      )
    const isComplete =
      toLimit(buckets.at(-1)) === Number.POSITIVE_INFINITY && buckets.at(-1)?.value === read('_count')
    if (!isOrdered || !isComplete || read('_sum') === undefined)
      throw new Error(`The histogram ${name} is not valid.`)
  }
}
