declare module 'parse-prometheus-text-format' {
  interface ParsedFamily {
    readonly name: string
    /** It drops the labels of histograms. */
    readonly metrics: readonly {
      readonly labels?: Readonly<Record<string, string>>
      readonly value: string
    }[]
  }

  // biome-ignore lint/style/noDefaultExport: it has this one.
  export default function parsePrometheusTextFormat(text: string): readonly ParsedFamily[]
}
