import { ActionIcon, Select, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { atLeast } from '#domain/access/role.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import type { PartKind } from '#domain/bank/candidate.ts'
import { accountNeeds } from '#domain/bank/line-parts.ts'
import { accountChoices } from '#domain/books/account-names.ts'
import type { Entity } from '#domain/kit/entity.ts'
import { parseMoney } from '#domain/kit/money.ts'
import { billpayment, invoicepayment } from '#domain/payments/payment.ts'
import { ReferenceInput } from '#web/kit/form/reference-input.tsx'
import { send } from '#web/kit/session/send.ts'
import { useSession } from '#web/kit/session/session.ts'
import { LinkedRows, sources } from './linked-rows.tsx'
import { kindWords } from './part-words.ts'
import classes from './split-dialog.module.css'
import { directionOf, kindsFor, sizeOf, type TypedPart, typedPart, waysIn } from './split-parts.ts'

export interface PartLine {
  amount: string
  transaction_date: string
}

interface Props {
  part: TypedPart
  place: number
  line: PartLine
  /** Where typing begins: at the amount, or at whom it is for. */
  first?: 'amount' | 'whom' | undefined
  onChange: (part: TypedPart) => void
  onRemove?: (() => void) | undefined
}

/** One share of a line: what it is, how much, and for whom. */
export function PartInputs({ part, place, line, first, onChange, onRemove }: Props) {
  const change = (next: Partial<TypedPart>) => onChange({ ...part, ...next })
  const kinds = kindsFor[directionOf(line.amount)]
  const called = `part ${place + 1}`
  return (
    <fieldset className={classes.part} aria-label={`Part ${place + 1}`}>
      <Select
        label="What it is"
        aria-label={`What ${called} is`}
        data={kinds.map((kind) => ({ value: kind, label: kindWords[kind] }))}
        value={part.kind}
        onChange={(kind) =>
          // The kinds offered are all there are.
          kind && onChange({ ...typedPart(kind as PartKind, part.amount), key: part.key })
        }
      />
      <TextInput
        label="Amount"
        aria-label={`Amount of ${called}`}
        inputMode="decimal"
        {...(first === 'amount' ? { 'data-autofocus': true } : {})}
        classNames={{ input: classes.number ?? '' }}
        value={part.amount}
        onChange={(event) => change({ amount: event.currentTarget.value, pays: undefined })}
      />
      <div className={classes.whom}>
        <Whom {...{ part, line, place }} isFirst={first === 'whom'} onChange={change} />
      </div>
      {onRemove && (
        <ActionIcon
          className={classes.remove ?? ''}
          aria-label={`Remove ${called}`}
          onClick={onRemove}
        >
          <IconTrash size={15} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  )
}

interface WhomProps {
  part: TypedPart
  line: PartLine
  place: number
  isFirst: boolean
  onChange: (next: Partial<TypedPart>) => void
}

function Whom({ part, line, place, isFirst, onChange }: WhomProps) {
  const { kind, customer_id, supplier_id, account } = part
  const source = sources[kind]
  if (source)
    return (
      <LinkedRows
        key={kind}
        source={source}
        size={sizeOf(line.amount)}
        ids={part.ids}
        isFirst={isFirst}
        onChange={(ids, amount) => onChange(ids.length > 0 ? { ids, amount } : { ids })}
      />
    )
  if (kind === 'customer')
    return (
      <>
        <Party
          entity={invoicepayment}
          name="customer_id"
          label="Customer"
          place={place}
          value={customer_id}
          isFirst={isFirst}
          onChange={(id) => onChange({ customer_id: id, pays: undefined })}
        />
        {customer_id !== null && <WhatItPays part={part} line={line} onChange={onChange} />}
      </>
    )
  if (kind === 'supplier_refund')
    return (
      <Party
        entity={billpayment}
        name="supplier_id"
        label="Supplier"
        place={place}
        value={supplier_id}
        onChange={(id) => onChange({ supplier_id: id })}
      />
    )
  if (kind !== 'account') return null
  return <Account account={account} onChange={onChange} />
}

/** An account of the ledger, of those that this person may book on. */
function Account({ account, onChange }: Pick<WhomProps, 'onChange'> & Pick<TypedPart, 'account'>) {
  const { role } = useSession()
  const mayBookOn = ({ value }: { value: string }) => {
    const needs = accountNeeds(Number(value))
    return needs !== 'nobody' && atLeast(role, needs)
  }
  return (
    <Select
      label="Account"
      withAsterisk
      searchable
      data={accountChoices.filter(mayBookOn)}
      value={account === null ? null : String(account)}
      onChange={(next) => onChange({ account: next === null ? null : Number(next) })}
    />
  )
}

interface PartyProps {
  entity: Entity
  name: string
  label: string
  place: number
  value: number | null
  isFirst?: boolean
  onChange: (id: number | null) => void
}

function Party({ entity, name, label, place, value, isFirst, onChange }: PartyProps) {
  const field = entity.fields[name]
  if (!field) return null
  return (
    <ReferenceInput
      {...{ entity, name, field, label, value, isFirst }}
      id={`part-${place}-${name}`}
      error={undefined}
      isDisabled={false}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      onBlur={() => {}}
    />
  )
}

const USUAL = 'usual'

/** The ways in which the share adds up with what the customer owes; the best is taken first. */
function WhatItPays({ part, line, onChange }: Omit<WhomProps, 'place' | 'isFirst'>) {
  const { customer_id, pays } = part
  const amount = parseMoney(part.amount)
  const { data } = useQuery({
    queryKey: ['banktransactions', 'explain', amount, line.transaction_date, customer_id],
    queryFn: async ({ signal }) => {
      const asked = {
        amount: amount ?? '0.00',
        transaction_date: line.transaction_date,
        customer_ids: [customer_id ?? 0],
      }
      return waysIn((await send(banktransactionCalls.explain, asked, { signal })).data ?? [])
    },
    enabled: amount !== null && customer_id !== null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was found decides
  useEffect(() => {
    if (data && pays === undefined) onChange({ pays: data[0] ?? null })
  }, [data, pays])
  const ways = pays && !data?.some((way) => way.words === pays.words) ? [pays] : []
  const all = [...ways, ...(data ?? [])]
  return (
    <Select
      label="What it pays"
      data={[
        ...new Set(all.map((way) => way.words)),
        { value: USUAL, label: 'The oldest first; the rest is credit' },
      ]}
      value={pays?.words ?? USUAL}
      onChange={(words) => onChange({ pays: all.find((way) => way.words === words) ?? null })}
    />
  )
}
