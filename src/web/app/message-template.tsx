import { TemplateScreen } from '#web/messaging/template/template-edit.tsx'
import { WaitingWords } from '#web/payees/waiting-words.tsx'

/** The words of a mail, with those that wait for a second person above them. */
export function Screen() {
  return <TemplateScreen waiting={(id) => <WaitingWords kind="messagetemplate" id={id} />} />
}
