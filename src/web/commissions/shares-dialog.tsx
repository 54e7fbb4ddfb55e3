import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { contractpartnerCalls } from '#domain/commissions/commission-calls.ts'
import { type ContractPartner, contractpartner } from '#domain/commissions/contractpartner.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { addDays } from '#domain/kit/day-number.ts'
import type { RateUnit } from '#domain/partners/partner.ts'
import { DialogForm } from '#web/kit/dialogs/dialog-form.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { EntityInput } from '#web/kit/form/entity-input.tsx'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { send } from '#web/kit/session/send.ts'
import { forgetCommissions } from './commission-query.ts'
import classes from './shares-dialog.module.css'

interface Props {
  contract: Contract
  /** Who earns on it today. */
  now: readonly ContractPartner[]
  onClose: () => void
}

interface TypedShare {
  key: number
  partner_id: number | null
  share_percent: string
  rate_amount: string
  rate_unit: RateUnit | null
}

const blank = (key: number): TypedShare => ({
  ...{ key, partner_id: null, share_percent: '', rate_amount: '', rate_unit: null },
})

/** All partners of a contract at once: their shares make the whole. */
export function SharesDialog({ contract, now, onClose }: Props) {
  const { billed_to_date, date_start } = contract
  const [day, setDay] = useState(billed_to_date ? addDays(billed_to_date, 1) : (date_start ?? ''))
  const [shares, setShares] = useState<TypedShare[]>(
    now.length === 0
      ? [{ ...blank(0), share_percent: '100' }]
      : now.map((one, key) => ({
          ...{ key, partner_id: one.partner_id, share_percent: one.share_percent },
          ...{ rate_amount: one.rate_amount ?? '', rate_unit: one.rate_unit },
        })),
  )
  const put = (key: number, change: Partial<TypedShare>) =>
    setShares((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const total = shares.reduce((sum, one) => sum + Number(one.share_percent || 0), 0)
  const submit = useSubmit(async (key) => {
    const partners = shares.map((one) => ({
      partner_id: one.partner_id ?? 0,
      share_percent: one.share_percent,
      rate_amount: one.rate_amount || null,
      rate_unit: one.rate_amount ? (one.rate_unit ?? 'percent') : null,
    }))
    const body = { contract_id: contract.id, valid_from_date: day, partners }
    const answer = await send(contractpartnerCalls.set, body, { key })
    toast(answer.message)
    onClose()
    await forgetCommissions()
  })
  return (
    <DialogForm
      isOpen
      isWide
      title="Change shares"
      button="Save shares"
      submit={submit}
      onClose={onClose}
    >
      <DayInput
        label="Valid from"
        description="A day after the last one billed."
        required
        value={day}
        error={submit.errorOf('valid_from_date')}
        onChange={(next) => setDay(next ?? '')}
      />
      {shares.map((one) => (
        <ShareLine
          key={one.key}
          one={one}
          onChange={(change) => put(one.key, change)}
          onRemove={
            shares.length > 1
              ? () => setShares((all) => all.filter(({ key }) => key !== one.key))
              : null
          }
        />
      ))}
      <Group justify="space-between">
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() =>
            setShares((all) => [...all, blank(Math.max(...all.map(({ key }) => key)) + 1)])
          }
        >
          Add a partner
        </Button>
        <Text size="sm" {...(total === 100 ? {} : { c: 'red' })} role="status">
          {Number(total.toFixed(4))} % of 100 %
        </Text>
      </Group>
      {submit.errorOf('partners') && (
        <Text size="sm" c="red" role="alert">
          {submit.errorOf('partners')}
        </Text>
      )}
    </DialogForm>
  )
}

interface LineProps {
  one: TypedShare
  onChange: (change: Partial<TypedShare>) => void
  onRemove: (() => void) | null
}

function ShareLine({ one, onChange, onRemove }: LineProps) {
  const input = (name: keyof TypedShare & string) => (
    <EntityInput
      entity={contractpartner}
      name={name}
      row={one.key}
      value={one[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <div className={classes.line}>
      {input('partner_id')}
      {input('share_percent')}
      {input('rate_amount')}
      {input('rate_unit')}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label="Take this partner out"
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
