import { ActionIcon, Anchor, Button, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots, IconFileTypePdf, IconHistory, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { atLeast } from '#domain/access/role.ts'
import { type Proposal, proposal } from '#domain/billing/proposal.ts'
import type { Answer } from '#web/kit/api.ts'
import { download } from '#web/kit/download.ts'
import { HistoryDrawer } from '#web/kit/history-panel.tsx'
import { removeRows } from '#web/kit/remove-rows.ts'
import { useSession } from '#web/kit/session.ts'
import type { Edit, EditRow } from '#web/kit/use-edit.ts'
import { MakeContract } from './make-contract.tsx'
import classes from './proposal-actions.module.css'

interface Props {
  answer: Answer<EditRow> | null
  edit: Edit
  isReadOnly: boolean
}

/** What can be done with a proposal, the likeliest last and filled. */
export function ProposalActions({ answer, edit, isReadOnly }: Props) {
  const navigate = useNavigate()
  // The call answers a row of the entity it names.
  const row = (answer?.data ?? null) as (EditRow & Proposal) | null
  return (
    <>
      {row && <More row={row} />}
      {row && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={15} aria-hidden />}
          onClick={() => window.print()}
        >
          Print
        </Button>
      )}
      {row && (
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={15} aria-hidden />}
          disabled={edit.isDirty}
          title={edit.isDirty ? 'Save first: the PDF is made of what is stored.' : undefined}
          onClick={() => void download('/proposal/document', { id: row.id }, 'proposal.pdf')}
        >
          PDF
        </Button>
      )}
      {row && <Contract row={row} answer={answer} isDirty={edit.isDirty} />}
      <Group gap="xs" className={classes.save}>
        {!row && (
          <Button variant="default" onClick={() => void navigate(-1)}>
            Cancel
          </Button>
        )}
        <Button
          loading={edit.isBusy}
          disabled={isReadOnly || (row !== null && !edit.isDirty)}
          onClick={() => void edit.save()}
        >
          Save
        </Button>
      </Group>
    </>
  )
}

interface ContractProps {
  row: EditRow & Proposal
  answer: Answer<EditRow> | null
  isDirty: boolean
}

/** What was won becomes a contract; one that was made of it is the way there. */
function Contract({ row, answer, isDirty }: ContractProps) {
  const [isOpen, dialog] = useDisclosure(false)
  if (row.made_contract_id) {
    const number = answer?.info.titles?.contract?.[String(row.made_contract_id)]
    return (
      <Anchor component={Link} to={`/app/contract?id=${row.made_contract_id}`} size="sm">
        Contract {number ?? row.made_contract_id}
      </Anchor>
    )
  }
  if (row.proposal_status !== 'won' || row.deleted_at) return null
  return (
    <>
      <Button variant="default" disabled={isDirty} onClick={dialog.open}>
        Make contract
      </Button>
      {isOpen && <MakeContract row={row} onClose={dialog.close} />}
    </>
  )
}

function More({ row }: { row: EditRow & Proposal }) {
  const { role } = useSession()
  const navigate = useNavigate()
  const [isHistoryOpen, setIsHistoryOpen] = useState(false)
  const mayRemove = atLeast(role, proposal.access.remove) && !row.deleted_at
  async function remove() {
    if (await removeRows(proposal, [row.id], row.name)) void navigate('/app/proposals')
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="More">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setIsHistoryOpen(true)}
          >
            History
          </Menu.Item>
          {mayRemove && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={remove}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <HistoryDrawer
        entity={proposal}
        id={row.id}
        isOpen={isHistoryOpen}
        onClose={() => setIsHistoryOpen(false)}
      />
    </>
  )
}
