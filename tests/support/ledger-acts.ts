import { expect } from 'vitest'
import { chargeLateFeesJob } from '#server/invoices/dunning/dunning-late-fees.ts'
import { settleDiscounts } from '#server/invoices/dunning/dunning-settle-job.ts'
import { runJob } from './billing.ts'
import { bankLink, bankPay, dishonour, ofOurs, unmatch } from './ledger-bank-acts.ts'
import type { Command, CommandOf } from './ledger-commands.ts'
import { authorise, collect, tellOfDebit } from './ledger-debit-acts.ts'
import {
  aboutInvoice,
  adjust,
  cancelInvoice,
  draft,
  laterDates,
  redo,
  sendAtOnce,
  unsent,
} from './ledger-invoice-acts.ts'
import { centsOf, type LedgerLife, pick } from './ledger-life.ts'
import { aboutPayment, byHand, pay, payOut, refund } from './ledger-payment-acts.ts'

/** Does one thing through the API; where it was done, the model learns of it. */
export async function act(life: LedgerLife, command: Command): Promise<boolean> {
  switch (command.do) {
    case 'invoice':
    case 'credit': {
      const made = await draft(life, command)
      return made !== null && sendAtOnce(life, made)
    }
    case 'draft': {
      const made = await draft(life, command)
      if (made) life.unsent.push(made)
      return made !== null
    }
    case 'approve':
    case 'recalculate':
    case 'send':
    case 'delete':
    case 'cancel unsent':
      return unsent(life, command)
    case 'pay':
      return pay(life, command)
    case 'bank pay':
      return bankPay(life, command)
    case 'bank link':
      return bankLink(life, command)
    case 'unmatch':
      return unmatch(life, command)
    case 'dishonour':
      return dishonour(life, command)
    case 'authorise':
      return authorise(life)
    case 'collect':
      return collect(life, command)
    case 'debit':
      return tellOfDebit(life, command)
    case 'transfer':
    case 'lock':
      return ofOurs(life, command)
    case 'refund':
      return refund(life, command)
    case 'pay out':
      return payOut(life, command)
    case 'later dates':
      return laterDates(life, command)
    case 'adjust':
      return adjust(life, command)
    case 'cancel payment':
    case 'grant with payment':
      return aboutPayment(life, command)
    case 'allocate':
    case 'unallocate':
      return byHand(life, command)
    case 'redo':
      return redo(life, command)
    case 'cancel invoice':
      return cancelInvoice(life, command)
    case 'hold':
    case 'release':
    case 'grant':
    case 'revoke':
    case 'write off':
    case 'waive':
      return aboutInvoice(life, command)
    case 'set':
      return set(life, command)
    case 'late fees':
      await runJob(life.world, chargeLateFeesJob)
      life.fees.raise()
      return true
    case 'wait':
      life.wait(command.days)
      await life.signIn()
      await runJob(life.world, settleDiscounts)
      life.fees.dropUnowed()
      return true
    default:
      return repeat(life, command.at)
  }
}

/** What is set changes nothing that was sent. */
async function set(life: LedgerLife, { setting }: CommandOf<'set'>): Promise<boolean> {
  await life.set(setting.name, setting.value)
  const { terms } = life.model
  if (setting.name === 'ppd_grace_working_days') terms.grace = setting.value
  else if (setting.name === 'ppd_tolerance_cents') terms.tolerance = setting.value
  else if (setting.name === 'ppd_needs_old_balance') terms.needsOld = setting.value
  else if (setting.name === 'late_fee_amount') terms.fee = centsOf(setting.value)
  else if (setting.name === 'late_fee_grace_days') terms.feeGrace = setting.value
  else terms.feeMinimum = centsOf(setting.value)
  return true
}

/** An earlier call, sent once more: it is answered as then, and nothing is done. */
async function repeat(life: LedgerLife, at: number): Promise<boolean> {
  const earlier = pick(life.done, at)
  if (!earlier) return false
  const again = await life.send(earlier)
  expect({ status: again.status, text: again.text }).toEqual(earlier.answer)
  return true
}
