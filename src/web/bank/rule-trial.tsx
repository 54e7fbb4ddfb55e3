import { Alert, Button, Text } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useState } from 'react'
import { bankruleCalls, type RuleTrial as Trial } from '#domain/bank/bank-calls.ts'
import { bankrule } from '#domain/bank/bankrule.ts'
import { formatDay } from '#domain/kit/calendar.ts'
import type { InputOf } from '#domain/kit/call.ts'
import { plural } from '#domain/kit/wording.ts'
import type { Edit } from '#web/kit/form/use-edit.ts'
import { useSubmit } from '#web/kit/form/use-submit.ts'
import { Money } from '#web/kit/list/cells.tsx'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import { send } from '#web/kit/session/send.ts'

/** Tries a rule on the lines of the last ninety days, before it is let loose on new ones. */
export function RuleTrial({ edit }: { edit: Edit }) {
  const [trial, setTrial] = useState<Trial | null>(null)
  const test = useSubmit(async () => {
    setTrial(null)
    setTrial((await send(bankruleCalls.test, ruleIn(edit))).data)
  })
  return (
    <div>
      <Button
        mt="sm"
        variant="default"
        loading={test.isBusy}
        leftSection={<IconFlask size={15} aria-hidden />}
        onClick={() => test.onSubmit()}
      >
        Test on the last 90 days
      </Button>
      {test.problem && (
        <Alert color="red" role="alert" mt="xs">
          {test.problem}
        </Alert>
      )}
      {trial && <Found trial={trial} />}
    </div>
  )
}

function Found({ trial: { lines, contradicted } }: { trial: Trial }) {
  const against = new Set(contradicted)
  return (
    <div role="status">
      <Text size="sm" fw={600} mt="xs">
        {lines.length === 0
          ? 'No line of the last 90 days is of this kind.'
          : `${plural(lines.length, 'line')} of this kind.`}
      </Text>
      {against.size > 0 && (
        <Alert color="amber" mt="xs">
          {plural(against.size, 'line')} of them {against.size === 1 ? 'was' : 'were'} matched as
          something else.
        </Alert>
      )}
      {lines.length > 0 && (
        <PlainTable
          label="Lines of this kind"
          rows={lines}
          keyOf={({ id }) => id}
          columns={[
            { heading: 'Date', cell: (line) => formatDay(line.transaction_date) },
            { heading: 'Other party', cell: (line) => line.other_party },
            {
              heading: 'Matched otherwise',
              cell: (line) => (against.has(line.id) ? 'Yes' : ''),
            },
            { heading: 'Amount', isNumber: true, cell: (line) => <Money value={line.amount} /> },
          ]}
        />
      )}
    </div>
  )
}

/** What was typed so far; what is missing is told by the server. */
function ruleIn({ values }: Edit): InputOf<typeof bankruleCalls.test> {
  const said = Object.entries(values).filter(
    ([name, value]) => name in bankrule.fields && value !== '' && value !== null,
  )
  // The names are the entity's own.
  return Object.fromEntries(said) as InputOf<typeof bankruleCalls.test>
}
