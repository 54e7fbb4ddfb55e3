import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { openDialog } from './open-dialog.tsx'

interface Question<A extends string> {
  title: string
  text: string
  /** The name of the thing and what follows, below the specified text. */
  detail?: ReactNode
  answers: { answer: A; label: string; isMain?: boolean; isDanger?: boolean }[]
  /** What closing the dialog means; it also holds the first focus. */
  cancel: A
  /** Asks to type this before the main answer can be given. */
  typed?: string | undefined
}

export type SaveAnswer = 'save' | 'discard' | 'cancel'

/** §2: Save Changes? with a third way out, because people click the wrong one. */
export function askToSave(name?: string): Promise<SaveAnswer> {
  return ask<SaveAnswer>({
    title: 'Save Changes?',
    text: 'Would you like to save your changes before leaving the page?',
    detail: name,
    cancel: 'cancel',
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'discard', label: "Don't save" },
      { answer: 'save', label: 'Save', isMain: true },
    ],
  })
}

/** §2: Delete item? with the name of the thing and what goes with it. */
export async function askToDelete(name: string, consequence?: string, typed?: string) {
  const answer = await ask<'delete' | 'cancel'>({
    title: 'Delete item?',
    text: 'Would you like to delete the item?',
    detail: (
      <>
        <Text fw={600} size="sm">
          {name}
        </Text>
        {consequence}
      </>
    ),
    cancel: 'cancel',
    typed,
    answers: [
      { answer: 'cancel', label: 'Cancel' },
      { answer: 'delete', label: 'Delete', isDanger: true },
    ],
  })
  return answer === 'delete'
}

/** The one way to open a question; it resolves with the answer. */
export function ask<A extends string>(question: Question<A>): Promise<A> {
  return new Promise((resolve) => {
    let given: A = question.cancel
    const onClose = () => resolve(given)
    openDialog({ title: question.title, isCentered: true, onClose }, (close) => (
      <Answers
        question={question}
        onAnswer={(answer) => {
          given = answer
          close()
        }}
      />
    ))
  })
}

function Answers<A extends string>(props: {
  question: Question<A>
  onAnswer: (answer: A) => void
}) {
  const { question, onAnswer } = props
  const [typed, setTyped] = useState('')
  const isTyped = question.typed === undefined || typed.trim() === question.typed
  return (
    <Stack gap="md">
      <Text size="sm">{question.text}</Text>
      {question.detail && (
        <Text component="div" size="sm" c="dimmed">
          {question.detail}
        </Text>
      )}
      {question.typed !== undefined && (
        <TextInput
          label={`Type ${question.typed} to carry on`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="xs">
        {question.answers.map(({ answer, label, isMain, isDanger }) => (
          <Button
            key={answer}
            variant={isMain || isDanger ? 'filled' : 'default'}
            {...(isDanger ? { color: 'red' } : {})}
            disabled={Boolean(isMain || isDanger) && !isTyped}
            {...(answer === question.cancel ? { 'data-autofocus': true } : {})}
            onClick={() => onAnswer(answer)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
