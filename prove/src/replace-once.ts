/** Replaces a text that occurs once. @param name of the source, for the error if it does not @throws Error */
export const replaceOnce = (source: string, text: string, replacement: string, name: string): string => {
  if (source.split(text).length !== 2) throw new Error(`${name} does not contain "${text}" once`);
  return source.replace(text, () => replacement);
};
