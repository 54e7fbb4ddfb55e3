import { bankName, makeBankAccount } from '#domain/kit/bank-account.ts'
import { makeGstNumber } from '#domain/kit/gst-number.ts'
import { makeNzbn } from '#domain/kit/nzbn.ts'
import type { Business, Household, Place } from './customer-tables.ts'
import { daysBefore } from './demo-time.ts'
import { type Draw, makeDraw } from './draw.ts'
import { type Situation, situations } from './situations.ts'
import type { DemoActor, DemoRow, LaterChange } from './store-rows.ts'

interface Team {
  /** Who enters customers. */
  actors: readonly DemoActor[]
  partnerIds: readonly number[]
  seed: number
}

const medicallyDependent = new Set(['Mere Ngata', 'Terrence Gibbons', 'Graham Pullar'])
const byPost = new Set(['Margaret Hislop', 'Brian Petherick', 'Douglas Mayhew', 'Angus Rennie'])
const TWO_YEARS = 720
const FIRST_NUMBER = 1001
const machine: DemoActor = { id: null, name: 'Direct debit' }

/** Complete customers from the short tables, oldest first, with numbers from the series. */
export function customerRows(
  businesses: readonly Business[],
  households: readonly Household[],
  team: Team,
): DemoRow[] {
  const draw = makeDraw(team.seed)
  const all = interleaved(businesses, households)
  return all.map((entry, place) => {
    const situation = situations[place % situations.length] as Situation
    const age = Math.round(TWO_YEARS * (1 - place / all.length)) + draw.whole(0, 5)
    const at = daysBefore(age, draw.whole(0, 470))
    const actor = draw.one(team.actors)
    const number = `C-${FIRST_NUMBER + place}`
    const input = {
      customer_number: number,
      customer_status: situation.status,
      ...('contact' in entry ? businessFields(entry, draw) : householdFields(entry, draw)),
      ...preferences(situation, draw),
      partner_id: draw.chance(0.3) ? draw.one(team.partnerIds) : null,
    }
    const kept = {
      ...mandateFields(situation, draw),
      ...balances(situation, 'contact' in entry, draw),
    }
    return { input, kept, at, actor, later: laterChanges(situation, at, age, actor, draw) }
  })
}

/** The value the series goes on with. */
export function nextNumber(rows: readonly DemoRow[]): number {
  return FIRST_NUMBER + rows.length
}

// Both kinds come mixed through time, as customers do.
function interleaved(businesses: readonly Business[], households: readonly Household[]) {
  const step = (households.length + 1) / (businesses.length + 1)
  const placed = [
    ...businesses.map((entry, place) => ({ entry, order: (place + 1) * step })),
    ...households.map((entry, place) => ({ entry, order: place + 1.5 })),
  ]
  return placed.sort((a, b) => a.order - b.order).map(({ entry }) => entry)
}

function businessFields(entry: Business, draw: Draw) {
  const domain = `${plain(entry.name).slice(0, 40)}.example`
  const isCompany = !['community', 'property', 'education'].includes(entry.industry)
  const first = plain(entry.contact.replace(/^(Dr|Tā) /, '').split(' ')[0] ?? '')
  const mobile = mobileOf(draw)
  return {
    ...address(entry),
    name: entry.name,
    customer_type: 'commercial',
    customer_industry: entry.industry,
    name_business: isCompany ? `${entry.name} Limited` : entry.name,
    trading_name: entry.name,
    nzbn: makeNzbn(`9429${draw.whole(30_000_000, 52_999_999)}`),
    incorporation_date: `${draw.whole(1968, 2023)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`,
    gst_number: makeGstNumber(draw.whole(10_200_000, 13_900_000)),
    gst_registered: true,
    email: `office@${domain}`,
    phone: landlineOf(entry, draw),
    phone_mobile: mobile,
    contact_primary: entry.contact,
    email_primary: `${first}@${domain}`,
    phone_primary: mobile,
    contact_invoice: 'Accounts',
    email_invoice: `accounts@${domain}`,
    invoice_recipients: [`accounts@${domain}`],
    name_owner: isCompany ? entry.contact : null,
    name_authorised: entry.contact,
    email_authorised: `${first}@${domain}`,
    bank_account_name: entry.name,
  }
}

function householdFields(entry: Household, draw: Draw) {
  const email = `${plain(entry.name, '.')}@mail.example`
  const mobile = mobileOf(draw)
  return {
    ...address(entry),
    name: entry.joint ? `${entry.name} and ${entry.joint}` : entry.name,
    customer_type: 'residential',
    email,
    phone_mobile: mobile,
    phone_home: draw.chance(0.3) ? landlineOf(entry, draw) : null,
    contact_primary: entry.name,
    email_primary: email,
    phone_primary: mobile,
    name_holder: entry.name,
    email_holder: email,
    phone_holder: mobile,
    dob_holder: birthday(draw),
    name_joint: entry.joint,
    dob_joint: entry.joint ? birthday(draw) : null,
    bank_account_name: entry.name,
    required_for_medical: medicallyDependent.has(entry.name),
    receive_mail_invoices: byPost.has(entry.name),
  }
}

function preferences(situation: Situation, draw: Draw) {
  const hasAccount = situation.status !== 'prospect' || situation.mandate !== undefined
  const account = hasAccount ? bankAccountOf(draw) : null
  return {
    credit_risk: situation.risk,
    simple_invoicing: draw.chance(0.35),
    charge_late_fee: situation.risk !== 'low' || draw.chance(0.8),
    ppd_granted: draw.chance(0.1),
    receive_promo_emails: draw.chance(0.4),
    receive_sms_reminders: draw.chance(0.5),
    bank_name: account && bankName(account),
    bank_account_number: account,
  }
}

function mandateFields({ mandate }: Situation, draw: Draw) {
  if (!mandate) return {}
  const letters = () => draw.whole(60_466_176, 2_176_782_335).toString(36).toUpperCase()
  return {
    gocardless_customer_id: `CU000${letters()}`,
    gocardless_mandate_id: `MD000${letters()}`,
    gocardless_mandate_status: mandate,
  }
}

// Whole cents, so that the parts always add up to the total.
function balances({ owes, latest }: Situation, isBusiness: boolean, draw: Draw) {
  const bill = draw.whole(9_000, 38_000) * (isBusiness ? draw.whole(2, 14) : 1)
  const current = owes === 'current' || owes === 'both' ? bill : owes === 'credit' ? -bill : 0
  const overdue = owes === 'overdue' || owes === 'both' ? Math.round(bill * 0.8) : 0
  return {
    balance_current: amount(current),
    balance_overdue: amount(overdue),
    balance_total: amount(current + overdue),
    account_credit: amount(owes === 'credit' ? bill : 0),
    invoice_latest: latest ? draw.whole(20_100, 24_980) : null,
  }
}

function laterChanges(
  { status, mandate, isDeleted }: Situation,
  at: Date,
  age: number,
  actor: DemoActor,
  draw: Draw,
): LaterChange[] {
  const changes: LaterChange[] = []
  const after = (days: number) => daysBefore(Math.max(age - days, 0), 480 - draw.whole(0, 9))
  const update = (days: number, who: DemoActor, field: string, from: string, to: string) =>
    changes.push({
      at: after(days),
      actor: who,
      action: 'update',
      changes: { [field]: [from, to] },
    })
  if (status === 'active') update(1, actor, 'customer_status', 'prospect', 'active')
  if (status === 'inactive') update(2, actor, 'customer_status', 'active', 'inactive')
  if (status === 'closed') update(3, actor, 'customer_status', 'active', 'closed')
  if (mandate && mandate !== 'pending_submission' && mandate !== 'pending_customer_approval')
    update(4, machine, 'gocardless_mandate_status', 'pending_submission', mandate)
  if (isDeleted) changes.push({ at: after(6), actor, action: 'delete', changes: {} })
  return changes.filter((change) => change.at >= at)
}

function address({ street, suburb, city, postcode }: Place) {
  return { street, suburb, city, postcode }
}

function birthday(draw: Draw): string {
  return `${draw.whole(1941, 2001)}-0${draw.whole(1, 9)}-${draw.whole(10, 28)}`
}

const accounts: [code: string, branch: string][] = [
  ['01', '0242'],
  ['02', '0192'],
  ['03', '0502'],
  ['06', '0701'],
  ['12', '3140'],
  ['15', '3953'],
  ['38', '9004'],
]

function bankAccountOf(draw: Draw): string {
  const [code, branch] = draw.one(accounts)
  const number = makeBankAccount(code, branch, draw.whole(10_000, 88_000))
  // The suffix is no part of these banks' checksums.
  return number.slice(0, -3) + draw.one(['000', '001', '002', '025', '050'])
}

function mobileOf(draw: Draw): string {
  return `${draw.one(['021', '022', '027'])} 555 ${draw.whole(1000, 9999)}`
}

// The first digit of a postcode tells the part of the country, and so the area code.
const areaCodes: Record<string, string> = { 3: '07', 4: '06', 5: '04', 6: '04' }

function landlineOf({ postcode }: Place, draw: Draw): string {
  const digit = postcode[0] ?? '0'
  const code = areaCodes[digit] ?? (digit < '3' ? '09' : '03')
  return `${code} 555 ${draw.whole(1000, 9999)}`
}

function plain(name: string, between = ''): string {
  const letters = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return letters
    .replace(/[^a-z0-9 ]/g, '')
    .trim()
    .split(/ +/)
    .join(between)
}

function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
