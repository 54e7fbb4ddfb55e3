import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './steps.module.css'

export interface Step {
  label: string
  /** What is known of it: a day, a name, what it waits for. */
  note?: string
}

interface Props {
  /** What the steps are the steps of, for those who hear them. */
  label: string
  steps: readonly Step[]
  /** The index of the step somebody is at; as many as there are steps when all are done. */
  reached: number
  /** Where one may go back to a step that is done. */
  onBack?: (index: number) => void
}

/** How far something has come: a document in its life, an import, a wizard. */
export function Steps({ label, steps, reached, onBack }: Props) {
  return (
    <ol className={classes.steps} aria-label={label}>
      {steps.map((step, index) => {
        const place = index < reached ? 'done' : index === reached ? 'here' : 'ahead'
        return (
          <li
            key={step.label}
            className={classes.step}
            data-place={place}
            aria-current={place === 'here' ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {place === 'done' ? <IconCheck size={14} /> : index + 1}
            </span>
            {onBack && place === 'done' ? (
              <UnstyledButton className={classes.back} onClick={() => onBack(index)}>
                <Words {...step} />
              </UnstyledButton>
            ) : (
              <span>
                <Words {...step} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Words({ label, note }: Step) {
  return (
    <>
      <span className={classes.label}>{label}</span>
      {note && <span className={classes.note}>{note}</span>}
    </>
  )
}
