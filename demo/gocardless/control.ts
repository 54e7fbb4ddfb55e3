import type { Reply } from './answers.ts'
import {
  laterByWorkingDays,
  MINUTE_MS,
  momentSaid,
  nextPossibleChargeDate,
  textOf,
} from './clock.ts'
import { balanceOf } from './entries.ts'
import { type Fault, faultIn, faultModes } from './faults.ts'
import { found, type House, happened } from './house.ts'
import type { Time } from './passing-time.ts'
import { makePayment } from './payments.ts'
import type { Fields } from './records.ts'
import { makeSubscription } from './subscriptions.ts'
import { type Webhooks, webhookModes } from './webhooks.ts'

export interface CallMade {
  at: string
  method: string
  path: string
  key: string | null
  status: number | null
}

interface Parts {
  house: House
  webhooks: Webhooks
  time: Time
  faults: Fault[]
  calls: CallMade[]
}

class Misuse extends Error {}

/** Has things happen there. No part of GoCardless: it is for tests and for the demonstration. */
export async function control(parts: Parts, what: string, body: Fields): Promise<Reply> {
  const act = acts[what]
  if (!act) return { status: 404, body: { message: `Nobody knows ${what}.` } }
  try {
    return { status: 200, body: (await act(parts, body)) ?? {} }
  } catch (error) {
    if (!(error instanceof Misuse)) throw error
    return { status: 400, body: { message: error.message } }
  }
}

const acts: Record<string, (parts: Parts, body: Fields) => unknown> = {
  'GET clock': ({ house }) => clockOf(house),
  'POST clock': async ({ house, time }, body) => {
    await time.moveTo(momentIn(house, body))
    return clockOf(house)
  },
  'POST faults': ({ faults }, body) => {
    const fault = faultIn(body)
    if (!fault) throw new Misuse(`A fault is one of ${faultModes.join(', ')}.`)
    faults.push(fault)
    return faults
  },
  'DELETE faults': ({ faults }) => {
    faults.splice(0)
  },
  'POST webhooks': ({ webhooks }, { mode, url, secret, delay_ms }) => {
    const { state } = webhooks
    const wanted = webhookModes.find((one) => one === (mode ?? state.mode))
    if (!wanted) throw new Misuse(`Webhooks are sent in one of ${webhookModes.join(', ')}.`)
    state.mode = wanted
    if (url !== undefined) state.url = url === null ? null : String(url)
    if (secret !== undefined) state.secret = String(secret)
    if (delay_ms !== undefined) state.delayMs = Number(delay_ms)
    const { mode: now, url: to } = state
    return { mode: now, url: to }
  },
  'POST release': async ({ webhooks }, { mode }) => {
    webhooks.release(webhookModes.find((one) => one === mode) ?? 'normal')
    await webhooks.quiet()
  },
  'POST quiet': ({ webhooks }) => webhooks.quiet(),
  'GET calls': ({ calls }) => calls,
  'DELETE calls': ({ calls }) => {
    calls.splice(0)
  },
  'GET balance': ({ house }) => balanceOf(house),
  'POST refunds': ({ house }, { available }) => {
    house.settings.refundsAvailable = typeof available === 'number' ? available : null
  },
  // Whoever had the old one is sent away from now on.
  'POST token': ({ house }, { token }) => {
    house.settings.token = String(token)
  },
  'POST limits': ({ house }, { per_minute }) => {
    house.settings.callsPerMinute = Number(per_minute)
  },
  // Made elsewhere: in their dashboard, or by another program of the creditor.
  'POST payments': ({ house }, body) =>
    makePayment(house, { currency: 'NZD', ...body }, 'gocardless'),
  // States that the scheme itself never leads to, so that others are known as well.
  'POST state': ({ house }, { type, id, status }) => {
    const kind = type === 'payments' ? 'payments' : 'mandates'
    const record = found(house, kind, id)
    Object.assign(record, { status: String(status) }, kind === 'payments' ? { _due: null } : {})
    const links = { [kind.slice(0, -1)]: record.id }
    const cause = `${kind.slice(0, -1)}_${status}`
    happened(house, { type: kind, action: String(status), links, cause })
  },
  'POST subscriptions': ({ house }, body) => makeSubscription(house, body),
}

function clockOf({ clock }: House) {
  const now = clock.now()
  const local = new Date(now).toLocaleString('en-NZ', { timeZone: 'Pacific/Auckland' })
  return { now: textOf(now), local, next_possible_charge_date: nextPossibleChargeDate(now) }
}

function momentIn({ clock }: House, { to, working_days }: Fields): number {
  if (to === undefined && working_days === undefined)
    throw new Misuse('The clock is moved to a moment or by working_days.')
  try {
    const moment =
      to === undefined
        ? laterByWorkingDays(clock.now(), Number(working_days))
        : momentSaid(String(to))
    if (moment < clock.now() - MINUTE_MS) throw new Misuse('The clock never goes back.')
    return moment
  } catch (error) {
    throw error instanceof Misuse ? error : new Misuse('That is no moment.')
  }
}
