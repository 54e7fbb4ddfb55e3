import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { type DemoOffice, openDemoOffice } from '#tests/support/demo-office.ts'
import { largestShare, type StoredShare } from '#tests/support/largest-share.ts'
import { type ReadRow, readReport } from '#tests/support/reporting.ts'

let office: DemoOffice
let manager: Client
let user: Client

beforeAll(async () => {
  office = await openDemoOffice()
  manager = await office.as('manager')
  user = await office.as('user')
})
afterAll(() => office.close())

interface StoredContract {
  id: number
  customer_id: number
  partner_id: number | null
  contract_status: string
  date_start: string | null
  date_end: string | null
  is_open_plan: boolean
}
interface StoredEntry {
  partner_id: number
  commission_status: string
  kind: string
  amount: string
  base_part: string | null
  earned_on: string | null
}
interface StoredItem {
  customer_id: number
  balance: string | null
  due_date: string | null
  is_held: boolean
  invoice_status?: string
  adjustment_status?: string
  invoice_date: string
  cleared_at: string | null
}
interface StoredHistory {
  actor_id: number | null
  object_class: string
  object_id: number
  action: string
  reason: string | null
  created_at: string
}
interface StoredMessage {
  id: number
  thread_id: number
  type: string
  kind: string
  direction: string
  status: string
  author_id: number | null
  is_machine: boolean
  created_at: string
}
interface StoredStop {
  reason: string | null
  rule: string
  amount: string | null
  created_at: string
}

// Whole tables, counted here by hand: no condition of the reports is shared.
const rowsOf = <R>(table: string, where = 'true') =>
  office.query<R>(`select * from ${table} where ${where}`)
const cents = (text: unknown) => Math.round(Number(text ?? 0) * 100)
const dayOf = (at: string) =>
  Temporal.Instant.from(at).toZonedDateTimeISO('Pacific/Auckland').toPlainDate().toString()
const today = dayOf(new Date().toISOString())
const since = { from: '2026-04-01', to: today }
const isIn = (day: string | null) => day !== null && day >= since.from && day <= since.to
const valuesOf = (rows: readonly ReadRow[], key: unknown) =>
  rows.find((row) => row.key === String(key))?.values ?? {}

describe('partner performance', () => {
  test('each partner has what their customers, contracts and entries come to', async () => {
    const { rows } = await readReport(manager, { name: 'partners', ...since })
    const [partners, customers, contracts, connections, entries, invoices, adjustments] =
      await Promise.all([
        rowsOf<{ id: number }>('partners'),
        rowsOf<{ id: number; partner_id: number | null }>('customers', 'deleted_at is null'),
        rowsOf<StoredContract>('contracts', 'deleted_at is null'),
        rowsOf<{ contract_id: number; connection: string; days: string }>('contract_connections'),
        rowsOf<StoredEntry>('commissions'),
        rowsOf<StoredItem>('invoices', 'deleted_at is null'),
        rowsOf<StoredItem>('adjustments'),
      ])
    const shares = await rowsOf<StoredShare>('contractpartners', 'deleted_at is null')
    const sharedBy = (customer_id: number) => {
      const own = contracts.filter(
        (one) => one.customer_id === customer_id && one.contract_status === 'active',
      )
      const ids = own.map(({ id }) => id)
      return largestShare(shares, ids, today)?.partner_id
    }
    const partnerOf = (customer_id: number) => {
      const one = customers.find(({ id }) => id === customer_id)
      return one && (one.partner_id ?? sharedBy(customer_id))
    }
    const started = ({ contract_status: state }: StoredContract) =>
      ['active', 'ended', 'cancelled'].includes(state)
    const runs = (one: StoredContract) =>
      started(one) &&
      (one.date_start ?? '') <= today &&
      (!one.date_end ||
        one.date_end >= today ||
        (one.is_open_plan && one.contract_status === 'active'))
    const startOf = (days: string) => days.slice(1, 11)
    const without = (contract: StoredContract, isOther: (a: string, b: string) => boolean) =>
      connections
        .filter(({ contract_id }) => contract_id === contract.id)
        .filter(({ connection, days }) =>
          connections.every(
            (other) =>
              other.connection !== connection || !isOther(startOf(other.days), startOf(days)),
          ),
        ).length
    const moved = (partner_id: number, day: 'date_start' | 'date_end') =>
      contracts
        .filter(
          (one) =>
            started(one) &&
            isIn(one[day]) &&
            (one.partner_id ?? partnerOf(one.customer_id)) === partner_id,
        )
        .map((one) => {
          if (day === 'date_start') return without(one, (a, b) => a < b)
          const isRolling = one.is_open_plan && one.contract_status === 'active'
          return isRolling ? 0 : without(one, (a, b) => a > b)
        })
        .reduce((sum, count) => sum + count, 0)
    expect(rows.length).toBeGreaterThan(2)
    for (const { id } of partners) {
      const mine = customers.filter((one) => partnerOf(one.id) === id).map((one) => one.id)
      const earned = entries.filter(
        (one) =>
          one.partner_id === id &&
          ['accrued', 'stated'].includes(one.commission_status) &&
          isIn(one.earned_on),
      )
      const sum = (kinds: string[], column: 'amount' | 'base_part') =>
        earned
          .filter(({ kind }) => kinds.includes(kind))
          .reduce((total, one) => total + cents(one[column]), 0)
      const open = [...invoices, ...adjustments].filter(
        (one) => mine.includes(one.customer_id) && cents(one.balance) > 0 && isSent(one),
      )
      const owed = open.reduce((total, one) => total + cents(one.balance), 0)
      const overdue = open
        .filter((one) => (one.due_date ?? '') < today && !one.is_held)
        .reduce((total, one) => total + cents(one.balance), 0)
      const cleared = invoices.filter(
        (one) =>
          mine.includes(one.customer_id) &&
          ['cleared', 'paid'].includes(one.invoice_status ?? '') &&
          one.cleared_at &&
          isIn(dayOf(one.cleared_at)),
      )
      const values = valuesOf(rows, id)
      const money = (name: string) => cents(values[name])
      expect({
        live: values.live ?? 0,
        won: values.won ?? 0,
        lost: values.lost ?? 0,
        cleared: values.cleared ?? 0,
        ...Object.fromEntries(
          ['commission', 'clawed_back', 'base', 'owed', 'overdue'].map((one) => [one, money(one)]),
        ),
      }).toEqual({
        live: mine.filter((one) => contracts.some((k) => k.customer_id === one && runs(k))).length,
        won: moved(id, 'date_start'),
        lost: moved(id, 'date_end'),
        cleared: cleared.length,
        commission: sum(['ongoing', 'signup', 'correction'], 'amount'),
        clawed_back: -sum(['clawback'], 'amount') || 0,
        base: sum(['ongoing'], 'base_part'),
        owed,
        overdue,
      })
      const days = cleared
        .map((one) => daysBetween(one.invoice_date, dayOf(one.cleared_at ?? '')))
        .sort((a, b) => a - b)
      if (days.length % 2 === 1)
        expect(values.days_to_pay).toBe(days[(days.length - 1) / 2]?.toFixed(1))
    }
  })

  test('a partner opens their customers, and those their entries and records', async () => {
    const { rows } = await readReport(manager, { name: 'partners', ...since })
    const [partner] = rows
    const customers = await opened(manager, partner)
    expect(customers.info.group).toBe('customer')
    expect(customers.info.totals).toEqual(partner?.values)
    const entries = await opened(manager, customers.rows[0])
    expect(entries.info.totals).toEqual(customers.rows[0]?.values)
    for (const { to } of entries.rows)
      expect(to).toMatch(/^\/app\/(customer\/details|contract|invoice\/edit|adjustment|partner)/)
  })

  test('is for managers', async () => {
    for (const name of ['partners', 'messages', 'care'])
      expect((await user.get('/report', { name })).status).toBe(403)
  })
})

const isSent = (one: StoredItem) => (one.invoice_status ?? one.adjustment_status) === 'invoiced'
const daysBetween = (from: string, to: string) =>
  Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days

async function opened(client: Client, row: ReadRow | undefined) {
  const asked = Object.fromEntries(new URL(row?.to ?? '', 'http://x').searchParams)
  return readReport(client, asked)
}

describe('staff activity', () => {
  const kinds: [object_class: string, action: string, column: string][] = [
    ['bill', 'create', 'bills'],
    ['invoice', 'create', 'drafts'],
    ['invoice', 'approve', 'approvals'],
    ['bill', 'approve', 'approvals'],
    ['invoice', 'send', 'sends'],
    ['invoicepayment', 'create', 'payments'],
    ['billpayment', 'create', 'payments'],
    ['banktransaction', 'match', 'matches'],
  ]

  test('each person did what the history says, in the order of their names', async () => {
    const history = await rowsOf<StoredHistory>('history', 'organisation_id = 1')
    const gone = (await rowsOf<{ id: number }>('bills', 'deleted_at is not null')).map(
      ({ id }) => id,
    )
    const { rows } = await readReport(manager, { name: 'activity', ...since })
    const names = rows.map(({ name }) => name)
    expect(names).toEqual(names.toSorted(new Intl.Collator('en-NZ').compare))
    expect(names.length).toBeGreaterThan(2)
    for (const { key, values } of rows) {
      const counts: Record<string, number> = {}
      for (const { actor_id, object_class, object_id, action, created_at } of history) {
        if (String(actor_id) !== key || !isIn(dayOf(created_at))) continue
        if (object_class === 'bill' && gone.includes(object_id)) continue
        const column = kinds.find((one) => one[0] === object_class && one[1] === action)?.[2]
        if (column) counts[column] = (counts[column] ?? 0) + 1
      }
      for (const column of new Set(kinds.map((one) => one[2])))
        expect(values[column], `${key} ${column}`).toBe(counts[column] ?? 0)
    }
  })

  test('an answer is the first word of a person after somebody wrote', async () => {
    const said = (await rowsOf<StoredMessage>('messages', 'thread_id is not null')).sort(
      (a, b) => a.id - b.id,
    )
    const waiting = new Set<number>()
    const answers = new Map<number, number>()
    for (const { thread_id, direction, author_id, is_machine, status } of said) {
      if (direction === 'in' && !is_machine) waiting.add(thread_id)
      if (direction !== 'out' || author_id === null || status === 'draft') continue
      if (waiting.delete(thread_id)) answers.set(author_id, (answers.get(author_id) ?? 0) + 1)
    }
    const { rows } = await readReport(manager, { name: 'activity', ...since })
    expect([...answers.values()].reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1)
    for (const { key, values } of rows) expect(values.answers).toBe(answers.get(Number(key)) ?? 0)
    expect(rows.some(({ values }) => Number(values.first_answer) > 0)).toBe(true)
  })

  test('below managers, people see themselves alone, here and in the calls about bills', async () => {
    const me = (await user.get('/user')).body.data
    const { rows } = await readReport(user, { name: 'activity', ...since })
    expect(rows.map(({ key }) => key)).toEqual([String(me.id)])
    const own = (await user.get('/activityuserbills')).body.data
    expect(own.map(({ user_id }: { user_id: number }) => user_id)).toEqual([me.id])
    expect(rows[0]?.values.bills).toBe(own[0].count)
    const all = (await manager.get('/activityuserbills')).body.data
    expect(all.length).toBeGreaterThan(1)
  })
})

describe('messages', () => {
  const states: Record<string, string> = {
    queued: 'on_way',
    sending: 'on_way',
    accepted: 'sent',
    delivered: 'delivered',
    failed: 'not_sent',
    bounced: 'came_back',
    blocked: 'stopped',
    unconfirmed: 'not_sure',
  }

  test('every message counts once, by what became of it, its channel and its kind', async () => {
    const listed = await rowsOf<{ created_at: string }>('messageblacklists', 'deleted_at is null')
    const all = (await rowsOf<StoredMessage>('messages', 'deleted_at is null')).filter(
      ({ type, direction, created_at, status }) =>
        ['email', 'sms', 'chat'].includes(type) &&
        direction !== 'note' &&
        !['draft', 'cancelled'].includes(status) &&
        isIn(dayOf(created_at)),
    )
    const { info } = await readReport(manager, { name: 'messages', ...since })
    const counts: Record<string, number> = { messages: all.length }
    for (const { direction, status } of all) {
      const column = direction === 'in' ? 'received' : states[status]
      if (column) counts[column] = (counts[column] ?? 0) + 1
    }
    counts.opt_outs = listed.filter(({ created_at }) => isIn(dayOf(created_at))).length
    for (const [name, total] of Object.entries(info.totals))
      expect(total, name).toBe(counts[name] ?? 0)
    for (const [group, column] of [
      ['channel', 'type'],
      ['kind', 'kind'],
    ] as const) {
      const { rows } = await readReport(manager, { name: 'messages', ...since, group })
      for (const { key, values } of rows.filter((row) => Number(row.values.messages) > 0))
        expect(values.messages).toBe(all.filter((one) => one[column] === key).length)
    }
  })

  test('what did not arrive is told one by one, and the rest opens the list of just those', async () => {
    const asked = { name: 'messages', ...since, group: 'message' }
    const { rows } = await readReport(manager, asked)
    const lost = rows.filter(({ key }) => key.startsWith('m'))
    expect(lost.map(({ to }) => to)).toContainEqual(expect.stringMatching(/^\/app\/message\?id=/))
    for (const { to, values } of rows.filter(({ key }) => /^\d{4}-/.test(key))) {
      const where = new URL(to ?? '', 'http://x').searchParams.get('where') ?? ''
      const filters = where.split(';').map((one) => {
        const [, field = '', operator = '', text = ''] = /^(\w+)\.(\w+):(.*)$/.exec(one) ?? []
        return [operator === 'eq' ? field : `${field}.${operator}`, decodeURIComponent(text)]
      })
      const list = await manager.get('/messages', { ...Object.fromEntries(filters), limit: 1 })
      expect(list.body.info.total, where).toBe(values.messages)
    }
  })
})

describe('care evidence', () => {
  test('tells everything that was stopped once, by its rule, and opens the record', async () => {
    const [stops, refused, sparings, history] = await Promise.all([
      rowsOf<StoredStop>('carestops'),
      rowsOf<StoredStop>('reminders', `outcome = 'refused'`),
      rowsOf<StoredStop>('care_sparings'),
      rowsOf<StoredHistory>('history', `action = 'freeze_debits'`),
    ])
    const held = refused.filter(({ reason }) =>
      ['it is held', 'hardship', 'medical'].some((word) => String(reason).includes(word)),
    )
    const died = history.filter(({ reason }) => String(reason).includes('died'))
    const asked = { name: 'care', ...since }
    const { info } = await readReport(manager, asked)
    expect(info.totals).toMatchObject({
      stops: stops.length + held.length + sparings.length + died.length,
      spared: (sparings.reduce((sum, one) => sum + cents(one.amount), 0) / 100).toFixed(2),
    })
    const { rows } = await readReport(manager, asked)
    const medical = [...stops, ...refused].filter(({ reason }) =>
      /medical/.test(reason ?? ''),
    ).length
    const spared = sparings.filter(({ rule }) => rule === 'medical').length
    expect(valuesOf(rows, 'medical').stops).toBe(medical + spared)
    const single = await readReport(manager, { ...asked, group: 'stop' })
    for (const { to, values } of single.rows) {
      expect(values.stops).toBe(1)
      expect(to).toMatch(/^\/app\/(customer\/details|message|invoice\/edit|invoicepayment)/)
    }
  })
})
