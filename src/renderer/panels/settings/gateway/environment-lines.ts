// The environment that points unmodified SDKs at the gateway (wire §10.5).

export function toEnvironmentLines({
  url,
  key,
  platform,
}: {
  url: string
  key: string
  platform: string
}): string[] {
  const variables = {
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_KEY: key,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
  }
  return Object.entries(variables).map(([name, value]) =>
    platform === 'win32' ? `$env:${name} = "${value}"` : `export ${name}="${value}"`,
  )
}
