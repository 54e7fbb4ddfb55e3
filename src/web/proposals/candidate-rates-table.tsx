import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Paper,
  Select,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { rate } from '#domain/contracts/rate.ts'
import { rateCalls } from '#domain/contracts/rate-calls.ts'
import { ratesOn } from '#domain/contracts/rate-in-force.ts'
import { parseDecimal } from '#domain/kit/decimal-text.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { toast, toastProblem } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { send } from '#web/kit/session/send.ts'
import classes from './candidate-rates-table.module.css'
import { blankRate, type TypedRate } from './typed-rate.ts'

interface Props {
  rates: TypedRate[]
  /** The contract whose rates can be taken over; null where the customer has none in force. */
  contract_id: number | null
  error: string | undefined
  isReadOnly: boolean
  onChange: (rates: TypedRate[]) => void
  onCopied: (rates: TypedRate[]) => void
}

/** The rates that are offered, typed in place. */
export function CandidateRatesTable(props: Props) {
  const { rates, contract_id, error, isReadOnly, onChange } = props
  const set = (place: number, change: Partial<TypedRate>) =>
    onChange(rates.map((one, at) => (at === place ? { ...one, ...change } : one)))
  return (
    <Paper component="section" className={classes.panel} aria-label="Candidate rates">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Candidate rates</Title>
        <CopyButton contract_id={contract_id} isDisabled={isReadOnly} onCopied={props.onCopied} />
      </Group>
      {error && (
        <Alert color="red" role="alert" mb="xs">
          {error}
        </Alert>
      )}
      {rates.length === 0 && (
        <Text size="sm" c="dimmed">
          Add what is offered, line by line, or begin with what the customer pays now.
        </Text>
      )}
      {rates.length > 0 && (
        <div className={classes.heads} aria-hidden>
          {columns.map((name) => (
            <span key={name} data-number={name === 'rate_amount' || undefined}>
              {labelOf(rate, name)}
            </span>
          ))}
        </div>
      )}
      {rates.map((one, place) => (
        <OneRate
          key={one.key}
          rate={one}
          place={place}
          isReadOnly={isReadOnly}
          onChange={(change) => set(place, change)}
          onRemove={() => onChange(rates.filter((other) => other.key !== one.key))}
        />
      ))}
      <Button
        mt="xs"
        variant="subtle"
        disabled={isReadOnly}
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() => onChange([...rates, blankRate()])}
      >
        Add a rate
      </Button>
    </Paper>
  )
}

const columns = ['rate_name', 'rate_type', 'rate_unit', 'rate_amount', 'register_code']

const places = {
  rate_name: classes.name,
  rate_type: classes.type,
  rate_unit: classes.unit,
  rate_amount: classes.amount,
  register_code: classes.register,
}

interface OneRateProps {
  rate: TypedRate
  place: number
  isReadOnly: boolean
  onChange: (change: Partial<TypedRate>) => void
  onRemove: () => void
}

function OneRate({ rate: row, place, isReadOnly, onChange, onRemove }: OneRateProps) {
  const options = useOptions()
  const shared = (name: keyof typeof places) => ({
    className: places[name] ?? '',
    'aria-label': `${labelOf(rate, name)}, line ${place + 1}`,
    disabled: isReadOnly,
    size: 'xs' as const,
  })
  return (
    <div className={classes.row}>
      <TextInput
        {...shared('rate_name')}
        placeholder="Day energy"
        value={row.rate_name}
        onChange={(event) => onChange({ rate_name: event.currentTarget.value })}
      />
      <Select
        {...shared('rate_type')}
        data={options.of('rate_type')}
        value={row.rate_type}
        onChange={(next) => onChange({ rate_type: next ?? 'variable' })}
      />
      <Select
        {...shared('rate_unit')}
        data={options.of('rate_unit')}
        value={row.rate_unit}
        onChange={(next) => onChange({ rate_unit: next ?? 'kWh' })}
      />
      <TextInput
        {...shared('rate_amount')}
        classNames={{ input: classes.number ?? '' }}
        inputMode="decimal"
        placeholder="0.0000"
        value={row.rate_amount}
        onChange={(event) => onChange({ rate_amount: event.currentTarget.value })}
        onBlur={() =>
          onChange({ rate_amount: parseDecimal(row.rate_amount, 8) ?? row.rate_amount })
        }
      />
      <Select
        {...shared('register_code')}
        data={options.of('register_code')}
        placeholder="All use"
        clearable
        clearButtonProps={{ 'aria-label': `Clear register, line ${place + 1}` }}
        value={row.register_code}
        onChange={(next) => onChange({ register_code: next })}
      />
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={`Remove ${row.rate_name || `line ${place + 1}`}`}
        disabled={isReadOnly}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface CopyProps {
  contract_id: number | null
  isDisabled: boolean
  onCopied: Props['onCopied']
}

function CopyButton({ contract_id, isDisabled, onCopied }: CopyProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function copy() {
    setIsBusy(true)
    try {
      const { data } = await send(rateCalls.list, { contract_id, order: 'id', limit: 500 })
      const inForce = ratesOn(data ?? [], today())
      if (inForce.length === 0) toast('The contract has no rates in force today.')
      else onCopied(inForce.map((one) => blankRate(one)))
    } catch (cause) {
      toastProblem(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      disabled={isDisabled || contract_id === null}
      title={contract_id === null ? 'The customer has no contract in force.' : undefined}
      leftSection={<IconCopy size={15} aria-hidden />}
      onClick={copy}
    >
      Copy from the contract in force
    </Button>
  )
}
