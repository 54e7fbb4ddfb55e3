import { ActionIcon, Button, Group, Input, TextInput } from '@mantine/core'
import {
  IconBold,
  IconClearFormatting,
  IconHeading,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { type RichNode, richWords } from '#domain/kit/rich-words.ts'
import classes from '#web/kit/frame/rich-words.module.css'
import type { InputProps } from './inputs.tsx'

const tools = [
  ['Bold', IconBold, 'bold'],
  ['Italic', IconItalic, 'italic'],
  ['Heading', IconHeading, 'formatBlock', 'h3'],
  ['List', IconList, 'insertUnorderedList'],
  ['Numbered list', IconListNumbers, 'insertOrderedList'],
  ['No formatting', IconClearFormatting, 'removeFormat'],
] as const

/** Words as they will look: headings, lists and links, and nothing that anybody must spell. */
export function RichTextInput(props: InputProps) {
  const { id, label, value, error, field, isDisabled, onChange, onBlur } = props
  const box = useRef<HTMLDivElement>(null)
  const written = useRef<string | null>(null)
  useEffect(() => {
    const html = typeof value === 'string' ? value : ''
    if (!box.current || written.current === html) return
    box.current.replaceChildren(...richWords(html).map(elementOf))
    written.current = html
  }, [value])
  function changed() {
    const isEmpty = box.current?.textContent?.trim() === ''
    const html = isEmpty ? '' : [...(box.current?.childNodes ?? [])].map(markupOf).join('')
    written.current = html
    onChange(html)
  }
  function format(command: string, argument?: string) {
    box.current?.focus()
    document.execCommand(command, false, argument)
    changed()
  }
  // What is pasted brings its words and leaves the looks of where it comes from.
  function paste(event: ClipboardEvent) {
    event.preventDefault()
    format('insertText', event.clipboardData.getData('text/plain'))
  }
  return (
    <Input.Wrapper
      label={label}
      description={field.options.hint}
      error={error}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
    >
      {!isDisabled && <Tools onFormat={format} />}
      {/* biome-ignore lint/a11y/useSemanticElements: no input of a browser holds headings. */}
      <div
        ref={box}
        id={id}
        className={`${classes.words} ${classes.editor}`}
        role="textbox"
        aria-multiline
        aria-labelledby={`${id}-label`}
        aria-invalid={error !== undefined}
        aria-disabled={isDisabled}
        tabIndex={0}
        contentEditable={!isDisabled}
        suppressContentEditableWarning
        onInput={changed}
        onPaste={paste}
        onBlur={onBlur}
      />
    </Input.Wrapper>
  )
}

function Tools({ onFormat }: { onFormat: (command: string, argument?: string) => void }) {
  const [selected, setSelected] = useState<Range | null>(null)
  const keep = (event: { preventDefault: () => void }) => event.preventDefault()
  function link(to: string) {
    const selection = getSelection()
    selection?.removeAllRanges()
    if (selected) selection?.addRange(selected)
    setSelected(null)
    if (to) onFormat('createLink', to)
  }
  return (
    <Group gap={4} mb={4} role="toolbar" aria-label="Format">
      {tools.map(([name, Icon, command, argument]) => (
        <ActionIcon
          key={name}
          variant="default"
          aria-label={name}
          onMouseDown={keep}
          onClick={() => onFormat(command, argument)}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon
        variant="default"
        aria-label="Link"
        onMouseDown={keep}
        onClick={() => setSelected(currentRange())}
      >
        <IconLink size={15} aria-hidden />
      </ActionIcon>
      {selected && <LinkAddress onDone={link} />}
    </Group>
  )
}

function currentRange(): Range | null {
  const selection = getSelection()
  return selection && selection.rangeCount > 0 ? selection.getRangeAt(0).cloneRange() : null
}

function LinkAddress({ onDone }: { onDone: (to: string) => void }) {
  const [to, setTo] = useState('')
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Where the link leads"
        placeholder="https://… or /app/help"
        autoFocus
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone('')
          if (event.key !== 'Enter') return
          event.preventDefault()
          onDone(to.trim())
        }}
      />
      <Button size="compact-sm" variant="default" onClick={() => onDone(to.trim())}>
        Ok
      </Button>
    </>
  )
}

function elementOf(node: RichNode): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const element = document.createElement(node.tag)
  if (node.href) element.setAttribute('href', node.href)
  element.append(...node.children.map(elementOf))
  return element
}

/** What was typed as it is sent: tags and where links lead, and no other attribute. */
function markupOf(node: Node): string {
  if (node instanceof Text) return escaped(node.data)
  if (!(node instanceof HTMLElement)) return ''
  const tag = node.tagName.toLowerCase()
  if (tag === 'br' || tag === 'hr') return `<${tag}>`
  const href = node.getAttribute('href')
  const inside = [...node.childNodes].map(markupOf).join('')
  return `<${tag}${href ? ` href="${escaped(href)}"` : ''}>${inside}</${tag}>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
