import { threatIn } from '#domain/messaging/checks/caring.ts'
import {
  type Rendering,
  renderTemplate,
  TemplateTooLong,
  type TemplateWords,
} from '#domain/messaging/template/render-template.ts'
import {
  type KeyValues,
  standardOf,
  type TemplateKey,
  templateContexts,
} from '#domain/messaging/template/standards.ts'
import { lackWords, type MergeValues } from '#domain/messaging/template/template-context.ts'
import type { Conn } from '#server/kit/database/database.ts'
import { type MessageDraft, queueMessage } from '#server/messaging/outbox/queue-message.ts'
import { type InForceTemplate, templateInForce } from './template-in-force.ts'

type Sender = Parameters<typeof queueMessage>[0]

/** A mail whose words come from a template: what it is about, and the values it may print. */
export interface Letter<K extends TemplateKey>
  extends Omit<MessageDraft, 'kind' | 'subject' | 'text' | 'html' | 'template' | 'stopped'> {
  template: K
  /** A template about the same that was chosen instead; where it is gone, the words of the key. */
  chosen?: number
  kind?: MessageDraft['kind']
  values: KeyValues<K>
  /** Values that take their time: asked for only where the words in force print them. */
  onlyIfPrinted?: Readonly<Record<string, () => Promise<string | null>>>
  /** The record that was printed, for when it is printed again; none where it is no one record. */
  record_id: number | null
}

/** Prints a mail with the words that are in force, and queues it. */
export async function queueLetter<K extends TemplateKey>(
  ctx: Sender,
  conn: Conn,
  letter: Letter<K>,
): Promise<number | undefined> {
  const { template: key, chosen, kind = standardOf(key).kind, record_id, ...rest } = letter
  const { onlyIfPrinted, ...draft } = rest
  const inForce = await templateInForce(conn, key, chosen)
  const values = await withPrinted(letter.values, inForce.words, onlyIfPrinted)
  const printed = printedWith(key, inForce, values)
  return queueMessage(ctx, conn, {
    ...draft,
    kind,
    own_threat: threatIn(ownWordsIn(values)),
    ...printed.rendering,
    ...outboxFacts(printed),
    merge: { key, record_id, values, ...(chosen === undefined ? {} : { chosen }) },
  })
}

export interface PrintedLetter {
  rendering: Pick<Rendering, 'subject' | 'text' | 'html'>
  inForce: InForceTemplate
  /** Why it must not leave as it is. */
  problem: string | null
}

/** The mail as it reads with the words that are in force. */
export async function printLetter<K extends TemplateKey>(
  conn: Conn,
  key: K,
  values: KeyValues<K>,
  chosen?: number,
): Promise<PrintedLetter> {
  return printedWith(key, await templateInForce(conn, key, chosen), values)
}

function printedWith(key: TemplateKey, inForce: InForceTemplate, values: MergeValues) {
  const fields = { ...inForce.broker, ...values.fields }
  return { inForce, ...rendered(key, inForce, { fields, rows: values.rows }) }
}

/** What a person wrote beside the words of the template; it is no threat where there is none. */
function ownWordsIn({ fields: { message } }: MergeValues): string {
  return typeof message === 'string' ? message : ''
}

async function withPrinted<V extends MergeValues>(
  values: V,
  words: TemplateWords,
  onlyIfPrinted: Letter<TemplateKey>['onlyIfPrinted'] = {},
): Promise<V> {
  const written = Object.values(words).join(' ')
  const fields = { ...values.fields }
  for (const [name, load] of Object.entries(onlyIfPrinted))
    if (written.includes(name)) fields[name] = await load()
  return { ...values, fields }
}

function rendered(key: TemplateKey, { words }: InForceTemplate, values: MergeValues) {
  const context = templateContexts[standardOf(key).context]
  try {
    const { empty, ...printed } = renderTemplate(words, context, values)
    const lack = lackWords(context, { ...printed, empty })
    const rendering = { ...printed, subject: printed.subject || standardOf(key).name }
    return { rendering, problem: lack && `${lack}.` }
  } catch (error) {
    if (!(error instanceof TemplateTooLong)) throw error
    const nothing = { subject: standardOf(key).name, text: error.message, html: '' }
    return { rendering: nothing, problem: error.message }
  }
}

/** Which template it was, what the checks ask of it when it leaves, and a hole that stops it. */
export function outboxFacts({
  inForce: { own, platform_tone },
  problem,
}: PrintedLetter): Pick<MessageDraft, 'template' | 'stopped' | 'tone' | 'purpose'> {
  return {
    ...(platform_tone ? { tone: platform_tone } : {}),
    ...(own
      ? { template: { id: own.id, version: own.version }, tone: own.tone, purpose: own.purpose }
      : {}),
    ...(problem ? { stopped: problem } : {}),
  }
}
