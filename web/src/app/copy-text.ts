const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Copies a part of a page that is stored: V8 makes a slice of a string, which keeps the whole page in memory. */
export const copyText = (text: string): string => decoder.decode(encoder.encode(text));
