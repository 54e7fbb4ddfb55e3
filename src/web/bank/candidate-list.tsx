import { Badge, Group, Kbd, Text } from '@mantine/core'
import { automaticWords } from '#domain/bank/automatic-words.ts'
import type { Candidate } from '#domain/bank/candidate.ts'
import { plural } from '#domain/kit/wording.ts'
import { ReasonedButton } from '#web/kit/frame/reasoned-button.tsx'
import { Money } from '#web/kit/list/cells.tsx'
import { awayWords, useIsAway } from '#web/kit/session/connection.ts'
import classes from './candidate-list.module.css'
import type { Names } from './candidate-names.ts'
import { candidateTitle, itemName, kindWords, partWords } from './part-words.ts'

interface Props {
  candidates: readonly Candidate[]
  names: Names
  isBusy: boolean
  onTake: (candidate: Candidate) => void
}

/** What a line may be, the best first; the digit beside each takes it. */
export function CandidateList({ candidates, names, isBusy, onTake }: Props) {
  const isAway = useIsAway()
  return (
    <ol className={classes.candidates} aria-label="What it may be">
      {candidates.map((candidate, place) => (
        <li key={candidate.key} className={classes.candidate} data-first={place === 0 || undefined}>
          <Head candidate={candidate} names={names} />
          <Reasons candidate={candidate} />
          <Parts candidate={candidate} names={names} />
          <Group gap="xs" mt={6}>
            <ReasonedButton
              reason={isAway ? awayWords : null}
              variant={place === 0 ? 'filled' : 'default'}
              loading={isBusy && place === 0}
              disabled={isBusy && place > 0}
              aria-label={`${takeWords(place)}: ${candidateTitle(candidate, names)}`}
              onClick={() => onTake(candidate)}
            >
              {takeWords(place)}
            </ReasonedButton>
            <Kbd size="xs" visibleFrom="md">
              {place === 0 ? 'Enter' : place + 1}
            </Kbd>
          </Group>
        </li>
      ))}
    </ol>
  )
}

const takeWords = (place: number) => (place === 0 ? 'Accept' : 'Take this')

function Head({ candidate, names }: { candidate: Candidate; names: Names }) {
  return (
    <div className={classes.head}>
      <div>
        <Text size="sm" fw={650}>
          {candidateTitle(candidate, names)}
        </Text>
        <Text size="xs" c="dimmed">
          {kindWords[candidate.kind]}
        </Text>
      </div>
      <Badge color={candidate.automatic ? 'petrol' : 'gray'} tt="none">
        {plural(candidate.points, 'point')}
      </Badge>
    </div>
  )
}

function Reasons({ candidate }: { candidate: Candidate }) {
  const { reasons, automatic, others } = candidate
  const isSaid = reasons.some(({ code }) => code === 'others')
  return (
    <ul className={classes.reasons}>
      {reasons.map(({ code, words }) => (
        <li key={`${code} ${words}`} data-careful={isCareful(code) || undefined}>
          {words}
        </li>
      ))}
      {others > 0 && !isSaid && <li data-careful>{plural(others, 'other exact way')}</li>}
      {automatic && <li>Sure enough to match by itself: {automaticWords[automatic]}</li>}
    </ul>
  )
}

/** What somebody should look at before saying yes. */
const isCareful = (code: string) => ['leaves', 'credit', 'others', 'paid', 'shared'].includes(code)

interface ShownPart {
  label: string
  amount: string
}

/** What goes where; a single part that goes to one place is said by the reasons already. */
function Parts({ candidate, names }: { candidate: Candidate; names: Names }) {
  const shown = candidate.parts.flatMap((part): ShownPart[] =>
    candidate.parts.length === 1 && part.plan
      ? part.plan.map(({ key, amount }) => ({ label: itemName(key, names), amount }))
      : [{ label: partWords(part, names), amount: part.amount }],
  )
  if (shown.length < 2) return null
  return (
    <dl className={classes.parts}>
      {shown.map(({ label, amount }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
