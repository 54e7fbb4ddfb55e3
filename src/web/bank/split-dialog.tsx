import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { BankTransaction } from '#domain/bank/banktransaction.ts'
import { banktransactionCalls } from '#domain/bank/banktransaction-calls.ts'
import { type Cents, formatMoney, toDecimalString } from '#domain/kit/money.ts'
import { plural } from '#domain/kit/wording.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { send } from '#web/kit/session/send.ts'
import { forgetBank } from './bank-query.ts'
import { titleOf } from './line-list.tsx'
import { PartInputs } from './part-inputs.tsx'
import { kindWords } from './part-words.ts'
import {
  directionOf,
  kindsFor,
  partsToSend,
  restOf,
  sizeOf,
  type TypedPart,
  typedPart,
  whyNot,
  withRest,
} from './split-parts.ts'

interface Props {
  row: BankTransaction
  /** One part for the whole line, or the beginning of several. */
  kind: 'find' | 'split'
  onClose: () => void
  onDone: (row: BankTransaction, as: string) => void
}

/** Says what a line is: as a whole, or in parts that come to its amount. */
export function SplitDialog({ row, kind, onClose, onDone }: Props) {
  const [parts, setParts] = useState<TypedPart[]>(() => beginning(row.amount, kind))
  const rest = restOf(parts, row.amount)
  const why = whyNot(parts, row.amount)
  const submit = useSubmit(
    async (key) => {
      const sent = partsToSend(parts, row.amount)
      try {
        await send(banktransactionCalls.match, { id: row.id, parts: sent }, { key })
        onClose()
        onDone(row, wordsOf(parts))
      } finally {
        void forgetBank()
      }
    },
    { isMoney: true },
  )
  const change = (next: TypedPart) =>
    setParts((before) => before.map((one) => (one.key === next.key ? next : one)))
  const add = (part: TypedPart) => setParts((before) => [...before, part])
  const [first = 'aside'] = kindsFor[directionOf(row.amount)]
  return (
    <DialogForm
      isOpen
      isWide
      title={`${kind === 'find' ? 'What is' : 'Split'} ${formatMoney(row.amount)}, ${titleOf(row)}`}
      button="Match"
      submit={submit}
      onClose={onClose}
      isDisabled={why !== null}
    >
      {parts.map((part, place) => (
        <PartInputs
          key={part.key}
          part={part}
          place={place}
          line={row}
          first={place > 0 ? undefined : kind === 'find' ? 'whom' : 'amount'}
          onChange={change}
          onRemove={
            parts.length > 1
              ? () => setParts(parts.filter((one) => one.key !== part.key))
              : undefined
          }
        />
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => add(typedPart(first, rest && rest > 0 ? toDecimalString(rest) : ''))}
        >
          Add a part
        </Button>
      </Group>
      <Rest rest={rest} why={why} parts={parts} onChange={change} onAdd={add} />
    </DialogForm>
  )
}

function beginning(amount: string, kind: Props['kind']): TypedPart[] {
  const [first = 'aside'] = kindsFor[directionOf(amount)]
  if (kind === 'find') return [typedPart(first, sizeOf(amount))]
  return [typedPart(first, ''), typedPart(first, '')]
}

function wordsOf(parts: readonly TypedPart[]): string {
  const [only] = parts
  return parts.length === 1 && only ? kindWords[only.kind] : plural(parts.length, 'part')
}

interface RestProps {
  rest: Cents | null
  why: string | null
  parts: readonly TypedPart[]
  onChange: (part: TypedPart) => void
  onAdd: (part: TypedPart) => void
}

/** What is still to be given away, always in sight, with the two usual places for it. */
function Rest({ rest, why, parts, onChange, onAdd }: RestProps) {
  const customer = parts.findLast((part) => part.kind === 'customer' && part.customer_id !== null)
  const isLeft = rest !== null && rest > 0
  return (
    <Alert color={rest === 0 ? 'petrol' : 'amber'} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {rest === null ? 'Rest unknown' : `Rest: ${formatMoney(rest)}`}
        </Text>
        {isLeft && (
          <Group gap="xs">
            {customer && (
              <Button variant="default" onClick={() => onChange(withRest(customer, rest))}>
                Credit of the customer
              </Button>
            )}
            <Button
              variant="default"
              onClick={() => onAdd(typedPart('aside', toDecimalString(rest)))}
            >
              Set aside
            </Button>
          </Group>
        )}
      </Group>
      {why && <Text size="sm">{why}</Text>}
    </Alert>
  )
}
