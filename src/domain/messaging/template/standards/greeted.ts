/** The frame of every letter to a customer: a greeting, what is said, and who writes. */
export function greeted(words: string, { to = 'customer_name', under = '' } = {}): string {
  return `Kia ora {{${to}}}\n\n${words}\n\nNgā mihi\n{{broker_name}}${under}\n`
}

/** What every reminder ends with. */
export const orTalkToUs =
  'If you have paid in the meantime, thank you. If paying is difficult, please talk to us – we can help.'
