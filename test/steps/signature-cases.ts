/** One error each, as two or more outputs that differ only in what does not matter. Across errors nothing is the same. */

export interface ErrorCase {
  error: string
  outputs: string[]
}

const one = (error: string, ...outputs: string[]): ErrorCase => ({ error, outputs })

const javascript = [
  one(
    'js: reading a property of undefined',
    `/home/a/app/src/cart.js:14
    return cart.items.length
                      ^

TypeError: Cannot read properties of undefined (reading 'length')
    at total (/home/a/app/src/cart.js:14:23)
    at Object.<anonymous> (/home/a/app/src/main.js:3:9)

Node.js v20.19.0`,
    `/tmp/wk-8812/src/cart.js:41
    return cart.items.length
                      ^

TypeError: Cannot read properties of undefined (reading 'length')
    at total (/tmp/wk-8812/src/cart.js:41:23)
    at async run (/tmp/wk-8812/src/other.js:30:2)

Node.js v22.1.0`,
  ),
  one(
    'js: reading another property of undefined',
    `TypeError: Cannot read properties of undefined (reading 'price')
    at total (/home/a/app/src/cart.js:14:23)`,
    `\u001b[31mTypeError\u001b[0m: Cannot read properties of undefined (reading 'price')
    at sum (file:///srv/app/cart.mjs:2:1)`,
  ),
  one(
    'js: module not found',
    `node:internal/modules/esm/resolve:283
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/a/app/src/prices.js' imported from /home/a/app/src/main.js
    at finalizeResolution (node:internal/modules/esm/resolve:283:11) {
  code: 'ERR_MODULE_NOT_FOUND'
}`,
    `node:internal/modules/esm/resolve:265
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/tmp/run-77/src/prices.js' imported from /tmp/run-77/src/main.js
    at finalizeResolution (node:internal/modules/esm/resolve:265:11)`,
  ),
  one(
    'js: another module not found',
    `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/home/a/app/src/taxes.js' imported from /home/a/app/src/main.js
    at finalizeResolution (node:internal/modules/esm/resolve:283:11)`,
    `Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/x/src/taxes.js' imported from /x/src/main.js
    at other (node:internal/modules/esm/resolve:1:1)`,
  ),
  one(
    'js: not a function',
    `ReferenceError: fetchAll is not defined
    at main (/a/b.js:3:3)`,
    `ReferenceError: fetchAll is not defined
    at other (/c/d.js:133:31)`,
  ),
  one(
    'js: connection refused',
    `Error: connect ECONNREFUSED 127.0.0.1:5432
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1595:16)`,
    `Error: connect ECONNREFUSED 10.0.0.7:6543
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1607:16)`,
  ),
]

const typescript = [
  one(
    'ts: unknown name',
    `src/cart.ts(12,5): error TS2304: Cannot find name 'priceOf'.`,
    `src/cart.ts:88:17 - error TS2304: Cannot find name 'priceOf'.

88   const p = priceOf(item)
               ~~~~~~~

Found 1 error in src/cart.ts:88`,
  ),
  one(
    'ts: another unknown name',
    `src/cart.ts(12,5): error TS2304: Cannot find name 'taxOf'.`,
    `lib/deep/tax.ts(3,1): error TS2304: Cannot find name 'taxOf'.`,
  ),
  one(
    'ts: not assignable',
    `src/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.`,
    `src/cart.ts:1:5 - error TS2322: Type 'string' is not assignable to type 'number'.`,
  ),
  one(
    'eslint: unused',
    `/home/a/app/src/cart.js
  12:7  error  'total' is assigned a value but never used  no-unused-vars

✖ 1 problem (1 error, 0 warnings)`,
    `/srv/x/src/cart.js
  3:17  error  'total' is assigned a value but never used  no-unused-vars

✖ 1 problem (1 error, 0 warnings)`,
  ),
  one(
    'esbuild: cannot resolve',
    `✘ [ERROR] Could not resolve "left-padder"

    src/main.ts:1:20:`,
    `✘ [ERROR] Could not resolve "left-padder"

    src/deep/main.ts:100:9:`,
  ),
]

const python = [
  one(
    'py: key error',
    `Traceback (most recent call last):
  File "/home/a/app/main.py", line 12, in <module>
    main()
  File "/home/a/app/main.py", line 8, in main
    print(prices['apple'])
KeyError: 'apple'`,
    `Traceback (most recent call last):
  File "/tmp/t9/main.py", line 99, in <module>
    run(prices)
    ^^^^^^^^^^^
  File "/tmp/t9/lib/x.py", line 2, in run
KeyError: 'apple'`,
  ),
  one(
    'py: another key',
    `Traceback (most recent call last):
  File "main.py", line 12, in <module>
    main()
KeyError: 'pear'`,
    `Traceback (most recent call last):
  File "other.py", line 1, in <module>
    main()
KeyError: 'pear'`,
  ),
  one(
    'py: no attribute',
    `Traceback (most recent call last):
  File "main.py", line 12, in <module>
    x.run()
AttributeError: 'Order' object has no attribute 'run'`,
    `During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "main.py", line 44, in <module>
    x.run()
AttributeError: 'Order' object has no attribute 'run'`,
  ),
  one(
    'py: no module',
    `Traceback (most recent call last):
  File "main.py", line 1, in <module>
    import requests_mock
ModuleNotFoundError: No module named 'requests_mock'`,
    `Traceback (most recent call last):
  File "/deep/conftest.py", line 10, in <module>
    import requests_mock
ModuleNotFoundError: No module named 'requests_mock'`,
  ),
  one(
    'py: syntax',
    `  File "main.py", line 3
    def total(
             ^
SyntaxError: '(' was never closed`,
    `  File "/x/y/main.py", line 300
    def other(
             ^
SyntaxError: '(' was never closed`,
  ),
  one(
    'py: object at an address',
    `Traceback (most recent call last):
  File "main.py", line 3, in <module>
    send(order)
TypeError: cannot pickle <shop.Order object at 0x7f1b2c3d4e50>`,
    `Traceback (most recent call last):
  File "main.py", line 5, in <module>
    send(order)
TypeError: cannot pickle <shop.Order object at 0x10a0b0c0>`,
  ),
  one(
    'mypy: incompatible',
    `app/cart.py:12: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]
Found 1 error in 1 file (checked 3 source files)`,
    `app/tax.py:4: error: Incompatible types in assignment (expression has type "str", variable has type "int")  [assignment]
Found 1 error in 1 file (checked 12 source files)`,
  ),
  one(
    'ruff: unused import',
    'app/cart.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.',
    'app/deep/cart.py:3:8: F401 [*] `os` imported but unused\nFound 1 error.',
  ),
]

const go = [
  one(
    'go: undefined',
    `# example.org/shop
./cart.go:10:2: undefined: priceOf`,
    `# example.org/shop/cart
cart/cart.go:44:12: undefined: priceOf`,
  ),
  one(
    'go: unused',
    `./cart.go:10:2: declared and not used: total`,
    `./b.go:1:9: declared and not used: total`,
  ),
  one(
    'go: index out of range',
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
	/home/a/shop/main.go:9 +0x1d
exit status 2`,
    `panic: runtime error: index out of range [9] with length 2

goroutine 18 [running]:
main.other()
	/x/main.go:99 +0xff`,
  ),
  one(
    'go: nil pointer',
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x48f2a1]`,
    `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x11]`,
  ),
  one(
    'go: missing module',
    `main.go:4:2: no required module provides package github.com/acme/pad; to add it:
	go get github.com/acme/pad`,
    `cmd/x.go:9:2: no required module provides package github.com/acme/pad; to add it:
	go get github.com/acme/pad`,
  ),
]

const rust = [
  one(
    'rust: mismatched types',
    `error[E0308]: mismatched types
 --> src/main.rs:4:18
  |
4 |     let x: i32 = "a";
  |            ---   ^^^ expected \`i32\`, found \`&str\`
  |            |
  |            expected due to this

error: could not compile \`shop\` (bin "shop") due to 1 previous error`,
    `error[E0308]: mismatched types
  --> src/cart.rs:40:18
   |
40 |     let total: i32 = name;
   |                      ^^^^ expected \`i32\`, found \`&str\`

error: could not compile \`shop\` (bin "shop") due to 1 previous error; 2 warnings emitted`,
  ),
  one(
    'rust: other mismatched types',
    `error[E0308]: mismatched types
 --> src/main.rs:4:18
  |
4 |     let x: u8 = Some(1);
  |                 ^^^^^^^ expected \`u8\`, found \`Option<{integer}>\``,
    `error[E0308]: mismatched types
  --> src/x.rs:41:18
   |
41 |     f(Some(1));
   |       ^^^^^^^ expected \`u8\`, found \`Option<{integer}>\``,
  ),
  one(
    'rust: unresolved import',
    `error[E0432]: unresolved import \`crate::prices\`
 --> src/main.rs:1:5`,
    `error[E0432]: unresolved import \`crate::prices\`
 --> src/lib.rs:10:5`,
  ),
  one(
    'rust: unwrap on None',
    `thread 'main' panicked at src/main.rs:4:5:
called \`Option::unwrap()\` on a \`None\` value
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    `thread 'main' (4411) panicked at src/cart.rs:99:15:
called \`Option::unwrap()\` on a \`None\` value`,
  ),
  one(
    'rust: index out of bounds',
    `thread 'main' panicked at src/main.rs:4:5:
index out of bounds: the len is 3 but the index is 7`,
    `thread 'main' panicked at src/main.rs:5:5:
index out of bounds: the len is 1 but the index is 1`,
  ),
]

const jvm = [
  one(
    'java: null pointer',
    `Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null
	at shop.Cart.total(Cart.java:12)
	at shop.Main.main(Main.java:5)`,
    `Exception in thread "worker-3" java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null
	at shop.Cart.total(Cart.java:44)`,
  ),
  one(
    'java: root cause',
    `Exception in thread "main" java.lang.RuntimeException: wrapped
	at shop.Main.main(Main.java:5)
Caused by: java.sql.SQLException: no such table: orders
	at shop.Db.query(Db.java:88)
	... 3 more`,
    `org.acme.StartException: could not start
	at shop.Main.main(Main.java:9)
Caused by: java.sql.SQLException: no such table: orders
	at shop.Db.query(Db.java:90)
	... 12 more`,
  ),
  one(
    'javac: unknown symbol',
    `Cart.java:12: error: cannot find symbol
    int x = priceOf(item);
            ^
  symbol:   method priceOf(Item)
  location: class Cart
1 error`,
    `src/main/java/shop/Cart.java:33: error: cannot find symbol
    return priceOf(item);
           ^
  symbol:   method priceOf(Item)
  location: class Cart
1 error`,
  ),
  one(
    'javac: another unknown symbol',
    `Cart.java:12: error: cannot find symbol
    int x = tax;
            ^
  symbol:   variable tax`,
    `Order.java:1: error: cannot find symbol
  symbol:   variable tax`,
  ),
  one(
    'maven: compilation',
    `[INFO] BUILD FAILURE
[ERROR] /home/a/shop/src/main/java/shop/Cart.java:[12,9] incompatible types: String cannot be converted to int`,
    `[ERROR] /tmp/w/src/main/java/shop/Cart.java:[90,1] incompatible types: String cannot be converted to int`,
  ),
  one(
    'kotlin: unresolved',
    `e: file:///home/a/shop/src/Main.kt:3:5 Unresolved reference: priceOf`,
    `e: file:///x/src/Main.kt:31:15 Unresolved reference: priceOf`,
  ),
]

const native = [
  one(
    'gcc: undeclared',
    `cart.c: In function 'total':
cart.c:12:5: error: 'price' undeclared (first use in this function)
   12 |     price = 3;
      |     ^~~~~`,
    `src/cart.c: In function 'total':
src/cart.c:40:9: error: 'price' undeclared (first use in this function)`,
  ),
  one(
    'gcc: missing header',
    `cart.c:1:10: fatal error: prices.h: No such file or directory
    1 | #include "prices.h"
compilation terminated.`,
    `src/other.c:4:10: fatal error: prices.h: No such file or directory
compilation terminated.`,
  ),
  one(
    'linker: undefined',
    `/usr/bin/ld: /tmp/ccX1a2b3.o: in function \`main':
cart.c:(.text+0x13): undefined reference to \`total'
collect2: error: ld returned 1 exit status`,
    `/usr/bin/ld: /tmp/cc99zzQ.o: in function \`main':
cart.c:(.text+0xff): undefined reference to \`total'
collect2: error: ld returned 1 exit status`,
  ),
  one(
    'msvc: undeclared',
    `C:\\work\\shop\\cart.cpp(12): error C2065: 'price': undeclared identifier [C:\\work\\shop\\shop.vcxproj]`,
    `D:\\other\\cart.cpp(99,3): error C2065: 'price': undeclared identifier`,
  ),
  one(
    'csharp: unknown name',
    `Cart.cs(12,5): error CS0103: The name 'price' does not exist in the current context [/a/shop.csproj]`,
    `Cart.cs(40,9): error CS0103: The name 'price' does not exist in the current context [/b/c/shop.csproj]`,
  ),
  one(
    'asan: use after free',
    `==4411==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc 0x4c3f1d`,
    `==9==ERROR: AddressSanitizer: heap-use-after-free on address 0x6020ffffff10 at pc 0x1`,
  ),
  one(
    'segmentation fault',
    'Segmentation fault (core dumped)',
    'run.sh: line 3:  4411 Segmentation fault      ./cart',
  ),
]

const others = [
  one(
    'ruby: no method',
    `cart.rb:12:in 'Cart#total': undefined method 'price' for nil (NoMethodError)
	from main.rb:3:in '<main>'`,
    `/x/cart.rb:90:in 'Cart#total': undefined method 'price' for nil (NoMethodError)`,
  ),
  one(
    'php: fatal',
    `PHP Fatal error:  Uncaught TypeError: total(): Argument #1 ($cart) must be of type array, null given in /a/cart.php:12
Stack trace:`,
    `PHP Fatal error:  Uncaught TypeError: total(): Argument #1 ($cart) must be of type array, null given in /b/c/cart.php:99`,
  ),
  one(
    'shell: not found',
    'bash: line 1: pnpm: command not found',
    '/bin/sh: 1: pnpm: not found'.replace('not found', 'command not found'),
  ),
  one('shell: another not found', 'bash: jq: command not found', 'bash: line 44: jq: command not found'),
  one(
    'system: no such file',
    'cat: /tmp/a/config.yaml: No such file or directory',
    'cat: /tmp/b/c/config.yaml: No such file or directory',
  ),
  one(
    'system: another file',
    'cat: notes.md: No such file or directory',
    'cat: ./notes.md: No such file or directory',
  ),
  one(
    'system: permission',
    'cat: /tmp/a/config.yaml: Permission denied',
    'cat: /srv/config.yaml: Permission denied',
  ),
  one(
    'npm: missing script',
    `npm error Missing script: "lint"
npm error
npm error To see a list of scripts, run:
npm error   npm run
npm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-15T07_29_13_327Z-debug-0.log`,
    `npm ERR! Missing script: "lint"
npm ERR!
npm ERR! A complete log of this run can be found in:
npm ERR!     /home/a/.npm/_logs/2025-01-02T01_02_03_004Z-debug-0.log`,
  ),
  one(
    'make: no rule',
    "make: *** No rule to make target 'dist'.  Stop.",
    "make[2]: *** No rule to make target 'dist'.  Stop.",
  ),
  one(
    'git: no repository',
    'fatal: not a git repository (or any of the parent directories): .git',
    'fatal: not a git repository (or any of the parent directories): .git\n',
  ),
  one(
    'git: conflict',
    'Auto-merging src/cart.ts\nCONFLICT (content): Merge conflict in src/cart.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
    'CONFLICT (content): Merge conflict in cart.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
  ),
]

const http = [
  one(
    'http: 404',
    'AxiosError: Request failed with status code 404\n    at settle (/a/node_modules/axios/lib/core/settle.js:19:12)',
    'AxiosError: Request failed with status code 404\n    at other (/b/settle.js:1:1)',
  ),
  one(
    'http: 500',
    'AxiosError: Request failed with status code 500\n    at settle (/a/node_modules/axios/lib/core/settle.js:19:12)',
    'AxiosError: Request failed with status code 500\n    at x (/b/settle.js:1:1)',
  ),
  one(
    'curl: refused',
    'curl: (7) Failed to connect to localhost port 3000 after 0 ms: Connection refused',
    'curl: (7) Failed to connect to localhost port 8080 after 12 ms: Connection refused',
  ),
  one(
    'curl: timeout',
    'curl: (28) Operation timed out after 5001 milliseconds with 0 bytes received',
    'curl: (28) Operation timed out after 30000 milliseconds with 12 bytes received',
  ),
  one(
    'http head: 403',
    '< HTTP/1.1 403 Forbidden\n< date: Sun, 15 Nov 2026 07:29:13 GMT',
    'HTTP/1.1 403 Forbidden\ndate: Mon, 16 Nov 2026 08:30:14 GMT',
  ),
  one('http head: 503', 'HTTP/2 503 \ncontent-length: 3', 'HTTP/2 503 \ncontent-length: 99'),
]

const runners = [
  one(
    'vitest: a test',
    ` ❯ test/cart.test.ts (3 tests | 1 failed) 5ms
⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/cart.test.ts > cart > adds up
AssertionError: expected 3 to be 4 // Object.is equality
 ❯ test/cart.test.ts:9:20

 Test Files  1 failed (1)
      Tests  1 failed | 2 passed (3)`,
    `⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  test/cart.test.ts > cart > adds up
AssertionError: expected 7 to be 4 // Object.is equality
 ❯ test/cart.test.ts:19:20

 Test Files  1 failed | 4 passed (5)
      Tests  1 failed | 20 passed (21)`,
  ),
  one(
    'vitest: another test',
    ` FAIL  test/cart.test.ts > cart > rounds
AssertionError: expected 3 to be 4 // Object.is equality`,
    ` FAIL  test/cart.test.ts > cart > rounds
AssertionError: expected 30 to be 40 // Object.is equality`,
  ),
  one(
    'jest: a test',
    `  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (test/cart.test.js:5:20)

Tests:       1 failed, 2 passed, 3 total
Time:        0.512 s`,
    `  ● cart › adds up

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 5

Tests:       1 failed, 12 passed, 13 total
Time:        1.9 s`,
  ),
  one(
    'mocha: a test',
    `  2 passing (8ms)
  1 failing

  1) cart
       adds up:
     AssertionError [ERR_ASSERTION]: 3 == 4
      at Context.<anonymous> (test/cart.js:9:14)`,
    `  9 passing (1s)
  1 failing

  1) cart
       adds up:
     AssertionError [ERR_ASSERTION]: 5 == 4
      at Context.<anonymous> (test/cart.js:19:14)`,
  ),
  one(
    'mocha: another test of that suite',
    `  1 failing

  1) cart
       rounds:
     AssertionError [ERR_ASSERTION]: 3 == 4`,
    `  1 failing

  1) cart
       rounds:
     AssertionError [ERR_ASSERTION]: 1 == 2`,
  ),
  one(
    'node --test: a test',
    `✖ adds up (1.2ms)
ℹ tests 3
ℹ pass 2
ℹ fail 1

✖ failing tests:

test at test/cart.test.js:4:1
✖ adds up (1.2ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  3 !== 4`,
    `✖ adds up (0.4ms)
ℹ tests 9
ℹ pass 8
ℹ fail 1

✖ failing tests:

test at test/cart.test.js:14:1
✖ adds up (0.4ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:`,
  ),
  one(
    'tap: a test',
    `not ok 2 - prices are loaded
  ---
  duration_ms: 1.5
  error: 'no prices for 3 items'
  code: 'ERR_TEST_FAILURE'
  ...
# fail 1`,
    `not ok 7 - prices are loaded
  ---
  duration_ms: 22.5
  error: 'no prices for 5 items'
  ...
# fail 1`,
  ),
  one(
    'pytest: a test',
    `_______ test_total _______
    def test_total():
>       assert total([1, 2]) == 4
E       assert 3 == 4
tests/test_cart.py:6: AssertionError
=========== short test summary info ===========
FAILED tests/test_cart.py::test_total - assert 3 == 4
====== 1 failed, 2 passed in 0.03s ======`,
    `=========== short test summary info ===========
FAILED tests/test_cart.py::test_total - assert 5 == 4
====== 1 failed, 20 passed in 1.93s ======`,
  ),
  one(
    'pytest: another error of that test',
    `FAILED tests/test_cart.py::test_total - TypeError: 'NoneType' object is not iterable
====== 1 failed, 2 passed in 0.03s ======`,
    `FAILED tests/test_cart.py::test_total - TypeError: 'NoneType' object is not iterable
====== 1 failed in 9.03s ======`,
  ),
  one(
    'unittest: a test',
    `FAIL: test_total (tests.test_cart.CartTest.test_total)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/a/tests/test_cart.py", line 9, in test_total
    self.assertEqual(total([1, 2]), 4)
AssertionError: 3 != 4

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1)`,
    `FAIL: test_total (tests.test_cart.CartTest.test_total)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/b/tests/test_cart.py", line 90, in test_total
AssertionError: 5 != 4

----------------------------------------------------------------------
Ran 30 tests in 1.001s

FAILED (failures=1)`,
  ),
  one(
    'go test: a test',
    `--- FAIL: TestTotal (0.00s)
    cart_test.go:9: got 3, want 4
FAIL
FAIL	example.org/shop	0.002s`,
    `=== RUN   TestTotal
    cart_test.go:19: got 7, want 4
--- FAIL: TestTotal (0.10s)
    cart_test.go:19: got 7, want 4
FAIL
FAIL	example.org/shop	0.202s`,
  ),
  one(
    'cargo test: a test',
    `test tests::adds_up ... FAILED

failures:

---- tests::adds_up stdout ----

thread 'tests::adds_up' panicked at src/lib.rs:10:9:
assertion \`left == right\` failed
  left: 3
 right: 4

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\``,
    `---- tests::adds_up stdout ----

thread 'tests::adds_up' (99121) panicked at src/lib.rs:110:9:
assertion \`left == right\` failed
  left: 33
 right: 4

test result: FAILED. 12 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s`,
  ),
  one(
    'surefire: a test',
    `[ERROR] Failures:
[ERROR]   CartTest.addsUp:23 expected: <4> but was: <3>
[INFO]
[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0`,
    `[ERROR] Failures:
[ERROR]   CartTest.addsUp:123 expected: <4> but was: <5>
[INFO]
[ERROR] Tests run: 13, Failures: 1, Errors: 0, Skipped: 0`,
  ),
  one(
    'gradle: a test',
    `CartTest > addsUp() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:12

3 tests completed, 1 failed

FAILURE: Build failed with an exception.`,
    `CartTest > addsUp() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:88

30 tests completed, 1 failed`,
  ),
  one(
    'rspec: a test',
    `Failures:

  1) Cart adds up
     Failure/Error: expect(cart.total).to eq(4)

       expected: 4
            got: 3
     # ./spec/cart_spec.rb:9

3 examples, 1 failure`,
    `Failures:

  1) Cart adds up
     Failure/Error: expect(cart.total).to eq(4)

       expected: 4
            got: 8

30 examples, 1 failure`,
  ),
  one(
    'phpunit: a test',
    `There was 1 failure:

1) CartTest::testAddsUp
Failed asserting that 3 matches expected 4.

/a/tests/CartTest.php:12

FAILURES!
Tests: 3, Assertions: 3, Failures: 1.`,
    `There was 1 failure:

1) CartTest::testAddsUp
Failed asserting that 5 matches expected 4.

FAILURES!
Tests: 30, Assertions: 31, Failures: 1.`,
  ),
]

const tools = [
  one('edit: not found', 'String to replace not found in file.', 'String to replace not found in file.  '),
  one(
    'edit: not read',
    'File has not been read yet. Read it first before writing to it.',
    'File has not been read yet. Read it first before writing to it.\n',
  ),
  one(
    'docker: unknown image',
    'Error response from daemon: pull access denied for shop-db, repository does not exist',
    '\u001b[31mError response from daemon:\u001b[0m pull access denied for shop-db, repository does not exist',
  ),
  one(
    'a job with an id',
    'Error: job 3f096120-88c7-40e4-a7cf-a0580ca8c4ea failed at 2026-11-15T07:29:13.327Z after 12.5s',
    'Error: job 8951e144-c59c-4e1c-8b09-26594b3e6721 failed at 2026-12-01T17:00:00.000Z after 3s',
  ),
]

export const ERROR_CASES: ErrorCase[] = [
  ...javascript,
  ...typescript,
  ...python,
  ...go,
  ...rust,
  ...jvm,
  ...native,
  ...others,
  ...http,
  ...runners,
  ...tools,
]
