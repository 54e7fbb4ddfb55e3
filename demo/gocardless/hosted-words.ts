import type { Fields, Flow } from './records.ts'

interface PageParts {
  name: string
  flow: Flow
  given: Fields
  wrong: Record<string, string>
}

const escaped = (value: unknown) =>
  String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:2rem auto;padding:0 1rem}
label{display:block;margin:.75rem 0 0}input{width:100%;padding:.5rem;font:inherit;box-sizing:border-box}
.wrong{color:#a40000;margin:0}button{padding:.6rem 1rem;font:inherit;margin:1rem .5rem 0 0}
dt{font-weight:600}dd{margin:0 0 .5rem}`

const whole = (title: string, body: string) =>
  `<!doctype html><html lang="en-NZ"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`

const inputs: [name: string, label: string, more: string][] = [
  ['given_name', 'First name', 'autocomplete="given-name"'],
  ['family_name', 'Last name', 'autocomplete="family-name"'],
  ['company_name', 'Company (where the account is a company’s)', 'autocomplete="organization"'],
  ['email', 'E-mail', 'type="email" autocomplete="email"'],
  ['account_holder_name', 'Name on the bank account', 'autocomplete="off"'],
  ['account_number', 'Bank account number', 'inputmode="numeric" placeholder="12-3113-0003869-00"'],
]

/** Step one: who pays, and from which account. */
export function entryForm({ name, flow, given, wrong }: PageParts): string {
  const fields = inputs.map(([field, label, more]) => {
    const isLocked = flow.lock_customer_details && given[field] && !field.startsWith('account')
    const trouble = wrong[field]
    const says = trouble ? `<p class="wrong" id="${field}-wrong">${escaped(trouble)}</p>` : ''
    const marks = trouble ? `aria-invalid="true" aria-describedby="${field}-wrong"` : ''
    const value = `value="${escaped(given[field])}" ${isLocked ? 'readonly' : ''}`
    return `<label>${label}<input name="${field}" ${more} ${value} ${marks}></label>${says}`
  })
  return whole(
    'Set up a direct debit',
    `<p>${escaped(name)} will collect payments from your bank account.</p>
<form method="post" action="/flow/${flow.id}">${fields.join('')}
<button name="step" value="details">Continue</button>
<button name="step" value="cancel" formnovalidate>Cancel</button></form>`,
  )
}

/** Step two: what was entered is looked at before it counts. */
export function confirmation({ name, flow, given }: PageParts): string {
  const hidden = inputs.map(
    ([field]) => `<input type="hidden" name="${field}" value="${escaped(given[field])}">`,
  )
  const shown = inputs
    .filter(([field]) => given[field])
    .map(([field, label]) => `<dt>${label}</dt><dd>${escaped(given[field])}</dd>`)
  return whole(
    'Check your details',
    `<dl>${shown.join('')}</dl><p>You authorise ${escaped(name)} to debit this account through
GoCardless (authorisation code 1220559). You have the authority to operate it.</p>
<form method="post" action="/flow/${flow.id}">${hidden.join('')}
<button name="step" value="confirm">Set up this direct debit</button>
<button name="step" value="change">Change</button>
<button name="step" value="cancel">Cancel</button></form>`,
  )
}

export const lastPage = (words: string) => whole('Direct debit', `<p>${escaped(words)}</p>`)
