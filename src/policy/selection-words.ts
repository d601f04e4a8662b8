/**
 * The words that choose a workflow and a strategy, with their inflections and usual compounds. Data only.
 * They are matched whole, in lower case, with hyphens read as spaces.
 */

const list = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Topic → what names it. */
export const thoroughWords: Record<string, string[]> = {
  security: list(`security, cybersecurity, secure, secures, secured, securing, securely, insecure, insecurely,
    vulnerability, vulnerabilities, vulnerable, exploitable, cve, xss, csrf, ssrf,
    sql injection, command injection, code injection, path traversal, access control`),
  authentication:
    list(`auth, authn, authz, oauth, oauth2, oidc, openid, saml, sso, jwt, jwts, mfa, 2fa, totp, webauthn,
    authenticate, authenticates, authenticated, authenticating, authentication, authenticator, authenticators,
    unauthenticated, reauthenticate, reauthentication, authorize, authorizes, authorized, authorizing, authorization,
    authorise, authorises, authorised, authorising, authorisation, unauthorized, unauthorised,
    login, logins, logon, signin, sign in, sign ins, signing in, users log in, users to log in, user logs in,
    user to log in, log in with, logged in user, logged in users, logged in as,
    password, passwords, passkey, passkeys, passphrase, passphrases, credential, credentials, access token, access tokens`),
  cryptography:
    list(`crypto, cryptography, cryptographic, cryptographically, encrypt, encrypts, encrypted, encrypting,
    encryption, unencrypted, reencrypt, decrypt, decrypts, decrypted, decrypting, decryption, cipher, ciphers,
    ciphertext, hmac, tls, ssl, bcrypt, scrypt, argon2, pbkdf2, private key, private keys, signing key, signing keys,
    public key, public keys, x509, certificate, certificates`),
  payments:
    list(`payment, payments, repayment, repayments, prepayment, prepayments, micropayment, micropayments,
    payout, payouts, billing, refund, refunds, refunded, refunding, credit card, credit cards, paypal, pay pal`),
  migrations: list(
    `migration, migrations, migrate, migrates, migrated, migrating, schema change, schema changes`,
  ),
  'breaking changes': list(`breaking change, breaking changes, breaking api change, breaking api changes,
    incompatible change, incompatible changes, backward incompatible, backwards incompatible,
    break compatibility, breaks compatibility, breaking compatibility, break backward compatibility,
    break backwards compatibility, breaks backward compatibility, breaks backwards compatibility,
    breaking backward compatibility, breaking backwards compatibility, break the api, breaks the api, breaking the api`),
  'a public API':
    list(`public api, public apis, public rest api, public rest apis, public http api, public http apis,
    public web api, public web apis, public json api, public graphql api, public facing api, public facing apis,
    publicly exposed api, published api, published apis, exported api, api surface, public interface, public interfaces,
    public endpoint, public endpoints`),
}

export const fixWords: string[] =
  list(`fix, fixes, fixed, fixing, bug, bugs, buggy, bugfix, bugfixes, bugfixed, bugfixing,
  hotfix, hotfixes, hotfixed, hotfixing, quickfix, quickfixes, patch, patches, patched, patching`)

export const designWords: string[] = list(`refactor, refactors, refactored, refactoring, refactorings,
  redesign, redesigns, redesigned, redesigning, review, reviews, reviewed, reviewing`)

/** Contain one of the words above and mean something else. */
export const otherMeanings: string[] = list(`non breaking, line breaking, word breaking,
  fixed width, fixed size, fixed length, fixed point, fixed position, fixed rate, patch version, patch level, patch package`)

/** The HTTP method, which is written in capitals beside what it is a method of. */
export const HTTP_PATCH =
  /PATCH\b(?<=\bHTTP\s+PATCH)|\bPATCH(?=\s+(?:`?\/|endpoints?\b|requests?\b|routes?\b|methods?\b|handlers?\b|calls?\b|verb\b))/g

/** Endings by which a word in a task is known to be a file. */
export const fileEndings: string[] =
  list(`ts, tsx, mts, cts, js, jsx, mjs, cjs, json, jsonc, yaml, yml, toml, ini, cfg, conf, env,
  lock, md, mdx, rst, txt, csv, html, htm, css, scss, sass, less, svg, vue, svelte, astro, py, pyi, ipynb, rb, erb, go,
  mod, rs, java, kt, kts, scala, groovy, gradle, c, h, cc, cpp, cxx, hpp, cs, swift, mm, php, pl, lua, jl,
  ex, exs, erl, hs, ml, clj, dart, zig, nim, sql, prisma, graphql, proto, sh, bash, zsh, fish, ps1, bat, tf, xml, tex`)

/** Look like a file and are a product. */
export const notFiles: string[] =
  list(`node.js, next.js, vue.js, nuxt.js, react.js, express.js, three.js, d3.js, ember.js,
  backbone.js, chart.js, discord.js, alpine.js, solid.js`)

/** Files without an ending, or that are nothing but one. */
export const fileNames: string[] =
  list(`makefile, dockerfile, gemfile, rakefile, procfile, justfile, jenkinsfile, .gitignore,
  .gitattributes, .dockerignore, .npmrc, .nvmrc, .editorconfig, .env`)

/** First parts of a path, by which `src/fix` is told from "fix/improve". */
export const folders: string[] = list(
  `src, lib, test, tests, docs, app, apps, packages, scripts, bin, cmd, internal, pkg, dist, node_modules`,
)

/** Beside the fix words, by which a task says that something does not work as it should. */
export const defectWords: string[] =
  list(`repair, repairs, repaired, repairing, broken, breaks when, breaks if, crash, crashes, crashed,
  crashing, hang, hangs, regression, regressions, regressed, wrong, wrongly, incorrect, incorrectly, misbehaves, misbehaving, failing, fails,
  failed, faulty, defect, defects, defective, doesn t, does not work, do not work, don t work, not working, no longer, stopped working,
  isn t, aren t, shouldn t, should not, unexpected, unexpectedly, instead of, off by one, race condition, deadlock,
  memory leak, leaks, segfault, throws when, throws on, raises when, raises on, raised when, raised by,
  null pointer, undefined is not, ignores the, ignored by, is ignored, are ignored, is lost, are lost, loses`)

/** Names of what goes wrong. "Raise a ValueError for …" asks for one. */
export const errorWords: string[] =
  list(`traceback, stack trace, type error, value error, key error, attribute error, index error, name error,
  reference error, range error, assertion error, syntax error, runtime error, server error, integrity error, operational error`)

/** What a fix may be about that no test can show. */
export const untestedThings: string[] =
  list(`typo, typos, spelling, misspelling, misspellings, grammar, wording, whitespace, indentation,
  lint, linting, linter, formatting, format, style, styles, styling, css, comment, comments, docstring, docstrings, docs, doc, documentation,
  readme, changelog, links, link, ci, workflow, workflows, github action, github actions, type, types, typing, typings, type hints, type hint,
  type annotation, type annotations, warning, warnings, badge, license, copyright, gitignore, dependency, dependencies`)

/** How a task begins that asks for work, where it does not say what happens today. Many are nouns as well: "filter drops rows". */
export const workVerbs: string[] =
  list(`accept, add, adjust, adopt, align, allow, apply, arrange, attach, automate, avoid, back, base, batch, be, benchmark, build, bump, bundle,
  cache, calculate, call, can, cap, change, check, choose, clarify, clean, clear, close, collect, color, colour, combine, compare, compress, compute,
  configure, connect, consider, consolidate, convert, copy, count, cover, create, cut, debounce, declare, decouple, deduplicate, default, define, delete, deliver,
  deprecate, describe, design, detect, disable, discuss, display, document, do, download, draft, draw, drop, emit, enable, encode, enforce, ensure, evaluate, exclude, expand,
  explain, explore, export, expose, extend, extract, fetch, filter, find, finish, flatten, format, forward, generate, get, give, group, guard, handle, have, hide,
  highlight, hook, ignore, implement, import, improve, include, increase, infer, inline, install, instrument, integrate, introduce, invert, investigate, invite,
  join, keep, let, limit, link, list, load, localise, localize, lock, log, look, lower, make, map, mark, measure, memoize, memoise, merge, migrate, mock, modernise, modernize, modify, move,
  name, normalise, normalize, notify, offer, omit, open, optimise, optimize, order, organise, organize, overhaul, paginate, parse, pass, persist, pick, pin, plan, please, port, prefer,
  prepare, prevent, print, propagate, protect, prototype, provide, publish, pull, purge, push, put, queue, raise, read, rebuild, record, redirect, reduce, reformat, reject,
  release, reload, remember, remove, rename, render, reorganise, reorganize, reorder, replace, report, require, research, reset, resolve, respect, restore, restrict, restructure, retry, return, reuse, revert, rewrite, rework, roll,
  rotate, round, route, run, save, schedule, search, send, separate, serialise, serialize, serve, set, ship, show, shorten, simplify, skip, sort, specify, speed, split, standardise, standardize, start, stop, store,
  stream, streamline, strip, style, suggest, summarise, summarize, support, swap, switch, sync, teach, test, throttle, throw, tidy, tighten, toggle, track, translate, treat, trim, try, tune, turn, type,
  unify, update, upgrade, upload, use, validate, verify, vendor, wait, warn, watch, wire, wrap, write,
  we, i, you, users can, as a, it must be, it should be possible, could, need, needed, feature`)

/** Of these, the ones that are nouns as well. */
export const nounVerbs: string[] =
  list(`back, base, batch, benchmark, build, cache, call, change, check, copy, count, cover, cut, default, design, display, document, download, draft, drop, export, extract,
  feature, filter, format, group, guard, handle, hook, import, limit, link, list, load, lock, log, look, map, mark, measure, mock, name, need, offer, order, pin, plan, port, print, pull, purge, push,
  queue, read, record, redirect, release, report, research, reset, return, round, route, run, save, schedule, search, set, show, sort, split, start, stop, store, stream, style, support, switch, sync,
  test, throttle, track, treat, trim, try, turn, type, update, upgrade, upload, use, wait, watch, wire, wrap`)

/** What code does today, where a task says so instead of asking for work: "total() rounds up". */
export const statementVerbs: string[] =
  list(`accepts, adds, allows, appends, applies, appears, asks, assumes, becomes, blocks, breaks, bypasses, calculates, calls, causes, changes, clears, closes, collapses, compares, computes, connects, contains, converts,
  copies, corrupts, counts, creates, cuts, deletes, depends, disappears, discards, displays, doubles, drops, duplicates, eats, emits, empties, ends, escapes, evaluates, exceeds, exits, expires, exports, exposes, fires, flickers, forgets, freezes, generates, gets,
  gives, goes, grows, happens, has, hides, ignores, includes, inserts, is, are, was, were, jumps, keeps, kills, lacks, lags, leaves, lets, lists, loads, locks, logs, mangles, matches, merges, misses, mixes, moves, mutates, needs, never, omits, opens, outputs, overlaps, overwrites,
  parses, passes, prints, produces, puts, raises, reaches, reads, receives, refuses, rejects, reloads, removes, renders, repeats, replaces, reports, resets, resolves, results, retries, returns, reuses, rounds, runs, saves, says, scrolls, sends, serialises, serializes, sets, shifts, shows, shuffles, skips,
  sorts, splits, spins, starts, stays, steals, stops, stores, stretches, strips, sums, swallows, swaps, takes, throws, times out, touches, treats, trims, triggers, truncates, turns, uses, vanishes, waits, wipes, works, wraps, writes, yields,
  do, does, did, can be, gave, got, grew, lost, returned, showed, went`)

/** Beside the defect words: things that nobody asks for, where a task does not begin with a work verb. */
export const observations: string[] =
  list(`error, errors, exception, exceptions, warning, invalid, inconsistent, inconsistently, inconsistency, unstable, flaky, missing, duplicate, duplicates, duplicated, stale, blank, lost,
  loss of, cannot, can t, unable, impossible to, won t, wouldn t, mismatch, leak, overflow, underflow, corrupt, corrupted, corruption, garbled, misaligned, misplaced, unreadable, unresponsive, slow, slowly, late,
  twice, timeout, time out, out of memory, memory usage, denied, rejected, forever, endless, infinite loop, problem, problems, issue, issues, trouble, panic, panics, failure, failures, vulnerability, vulnerable, nan, undefined`)

/** What stands somewhere in a report of a defect, however it begins. */
export const reportWords: string[] =
  list(`traceback most recent call last, steps to reproduce, how to reproduce, to reproduce, reproduces, reproducible, reproduction, actual behavior, actual behaviour, actual result, actual results,
  current behavior, current behaviour, expected behavior, expected behaviour, expected result, expected results, expected output, actual output, what i expected, but got, but gets, but it, bug report`)
