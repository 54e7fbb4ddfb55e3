import { Textarea, type TextareaProps } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import classes from './compose.module.css'
import { type Choice, type Picker, usePicking } from './use-picking.ts'

interface Props extends Omit<TextareaProps, 'value' | 'onChange' | 'onKeyDown'> {
  box: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  pickers: readonly Picker[]
}

/** A text in which signs open a list of what could stand there; keys choose from it. */
export function PickingTextarea({ box, value, onChange, onKeyDown, pickers, ...more }: Props) {
  const list = useId()
  const picking = usePicking({ box, value, onChange, pickers })
  const { current } = picking
  return (
    <div className={classes.picking}>
      <Textarea
        {...more}
        ref={box}
        value={value}
        aria-autocomplete="list"
        aria-controls={current ? list : undefined}
        aria-activedescendant={current ? `${list}-${current.id}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value)
          picking.look(event.currentTarget)
        }}
        onSelect={(event) => picking.look(event.currentTarget)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || !picking.isTaken(event)) return onKeyDown(event)
          event.preventDefault()
          event.stopPropagation()
        }}
        onBlur={picking.close}
      />
      {current && <ChoiceList id={list} picking={picking} />}
    </div>
  )
}

interface ListProps {
  id: string
  picking: {
    label: string
    shown: readonly Choice[]
    current: Choice | undefined
    pick: (choice: Choice) => void
  }
}

function ChoiceList({ id, picking: { label, shown, current, pick } }: ListProps) {
  return (
    <div id={id} role="listbox" tabIndex={-1} aria-label={label} className={classes.choices}>
      {shown.map((choice) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys choose in the text above
        <div
          key={choice.id}
          id={`${id}-${choice.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={choice === current}
          className={classes.choice}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => pick(choice)}
        >
          <strong>{choice.name}</strong>
          {choice.detail && <span className={classes.detail}>{choice.detail}</span>}
        </div>
      ))}
    </div>
  )
}
