// Prompt templates that the application brings along; a copy can be edited and saved.

export interface StarterTemplate {
  readonly name: string
  readonly text: string
}

export const starterTemplates: readonly StarterTemplate[] = [
  {
    name: 'Summarize text',
    text: `Summarize the text below for {{audience=someone who hasn’t read it}} as {{format:choice:five bullet points|one paragraph|a one-sentence headline and three bullet points}}. Use only facts from the text, and keep names, dates, and numbers exact.

<text>
{{text:text}}
</text>`,
  },
  {
    name: 'Extract to JSON',
    text: `Extract the following from the text below: {{fields=name, date, amount}}.

Return only JSON: an array with one object per {{record=entry}}, with exactly these keys. Use null for a value that isn’t in the text. Don’t guess. Write dates as YYYY-MM-DD and numbers without units.

<text>
{{text:text}}
</text>`,
  },
  {
    name: 'Classify with labels',
    text: `Assign exactly one of these labels to the input: {{labels=bug, feature request, question, other}}.

Return only JSON in this form: {"label": "…", "confidence": 0.0, "reason": "…"}. The confidence is from 0 to 1, and the reason is one short sentence that quotes the words that decide it.

<input>
{{input:text}}
</input>`,
  },
  {
    name: 'Review code',
    text: `Review this {{language=TypeScript}} code. Focus on {{focus:choice:correctness|security|performance|readability|tests}}.

List the problems with the most serious first. For each one, give the line, what goes wrong with a concrete input, and the smallest fix as code. If you find no problem, say so. Don’t comment on formatting.

<code>
{{code:text}}
</code>`,
  },
  {
    name: 'Explain code',
    text: `Explain this {{language=TypeScript}} code to {{audience=a developer who is new to the project}}: first its purpose in two sentences, then how it works step by step, and finally its edge cases and side effects.

<code>
{{code:text}}
</code>`,
  },
  {
    name: 'Write unit tests',
    text: `Write unit tests for this {{language=TypeScript}} code with {{framework=Vitest}}. Cover the normal case, limits, empty and invalid input, and errors. Name each test after the behavior it checks. Return one code block without explanations.

<code>
{{code:text}}
</code>`,
  },
  {
    name: 'Rewrite text',
    text: `Rewrite the text below in a {{tone:choice:clear and neutral|friendly|formal|persuasive}} tone, {{length:choice:about as long as it is|half as long|as short as possible}}. Keep its meaning, its facts, and its language. Return only the new text.

<text>
{{text:text}}
</text>`,
  },
  {
    name: 'Translate text',
    text: `Translate the text below into {{language}}. Keep the formatting, code, placeholders, and names. Use {{register:choice:neutral|formal|informal}} language. Return only the translation.

<text>
{{text:text}}
</text>`,
  },
  {
    name: 'Answer from a document',
    text: `Answer the question with the document below only. Quote the sentence that supports each claim. If the document doesn’t contain the answer, reply “Not in the document”.

Question: {{question}}

<document>
{{document:text}}
</document>`,
  },
  {
    name: 'Generate test data',
    text: `Generate {{count:number=10}} realistic but fictional examples of {{subject}} as {{format:choice:JSON|JSONL|CSV}}, with these fields: {{fields}}. Include {{edges:number=2}} unusual but valid examples, such as very long or empty values and non-Latin letters. Return only the data.`,
  },
  {
    name: 'Improve a prompt',
    text: `Improve the prompt below for a language model. Its goal: {{goal}}.

First list what is ambiguous or missing. Then write the improved prompt in one code block, with clear instructions, the expected output format, and one example.

<prompt>
{{prompt:text}}
</prompt>`,
  },
]
