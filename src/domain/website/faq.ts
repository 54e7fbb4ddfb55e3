import { entity, type Row } from '#domain/kit/entity.ts'
import { flag, integer, name, richText, text } from '#domain/kit/field.ts'
import { verbs } from '#domain/kit/verbs.ts'

/** What the people of an organisation ask again and again; the answers are read in Help. */
export const faq = entity({
  name: 'faq',
  plural: 'faqs',
  label: 'FAQ',
  title: 'question',
  access: { read: 'user', write: 'admin', remove: 'admin' },
  fields: {
    question: name(300),
    topic: text(60).hint('Questions of one topic stand together.'),
    importance: integer().initially(0).hint('Higher ones come first.'),
    is_published: flag().label('Published').initially(true),
    answer: richText().formatted(),
  },
  list: ['question', 'topic', 'importance', 'is_published', 'modified_at'],
  form: { Question: ['question', 'topic', 'importance', 'is_published'], Answer: ['answer'] },
  search: ['question', 'answer', 'topic'],
  order: '-importance,question',
})
export type Faq = Row<typeof faq>

export const faqCalls = verbs(faq)
