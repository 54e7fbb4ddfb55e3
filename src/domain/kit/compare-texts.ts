/** The order of texts that are no words, such as days and keys: by their letters' own numbers. */
export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
