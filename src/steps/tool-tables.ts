import type { ToolKind } from './step.ts'

/** Each agent's own tool names, in lower case, and what they do. Data only; one table a family. */

type Table = Readonly<Record<string, ToolKind>>

const claude: Table = {
  read: 'read',
  notebookread: 'read',
  ls: 'read',
  bashoutput: 'read',
  taskoutput: 'read',
  glob: 'search',
  grep: 'search',
  toolsearch: 'search',
  edit: 'edit',
  multiedit: 'edit',
  notebookedit: 'edit',
  write: 'write',
  bash: 'shell',
  webfetch: 'web',
  websearch: 'web',
  todowrite: 'todo',
  todoread: 'todo',
  taskcreate: 'todo',
  taskupdate: 'todo',
  taskget: 'todo',
  tasklist: 'todo',
  enterplanmode: 'plan',
  exitplanmode: 'plan',
  askuserquestion: 'ask',
  task: 'other',
  agent: 'other',
  skill: 'other',
  killshell: 'other',
}

const codex: Table = {
  shell: 'shell',
  shell_command: 'shell',
  local_shell: 'shell',
  local_shell_call: 'shell',
  exec_command: 'shell',
  unified_exec: 'shell',
  write_stdin: 'shell',
  command_execution: 'shell',
  apply_patch: 'edit',
  file_change: 'edit',
  update_plan: 'todo',
  todo_list: 'todo',
  read_file: 'read',
  list_dir: 'read',
  view_image: 'read',
  grep_files: 'search',
  web_search: 'web',
  request_user_input: 'ask',
  mcp_tool_call: 'other',
}

const gemini: Table = {
  read_file: 'read',
  read_many_files: 'read',
  list_directory: 'read',
  glob: 'search',
  grep_search: 'search',
  search_file_content: 'search',
  replace: 'edit',
  write_file: 'write',
  run_shell_command: 'shell',
  web_fetch: 'web',
  google_web_search: 'web',
  write_todos: 'todo',
  enter_plan_mode: 'plan',
  exit_plan_mode: 'plan',
  ask_user: 'ask',
  save_memory: 'other',
  activate_skill: 'other',
}

const qwen: Table = {
  read_file: 'read',
  list_directory: 'read',
  glob: 'search',
  grep_search: 'search',
  tool_search: 'search',
  edit: 'edit',
  write_file: 'write',
  run_shell_command: 'shell',
  web_fetch: 'web',
  todo_write: 'todo',
  exit_plan_mode: 'plan',
  ask_user_question: 'ask',
  agent: 'other',
  skill: 'other',
}

const opencode: Table = {
  read: 'read',
  list: 'read',
  glob: 'search',
  grep: 'search',
  codesearch: 'search',
  edit: 'edit',
  multiedit: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  write: 'write',
  bash: 'shell',
  webfetch: 'web',
  websearch: 'web',
  todowrite: 'todo',
  todoread: 'todo',
  plan_enter: 'plan',
  plan_exit: 'plan',
  question: 'ask',
  task: 'other',
  skill: 'other',
}

const copilot: Table = {
  view: 'read',
  show_file: 'read',
  read_bash: 'read',
  list_bash: 'read',
  glob: 'search',
  grep: 'search',
  rg: 'search',
  edit: 'edit',
  insert: 'edit',
  str_replace: 'edit',
  apply_patch: 'edit',
  create: 'write',
  bash: 'shell',
  write_bash: 'shell',
  powershell: 'shell',
  web_fetch: 'web',
  web_search: 'web',
  update_todo: 'todo',
  exit_plan_mode: 'plan',
  ask_user: 'ask',
  stop_bash: 'other',
  report_intent: 'other',
}

const pi: Table = {
  read: 'read',
  ls: 'read',
  find: 'search',
  grep: 'search',
  edit: 'edit',
  write: 'write',
  bash: 'shell',
}

/** The protocol's own kinds, for an agent that names its tools in prose only; and its plan updates. */
const acp: Table = {
  read: 'read',
  search: 'search',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  execute: 'shell',
  fetch: 'web',
  plan: 'todo',
  switch_mode: 'plan',
  think: 'other',
  other: 'other',
}

const openhands: Table = {
  execute_bash: 'shell',
  terminal: 'shell',
  execute_ipython_cell: 'shell',
  edit_file: 'edit',
  browser: 'web',
  fetch: 'web',
  task_tracker: 'todo',
  think: 'other',
  finish: 'other',
  message: 'other',
}

export const TOOL_TABLES = { claude, codex, gemini, qwen, opencode, copilot, pi, acp, openhands }

/** One tool, several deeds: its argument `command` says which. Looking is not editing. */
export const EDITORS: ReadonlySet<string> = new Set([
  'str_replace_editor',
  'str_replace_based_edit_tool',
  'file_editor',
])
export const EDITOR_COMMANDS: ReadonlyMap<string, ToolKind> = new Map([
  ['view', 'read'],
  ['create', 'write'],
  ['str_replace', 'edit'],
  ['insert', 'edit'],
  ['undo_edit', 'edit'],
])
