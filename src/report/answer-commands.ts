interface AnswerCommand {
  /** The answer in one word. */
  word: string
  why: string
  command: string
}

interface AnswerCommands {
  each: AnswerCommand[]
  /** Where there is room for one line only. */
  line: string
}

/** How a question is answered from a command line: with a yes or a no, in words, or with one of its own choices. */
export function answerCommands(runId: string, choices: string[]): AnswerCommands {
  if (choices.includes('answer')) return only('answer', 'answer it', `wiggum answer ${runId} "<text>"`)
  if (choices.includes('yes')) return yesOrNo(runId)
  const each = choices.map((word) => ({
    word,
    why: `say "${word}"`,
    command: `wiggum answer ${runId} ${word}`,
  }))
  // Quoted, so that a shell which is given it as it stands does nothing but pass it on.
  return { each, line: `wiggum answer ${runId} "<${choices.join(' | ')}>"` }
}

function only(word: string, why: string, command: string): AnswerCommands {
  return { each: [{ word, why, command }], line: command }
}

function yesOrNo(runId: string): AnswerCommands {
  const yes = { word: 'yes', why: 'say yes', command: `wiggum approve ${runId}` }
  const no = { word: 'no', why: 'say no', command: `wiggum reject ${runId}` }
  return { each: [yes, no], line: yes.command }
}
