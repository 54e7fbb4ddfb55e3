import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import type { Rate } from '#domain/contracts/rate.ts'
import { labelOf } from '#domain/kit/entity.ts'
import { MergeDialog } from '#web/kit/dialogs/merge-dialog.tsx'
import { DraftBanner } from '#web/kit/form/draft-banner.tsx'
import { inputs } from '#web/kit/form/inputs.tsx'
import { useEdit } from '#web/kit/form/use-edit.ts'
import { toast } from '#web/kit/frame/toast.tsx'
import { today } from '#web/kit/frame/today.ts'
import { forgetContracts, type Side, sides } from './rate-side.ts'
import classes from './rates-panel.module.css'

interface Props {
  side: Side
  row: Contract
  /** The stored rate; null for a new one. */
  rate: Rate | null
  onSaved: () => void
  onClose: () => void
}

const names = [
  'rate_name',
  'rate_amount',
  'rate_unit',
  'rate_type',
  'valid_from_date',
  'register_code',
  'with_losses',
]

// Gas is sold by the gigajoule, water by the cubic metre.
const units: Record<string, string> = { gas: 'GJ', water: 'm3' }

/** One rate in place, with the validation and merging of every form. */
export function RateEditor({ side, row, rate, onSaved, onClose }: Props) {
  const entity = sides[side].rate
  const start = useMemo(
    () => ({
      contract_id: row.id,
      valid_from_date: row.date_start ?? today(),
      rate_unit: units[row.icp_type ?? ''] ?? 'kWh',
    }),
    [row.id, row.date_start, row.icp_type],
  )
  const edit = useEdit({
    entity,
    row: rate ? { ...rate } : null,
    start,
    keepsDraft: true,
    onSaved: (answer) => {
      toast(answer.message)
      void forgetContracts()
      onSaved()
    },
  })
  // Whoever opened this begins to type.
  useEffect(() => document.getElementById('field-rate_name')?.focus(), [])
  return (
    <form
      noValidate
      aria-label={rate ? `Edit ${rate.rate_name}` : `New ${sides[side].label.toLowerCase()} rate`}
      onSubmit={(event) => {
        event.preventDefault()
        void edit.save()
      }}
    >
      <DraftBanner offer={edit.draft} />
      {edit.message && (
        <Alert color="red" role="alert">
          {edit.message}
        </Alert>
      )}
      <div className={classes.editor}>
        {names.map((name) => {
          const field = entity.fields[name]
          if (!field) return null
          const Input = inputs[field.kind]
          const error = edit.form.errors[name]
          return (
            <Input
              key={name}
              entity={entity}
              name={name}
              field={field}
              id={`field-${name}`}
              label={labelOf(entity, name)}
              value={edit.values[name]}
              error={error ? String(error) : undefined}
              isDisabled={false}
              onChange={(next) => edit.form.setFieldValue(name, next)}
              onBlur={() => edit.validate(name)}
            />
          )
        })}
      </div>
      <Group gap="xs" pb="sm">
        <Button type="submit" loading={edit.isBusy}>
          Save rate
        </Button>
        <Button
          variant="default"
          onClick={() => {
            edit.giveUp()
            onClose()
          }}
        >
          Cancel
        </Button>
      </Group>
      {edit.merge && (
        <MergeDialog
          entity={entity}
          request={edit.merge}
          onCancel={edit.cancelMerge}
          onSave={edit.saveMerged}
        />
      )}
    </form>
  )
}
