/**
 * Further addresses of a country's flag.
 * @param sources addresses with `{code}` in the place of the country's two small letters
 */
export const flagAddresses = (sources: readonly string[], code: string): string[] =>
  sources.map((source) => source.replaceAll('{code}', code.toLowerCase()));
