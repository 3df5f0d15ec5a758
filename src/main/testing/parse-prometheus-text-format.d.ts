declare module 'parse-prometheus-text-format' {
  interface ParsedFamily {
    readonly name: string
    /** Of histograms, the labels are missing. */
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>
      readonly value: string
    }[]
  }

  // biome-ignore lint/style/noDefaultExport: it has this one.
  export default function parsePrometheusTextFormat(text: string): readonly ParsedFamily[]
}
