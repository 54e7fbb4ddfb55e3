/** A value that may be printed: its words as they are read, or whether something is so. */
export type MergeValue = string | boolean | null

/** One field that a template may print. A sample that is true or false makes it a flag. */
export interface MergeField {
  label: string
  sample: string | boolean
}

type MergeFields<N extends string> = Readonly<Record<N, MergeField>>

/** What the templates of one kind of record may print: these fields, and no others. */
export interface TemplateContext<F extends string = string, R extends string = string> {
  label: string
  fields: MergeFields<F>
  /** What is listed with it, printed once for every row. */
  rows: { label: string; fields: MergeFields<R>; samples: readonly Record<R, MergeValue>[] } | null
}

/** The values of one record, by the names of its context. */
export interface MergeValues<F extends string = string, R extends string = string> {
  fields: Record<F, MergeValue>
  rows: readonly Record<R, MergeValue>[]
}

/** What a mail must be given; the broker's own fields are added for every mail alike. */
export type ValuesOf<C> =
  C extends TemplateContext<infer F, infer R>
    ? MergeValues<Exclude<F, BrokerField>, R> & {
        fields: Partial<Record<BrokerField, MergeValue>>
      }
    : never

/** Which fields are empty, in the words of their labels: “Reference is empty”. */
export function emptyFieldWords(
  { fields, rows }: TemplateContext,
  empty: readonly string[],
): string {
  const known: Record<string, MergeField> = { ...rows?.fields, ...fields }
  const names = empty.map((name) => known[name]?.label ?? name)
  return `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} empty`
}

/** What a letter as it was printed lacks, in words; null where it lacks nothing. */
export function lackWords(
  context: TemplateContext,
  { empty, subject, text }: { empty: readonly string[]; subject: string | null; text: string },
): string | null {
  if (empty.length > 0) return emptyFieldWords(context, empty)
  if (subject === '') return 'The subject is empty'
  return text.trim() === '' ? 'The text is empty' : null
}

/** A text, with an example of how it reads. */
export const shows = (label: string, sample: string): MergeField => ({ label, sample })

/** Whether something is so: a template asks for it with {{#if}}. */
export const whether = (label: string, sample: boolean): MergeField => ({ label, sample })

const brokerFields = {
  broker_name: shows('Your trading name', 'Harbour Energy Brokers'),
  broker_phone: shows('Your phone number', '09 555 0100'),
  broker_email: shows('Your email address', 'office@harbour.example'),
  broker_address: shows('Your address', '1 Quay Street, Auckland 1010'),
  broker_gst_number: shows('Your GST number', '123-456-789'),
}
export type BrokerField = keyof typeof brokerFields

/** A context with the fields of the broker itself, which every mail may print. */
export function context<const F extends string, const R extends string = never>(given: {
  label: string
  fields: MergeFields<F>
  rows?: { label: string; fields: MergeFields<R>; samples: readonly Record<R, MergeValue>[] }
}): TemplateContext<F | BrokerField, R> {
  return {
    label: given.label,
    fields: { ...given.fields, ...brokerFields },
    rows: given.rows ?? null,
  }
}

/** The samples of a context: what a preview shows as long as no record is chosen. */
export function sampleValues({ fields, rows }: TemplateContext): MergeValues {
  const samples = Object.entries(fields).map(([name, { sample }]) => [name, sample] as const)
  return { fields: Object.fromEntries(samples), rows: rows?.samples ?? [] }
}
