/**
 * Further URLs of a country's flag.
 * @param sources URL templates; `{code}` stands for the lower-case country code
 */
export const flagUrls = (sources: readonly string[], code: string): string[] =>
  sources.map((source) => source.replaceAll('{code}', code.toLowerCase()));
