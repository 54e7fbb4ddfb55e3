// Who may have paid: every fact of a line that speaks for a customer, with what it weighs.

import type { ItemKey } from '#domain/books/account.ts'
import type { MatchLine, TextField } from './bank-line.ts'
import type { EvidenceCode, Reason } from './candidate.ts'
import type { DepositItem } from './deposit.ts'
import type { ReadText } from './line-reading.ts'
import { firstFrom, type MatchIndex, type NamedThing } from './match-index.ts'
import type { NumberToken } from './number-tokens.ts'
import { aliasText } from './payer-alias.ts'
import { mayBeCut, nameKey } from './payer-name.ts'

/** What each fact weighs. */
export const evidencePoints: Record<EvidenceCode, number> = {
  invoice_number: 60,
  customer_number: 55,
  payer_account: 50,
  payer_alias: 45,
  digits: 30,
  name: 25,
  only_figure: 15,
  beginning: 10,
  shared: 8,
}

/** What speaks for one customer. */
export interface Evidence {
  customer_id: number
  codes: Set<EvidenceCode>
  /** The items that are named, by full number or by figures. */
  named: Set<ItemKey>
  /** A name, not an account or alias, that several customers share. */
  has_shared_name: boolean
  reasons: Reason[]
}

const fieldWords: Record<TextField, string> = {
  particulars: 'particulars',
  code: 'code',
  reference: 'reference',
  other_party: 'payer’s name',
  memo: 'memo',
}
const MOST_BEGINNINGS = 20
const MOST_NAMESAKES = 50

/** The evidence of a line, customer by customer. */
export function evidenceOf(
  index: MatchIndex,
  line: MatchLine,
  texts: readonly ReadText[],
): Map<number, Evidence> {
  const found = new Map<number, Evidence>()
  for (const { field, tokens } of texts)
    for (const token of tokens) byNumber(index, found, token, field)
  byPayer(index, found, line, texts)
  byOnlyFigure(index, found, line)
  return found
}

function byNumber(
  index: MatchIndex,
  found: Map<number, Evidence>,
  token: NumberToken,
  field: TextField,
): void {
  const longer = token.may_be_cut ? beginningWith(index, token.text) : []
  const whole = index.numbers.get(token.text) ?? []
  // A number that may go on names for sure only what nothing else begins with.
  if (longer.length === 0)
    for (const thing of whole) tell(found, thing, fullCode(thing), field, index)
  else if (!token.is_digits)
    for (const thing of [...whole, ...longer]) tell(found, thing, 'beginning', field, index)
  if (token.is_digits)
    for (const thing of index.digits.get(token.text) ?? [])
      if (!whole.includes(thing)) tell(found, thing, 'digits', field, index)
}

const fullCode = ({ key }: NamedThing) => (key === null ? 'customer_number' : 'invoice_number')

/** Longer numbers that begin with this one. */
function beginningWith(index: MatchIndex, text: string): NamedThing[] {
  const found: NamedThing[] = []
  const { sorted } = index
  for (let at = firstFrom(sorted, (key) => key, text); sorted[at]?.startsWith(text); at += 1) {
    const key = sorted[at] ?? ''
    if (key !== text) found.push(...(index.numbers.get(key) ?? []))
    if (found.length > MOST_BEGINNINGS) break
  }
  return found
}

function tell(
  found: Map<number, Evidence>,
  thing: NamedThing,
  code: EvidenceCode,
  field: TextField,
  index: MatchIndex,
): void {
  const evidence = evidenceFor(found, thing.customer_id)
  if (thing.key !== null && code !== 'beginning') evidence.named.add(thing.key)
  const words =
    code === 'digits'
      ? `The figures of ${thing.number} in the ${fieldWords[field]}`
      : code === 'beginning'
        ? `${thing.number} may be what is cut in the ${fieldWords[field]}`
        : `${thing.number} in the ${fieldWords[field]}`
  const item = thing.key === null ? undefined : index.items.get(thing.key)
  const isOtherNow = item?.number && item.number !== thing.number
  addReason(evidence, code, isOtherNow ? `${words}, now ${item.number}` : words)
}

/** Account, alias and name: of one customer they count in full, of several next to nothing. */
function byPayer(
  index: MatchIndex,
  found: Map<number, Evidence>,
  line: MatchLine,
  texts: readonly ReadText[],
): void {
  const called = (id: number) => index.payers.get(id)?.names[0] ?? `customer ${id}`
  const isOfOne = (ids: Set<number>, key: string | null) =>
    ids.size === 1 && key !== null && !index.shared.has(key)
  const accounts = line.other_account_hash && index.accounts.get(line.other_account_hash)
  if (accounts)
    for (const id of accounts)
      addReason(
        evidenceFor(found, id),
        isOfOne(accounts, line.other_account_hash) ? 'payer_account' : 'shared',
        `The account of ${called(id)}${alsoOf(accounts.size)}`,
      )
  const text = index.texts.size > 0 ? aliasText(line) : null
  const aliases = text && index.texts.get(text)
  if (aliases)
    for (const id of aliases)
      addReason(
        evidenceFor(found, id),
        isOfOne(aliases, text) ? 'payer_alias' : 'shared',
        `These words have meant ${called(id)}${alsoOf(aliases.size)}`,
      )
  for (const one of texts) byName(index, found, one, called)
}

function byName(
  index: MatchIndex,
  found: Map<number, Evidence>,
  { name, plain }: ReadText,
  called: (id: number) => string,
): void {
  if (name === null) return
  const same = index.names.get(nameKey(name))
  // As long as a cut leaves it, a name may be that of everybody whose name begins like this.
  const ids = new Set(same)
  if (mayBeCut(name) || mayBeCut(plain)) addBeginning(index, name, ids)
  for (const id of ids) {
    const evidence = evidenceFor(found, id)
    if (ids.size > 1) evidence.has_shared_name = true
    const words = `The name of ${called(id)}${alsoOf(ids.size)}`
    addReason(evidence, ids.size === 1 ? 'name' : 'shared', words)
  }
}

function addBeginning({ forms }: MatchIndex, name: string, ids: Set<number>): void {
  const start = firstFrom(forms, ({ form }) => form, name)
  for (let at = start; forms[at]?.form.startsWith(name) && ids.size < MOST_NAMESAKES; at += 1)
    ids.add(forms[at]?.customer_id ?? 0)
}

const alsoOf = (count: number) =>
  count === 1 ? '' : count === 2 ? ' and one other' : ` and ${count - 1} others`

/** The only page of all that asked for this amount, by what is right that day. */
function byOnlyFigure(index: MatchIndex, found: Map<number, Evidence>, line: MatchLine): void {
  const asking = (index.figures.get(line.amount) ?? []).filter((item) => asks(item, line))
  const [only] = asking
  if (!only || asking.length > 1) return
  addReason(
    evidenceFor(found, only.customer_id),
    'only_figure',
    `Only ${only.number ?? 'one page'} asked for this amount that day`,
  )
}

function asks({ page, sent_date, in_time_until, ppd_granted }: DepositItem, line: MatchLine) {
  if (!page || sent_date > line.transaction_date) return false
  const isInTime = ppd_granted || line.transaction_date <= in_time_until
  return (isInTime ? page.in_time : page.late) === line.amount
}

function evidenceFor(found: Map<number, Evidence>, customer_id: number): Evidence {
  const known = found.get(customer_id)
  if (known) return known
  const evidence: Evidence = {
    customer_id,
    codes: new Set(),
    named: new Set(),
    has_shared_name: false,
    reasons: [],
  }
  found.set(customer_id, evidence)
  return evidence
}

/** A fact counts once, however often it stands there; its words are those of the first time. */
function addReason(evidence: Evidence, code: EvidenceCode, words: string): void {
  if (!evidence.reasons.some((reason) => reason.words === words))
    evidence.reasons.push({ code, words })
  evidence.codes.add(code)
}

/** What the facts weigh together, each once. */
export function pointsOf({ codes }: Evidence): number {
  let points = 0
  for (const code of codes) points += evidencePoints[code]
  return points
}
