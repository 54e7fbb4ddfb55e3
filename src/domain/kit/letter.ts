/** The frame of every mail to a customer: a greeting, paragraphs and who writes. */
export function letter(broker: string, customer: string, paragraphs: readonly string[]): string {
  return `${[`Kia ora ${customer}`, ...paragraphs, `Ngā mihi\n${broker}`].join('\n\n')}\n`
}
