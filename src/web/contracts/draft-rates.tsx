import { ActionIcon, Alert, Button, Paper, Table, Text, Title } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryState } from 'nuqs'
import { Fragment, useState } from 'react'
import type { Contract } from '#domain/contracts/contract.ts'
import type { Rate } from '#domain/contracts/rate.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import { useOptions } from '#web/kit/form/options.ts'
import { removeRows } from '#web/kit/list/remove-rows.ts'
import { TableHead } from '#web/kit/list/table-head.tsx'
import { WideTable } from '#web/kit/list/wide-table.tsx'
import { RateEditor } from './rate-editor.tsx'
import { bothSides, forgetContracts, type RatesOfSides, type Side, sides } from './rate-side.ts'
import { formatRate, unitText } from './rate-words.ts'
import classes from './rates-panel.module.css'

/** One rate is edited at a time: the one named in the address, or a new one. */
interface Editing {
  side: Side
  id: number | null
  /** Counts the new rates of a row of them, each in a fresh form. */
  turn?: number
}

/** While nothing is agreed yet, rates are entered and changed one by one. */
export function DraftRates({ row, rates }: { row: Contract; rates: RatesOfSides }) {
  const [editing, setEditing] = useEditing()
  return (
    <Paper component="section">
      <Title order={2} mb="xs">
        Rates of the {row.contract_status === 'draft' ? 'draft' : 'offer'}
      </Title>
      {row.contract_status === 'offered' && (
        <Alert color="amber" mb="sm">
          Changing a rate takes the offer back: the contract is a draft again and must be sent anew.
        </Alert>
      )}
      <div className={classes.sides}>
        {bothSides.map((side) => (
          <OneSide
            key={side}
            side={side}
            row={row}
            rates={rates[side]}
            editing={editing?.side === side ? editing : null}
            onEdit={setEditing}
          />
        ))}
      </div>
    </Paper>
  )
}

/** A page that is loaded anew opens the same rate, with what was typed into it. */
function useEditing(): [Editing | null, (editing: Editing | null) => void] {
  const [at, setAt] = useQueryState('rate')
  const [turn, setTurn] = useState(0)
  const [, side, which] = /^(sell|buy)-(new|\d+)$/.exec(at ?? '') ?? []
  // The sides are the two that the expression knows.
  const editing = side
    ? { side: side as Side, id: which === 'new' ? null : Number(which), turn }
    : null
  return [
    editing,
    (next) => {
      setTurn(next?.turn ?? 0)
      void setAt(next && `${next.side}-${next.id ?? 'new'}`)
    },
  ]
}

const headings = [
  'Rate',
  { heading: 'Amount', isNumber: true },
  'Per',
  'Valid from',
  { heading: 'Actions', isHeadingHidden: true },
]

interface SideProps {
  side: Side
  row: Contract
  rates: Rate[]
  editing: Editing | null
  onEdit: (editing: Editing | null) => void
}

function OneSide({ side, row, rates, editing, onEdit }: SideProps) {
  const { label, whose } = sides[side]
  const close = () => onEdit(null)
  const turn = editing?.turn ?? 0
  return (
    <section aria-label={`${label} rates`}>
      <div className={classes.head}>
        <div>
          <Title order={3}>{label} rates</Title>
          <Text size="xs" c="dimmed">
            {whose}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onEdit({ side, id: null })}
        >
          Add {label.toLowerCase()} rate
        </Button>
      </div>
      {editing?.id === null && (
        <RateEditor
          key={turn}
          side={side}
          row={row}
          rate={null}
          // Rates come in rows: after one, the next.
          onSaved={() => onEdit({ side, id: null, turn: turn + 1 })}
          onClose={close}
        />
      )}
      {rates.length > 0 && (
        <WideTable label={`${label} rates`} spacing={6}>
          <TableHead columns={headings} />
          <Table.Tbody>
            {rates.map((rate) => (
              <Fragment key={rate.id}>
                <RateRow side={side} rate={rate} onEdit={onEdit} />
                {editing?.id === rate.id && (
                  <Table.Tr>
                    <Table.Td colSpan={headings.length}>
                      <RateEditor
                        side={side}
                        row={row}
                        rate={rate}
                        onSaved={close}
                        onClose={close}
                      />
                    </Table.Td>
                  </Table.Tr>
                )}
              </Fragment>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </section>
  )
}

function RateRow({ side, rate, onEdit }: Pick<SideProps, 'side' | 'onEdit'> & { rate: Rate }) {
  const options = useOptions()
  async function remove() {
    onEdit(null)
    if (await removeRows(sides[side].rate, [rate.id], rate.rate_name)) await forgetContracts()
  }
  return (
    <Table.Tr>
      <Table.Td className={classes.name}>{rate.rate_name}</Table.Td>
      <Table.Td className={classes.number}>{formatRate(rate.rate_amount)}</Table.Td>
      <Table.Td>{unitText(options, rate.rate_unit)}</Table.Td>
      <Table.Td>{formatDay(rate.valid_from_date)}</Table.Td>
      <Table.Td className={classes.number}>
        <ActionIcon
          aria-label={`Edit ${rate.rate_name}`}
          onClick={() => onEdit({ side, id: rate.id })}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Delete ${rate.rate_name}`} onClick={() => void remove()}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
