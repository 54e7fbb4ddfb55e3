// The lists every organisation starts with. It may relabel, hide and add, but not remove these.

export interface OptionDefault {
  list_name: string
  value: string
  label: string
  position: number
}

type Entry = readonly [value: string, label: string]

const statuses: readonly Entry[] = [
  ['open', 'Open'],
  ['waiting', 'Waiting'],
  ['won', 'Won'],
  ['lost', 'Lost'],
  ['closed', 'Closed'],
]

const lists: Record<string, readonly Entry[]> = {
  customer_type: [
    ['residential', 'Residential'],
    ['commercial', 'Commercial'],
  ],
  customer_status: [
    ['prospect', 'Prospect'],
    ['active', 'Active'],
    ['inactive', 'Inactive'],
    ['closed', 'Closed'],
  ],
  credit_risk: [
    ['low', 'Low'],
    ['medium', 'Medium'],
    ['high', 'High'],
  ],
  icp_type: [
    ['electricity', 'Electricity'],
    ['gas', 'Gas'],
    ['water', 'Water'],
    ['broadband', 'Broadband'],
    ['waste', 'Waste'],
  ],
  rate_type: [
    ['variable', 'Variable'],
    ['fixed', 'Fixed'],
    ['capacity', 'Capacity'],
    ['levy', 'Levy'],
    ['other', 'Other'],
    ['credit', 'Credit'],
  ],
  rate_unit: [
    ['kWh', 'kWh'],
    ['GJ', 'GJ'],
    ['m3', 'm³'],
    ['kVA', 'kVA'],
    ['day', 'Day'],
    ['month', 'Month'],
    ['each', 'Each'],
  ],
  reading_type: [
    ['actual', 'Actual'],
    ['estimate', 'Estimate'],
    ['customer', 'Customer'],
    ['opening', 'Opening'],
    ['final', 'Final'],
    ['misread', 'Misread'],
  ],
  // Not in the specification: our choice, after the codes of the electricity registry.
  register_code: [
    ['UN', 'Anytime (UN)'],
    ['D', 'Day (D)'],
    ['N', 'Night (N)'],
    ['CN', 'Controlled (CN)'],
    ['IN', 'Inclusive (IN)'],
    ['EG', 'Generation (EG)'],
    ['7304', 'Half-hourly kWh (7304)'],
  ],
  capacity_unit: [
    ['kVA', 'kVA'],
    ['A', 'Amps'],
  ],
  interval_unit: [
    ['days', 'Days'],
    ['weeks', 'Weeks'],
    ['months', 'Months'],
  ],
  meter_type: [
    ['smart', 'Smart'],
    ['legacy', 'Read by hand'],
    ['half_hourly', 'Half-hourly'],
    ['prepay', 'Prepay'],
  ],
  payment_type: [
    ['direct_debit', 'Direct debit'],
    ['bank_transfer', 'Bank transfer'],
    ['card', 'Card'],
    ['cash', 'Cash'],
    ['cheque', 'Cheque'],
    ['credit', 'Credit'],
    ['write_off', 'Write-off'],
  ],
  due_date_type: [
    ['offset', 'Days after the invoice'],
    ['fixed', 'Fixed day of the month'],
  ],
  enquiry_status: statuses,
  proposal_status: statuses,
  // Not in the specification: our choice.
  language: [
    ['en-NZ', 'English (New Zealand)'],
    ['mi-NZ', 'Te reo Māori'],
    ['sm-WS', 'Gagana Samoa'],
    ['zh-CN', 'Chinese (Mandarin)'],
    ['hi-IN', 'Hindi'],
  ],
  // Not in the specification: our choice, after the industries of the national statistics.
  customer_industry: [
    ['agriculture', 'Agriculture and forestry'],
    ['manufacturing', 'Manufacturing'],
    ['construction', 'Construction'],
    ['retail', 'Retail and wholesale'],
    ['hospitality', 'Accommodation and food'],
    ['transport', 'Transport and storage'],
    ['professional', 'Professional services'],
    ['property', 'Property and body corporates'],
    ['education', 'Education'],
    ['health', 'Health and aged care'],
    ['public', 'Government and councils'],
    ['recreation', 'Arts and recreation'],
    ['community', 'Churches, clubs and marae'],
    ['other', 'Other'],
  ],
}

export const optionDefaults: readonly OptionDefault[] = Object.entries(lists).flatMap(
  ([list_name, entries]) =>
    entries.map(([value, label], place) => ({
      list_name,
      value,
      label,
      position: (place + 1) * 10,
    })),
)

/** The values alone, by list. */
export const defaultOptionValues: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(lists).map(([name, entries]) => [name, entries.map(([value]) => value)]),
)

/** What each of them is called until an organisation calls it otherwise, by list. */
export const defaultOptionLabels: Readonly<Record<string, Readonly<Record<string, string>>>> =
  Object.fromEntries(
    Object.entries(lists).map(([name, entries]) => [name, Object.fromEntries(entries)]),
  )
